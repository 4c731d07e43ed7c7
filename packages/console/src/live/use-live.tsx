import { useQueryClient, type InfiniteData, type Query } from '@tanstack/react-query';
import { createContext, useContext, useEffect, useState, type ReactNode } from 'react';
import { useScope } from '../session/scope';
import { followChanges, type Change } from './change-stream';

const LiveContext = createContext(false);

/** Whether changes of emails are announced, so that pages need to poll only rarely. */
export function useIsLive(): boolean {
  return useContext(LiveContext);
}

/** Follows the changes of the organization that is open, and reads again what they are about. */
export function LiveProvider({ children }: { readonly children: ReactNode }) {
  const { organization } = useScope();
  const { organization_id: organizationId } = organization;
  const queryClient = useQueryClient();
  const [isLive, setLive] = useState(false);
  useEffect(() => {
    setLive(false);
    return followChanges(organizationId, {
      changed: (changes) =>
        void queryClient.invalidateQueries({ predicate: (query) => isAbout(query, organizationId, changes) }),
      connected: setLive,
    });
  }, [organizationId, queryClient]);
  return <LiveContext value={isLive}>{children}</LiveContext>;
}

/** Whether what a query shows may have changed. Keys are `[organization, mode, kind or list, id]`. */
function isAbout(query: Query, organizationId: string, changes: readonly Change[]): boolean {
  const [organization, , subject, id] = query.queryKey;
  if (organization !== organizationId) return false;
  return changes.some((change) => {
    if (subject === change.kind) return change.id === null || change.id === id;
    // Reading many pages again costs more than the news are worth.
    return subject === `${change.kind}s` && pageCount(query) <= 1;
  });
}

function pageCount({ state }: Query): number {
  return (state.data as Partial<InfiniteData<unknown>> | undefined)?.pages?.length ?? 0;
}
