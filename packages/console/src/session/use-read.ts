import { useQuery, type UseQueryOptions } from '@tanstack/react-query';
import { useContext } from 'react';
import type { Mode } from '../api/client';
import {
  read,
  readAll,
  type ListPath,
  type ListQuery,
  type ReadBody,
  type ReadParams,
  type ReadPath,
} from '../api/reads';
import { ScopeContext } from './scope';
import { personalApi } from './session';

/** Of one answer of the API: whose it is, the path and the parameters. Live updates find queries by their path. */
export type ReadKey = readonly [organizationId: string | null, mode: string, ReadPath, ReadKeyParams];
type ReadKeyParams = { readonly path?: Readonly<Record<string, unknown>> };

type Options<Body> = Pick<
  UseQueryOptions<Body, Error, Body, ReadKey>,
  'enabled' | 'placeholderData' | 'refetchInterval' | 'retry' | 'staleTime'
> & {
  /** Default: live. Emails are read in the mode of the view. */
  readonly mode?: Mode;
};

/** Reads with a GET request: in the organization that is open, unless the path is of the platform or of the user. */
export function useRead<Path extends ReadPath>(
  path: Path,
  params: ReadParams<Path> = {},
  { mode, ...options }: Options<ReadBody<Path>> = {},
) {
  const { api, key } = useReader(path, mode);
  return useQuery({
    ...options,
    queryKey: [...key, params],
    queryFn: () => read(api, path, params),
  });
}

interface AllOptions<Path extends ListPath> {
  readonly query?: ListQuery<Path>;
  readonly enabled?: boolean;
  readonly staleTime?: number;
}

/** Reads a list to choose from: all of its items, not a page of them. */
export function useAll<Path extends ListPath>(path: Path, { query, ...options }: AllOptions<Path> = {}) {
  const { api, key } = useReader(path);
  return useQuery({
    ...options,
    queryKey: [...key, { query }, 'all'],
    queryFn: () => readAll(api, path, query),
  });
}

/** Whether a path is of the platform or of the user. */
export const isPersonal = (path: ReadPath): boolean => /^\/(operator|profile|session)(\/|$)/.test(path);

/** The client for a path, and how the keys of its queries begin. */
export function useReader(path: ReadPath, mode: Mode = 'live') {
  const scope = useContext(ScopeContext);
  if (scope === null || isPersonal(path)) return { api: personalApi, key: [null, 'live', path] as const };
  return { api: scope.apiIn[mode], key: [scope.organization.organization_id, mode, path] as const };
}
