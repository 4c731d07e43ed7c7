import type { QueryClient } from '@tanstack/react-query';
import { createApi } from '../api/client';
import { read, type ReadParams } from '../api/reads';
import type { FirstRead } from '../pages';
import { chooseOrganization } from './scope';
import { sessionQuery } from './session';

/** Reads what a page shows first into the cache, under the key of `useRead`. A failure is left to the page. */
export async function readFirst(
  queryClient: QueryClient,
  { path, id, inMode }: FirstRead,
  at: { readonly id: string | undefined; readonly search: Readonly<Record<string, string | undefined>> },
): Promise<void> {
  const session = await queryClient.ensureQueryData(sessionQuery);
  const organization = session === null ? undefined : chooseOrganization(session, at.search['organization']);
  if (organization === undefined) return;
  const mode = inMode === true && at.search['mode'] === 'test' ? 'test' : 'live';
  const { organization_id: organizationId } = organization;
  const params = (id === undefined ? {} : { path: { [id]: at.id } }) as ReadParams<typeof path>;
  await queryClient.prefetchQuery({
    queryKey: [organizationId, mode, path, params],
    queryFn: () => read(createApi({ organizationId, mode }), path, params),
  });
}
