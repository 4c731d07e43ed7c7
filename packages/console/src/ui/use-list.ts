import { useInfiniteQuery } from '@tanstack/react-query';
import type { Mode } from '../api/client';
import { read, type ListItem, type ListPath, type ReadParams } from '../api/reads';
import { isAnnounced, useIsLive } from '../live/use-live';
import { useReader } from '../session/use-read';
import type { Page } from './resource-list';

/** How often a list that is open asks for what is new. Hidden tabs do not ask. */
const refreshMs = 10_000;
/** While changes are announced: in case that one was missed. */
const liveRefreshMs = 60_000;

export type Row<Path extends ListPath> = ListItem<Path> & { readonly id: string };

/** Names of the filters of a list. */
export type FilterName<Path extends ListPath> = keyof NonNullable<ReadParams<Path>['query']> & string;

/** Filters are texts of the address: the API decides which are valid. */
export type ListParams<Path extends ListPath> = Omit<ReadParams<Path>, 'query'> & {
  readonly query?: {
    readonly [Name in keyof NonNullable<ReadParams<Path>['query']>]?:
      NonNullable<ReadParams<Path>['query']>[Name] | string;
  };
};

interface Options<Path extends ListPath> {
  /** For items without an id of their own. */
  readonly idOf?: (item: ListItem<Path>) => string;
  /** False: read once. */
  readonly refresh?: boolean;
  /** Default: live. Emails are read in the mode of the view. */
  readonly mode?: Mode;
}

/** The pages of a list, of 50 items each. */
export function useList<Path extends ListPath>(
  path: Path,
  { query: filters, ...params }: ListParams<Path> = {},
  { refresh = true, mode, idOf }: Options<Path> = {},
) {
  const { api, key } = useReader(path, mode);
  const isLive = useIsLive();
  const intervalMs = isAnnounced(path) && isLive ? liveRefreshMs : refreshMs;
  return useInfiniteQuery({
    queryKey: [...key, { ...params, query: filters }, 'pages'],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam: cursor }): Promise<Page<Row<Path>>> => {
      const query = { limit: 50, ...filters, cursor };
      const { data, ...page } = await read(api, path, { ...params, query } as unknown as ReadParams<Path>);
      const items: readonly ListItem<Path>[] = data;
      return {
        ...page,
        data:
          idOf === undefined
            ? (items as readonly Row<Path>[])
            : items.map((item) => ({ ...item, id: idOf(item) })),
      };
    },
    getNextPageParam: (page) => page.next_cursor,
    // A list that is opened is read at once: what an import has just added is in it.
    staleTime: 0,
    // Asking for many pages again costs more than the news are worth.
    refetchInterval: (query) => refresh && (query.state.data?.pages.length ?? 0) <= 1 && intervalMs,
  });
}
