import { useQueryClient, type InfiniteData, type Query, type QueryClient } from '@tanstack/react-query';
import { createContext, useContext, useEffect, useState, type ReactNode } from 'react';
import type { ReadPath } from '../api/reads';
import { useScope } from '../session/scope';
import type { ReadKey } from '../session/use-read';
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
      changed: createReadAgain(queryClient, organizationId),
      connected: setLive,
    });
  }, [organizationId, queryClient]);
  return <LiveContext value={isLive}>{children}</LiveContext>;
}

/** A read that hangs holds up no other for longer: the next one cancels it. */
const readMsMax = 30_000;

async function endOf(reading: Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  await Promise.race([reading, new Promise((resolve) => (timer = setTimeout(resolve, readMsMax)))]);
  clearTimeout(timer);
}

/**
 * Reads again what changes are about. Changes that come meanwhile wait: they would cancel what is being read, and where they come more
 * often than an answer takes, nothing new would ever be shown.
 */
function createReadAgain(queryClient: QueryClient, organizationId: string) {
  let waiting: Change[] = [];
  let isReading = false;
  const readAll = async (): Promise<void> => {
    while (waiting.length > 0) {
      const changes = waiting;
      waiting = [];
      const predicate = (query: Query) => isAbout(query, organizationId, changes);
      await endOf(queryClient.invalidateQueries({ predicate }));
    }
  };
  return (changes: readonly Change[]): void => {
    waiting.push(...changes);
    if (isReading) return;
    isReading = true;
    void readAll().finally(() => (isReading = false));
  };
}

/** What the stream announces: the paths that begin with it for one object, and its lists. */
const announced: Readonly<Record<string, { readonly one: ReadPath; readonly lists: readonly ReadPath[] }>> = {
  email: { one: '/emails/{id}', lists: ['/emails', '/inbox'] },
};

/** Whether the stream announces changes of a list. */
export function isAnnounced(path: ReadPath): boolean {
  return Object.values(announced).some(({ lists }) => lists.includes(path));
}

/** Whether what a query shows may have changed. */
function isAbout(query: Query, organizationId: string, changes: readonly Change[]): boolean {
  const [organization, , path, params] = query.queryKey as Partial<ReadKey>;
  if (organization !== organizationId) return false;
  return changes.some(({ kind, id }) => {
    const shown = announced[kind];
    if (shown === undefined) return false;
    if (path?.startsWith(shown.one)) return id === null || id === params?.path?.['id'];
    // Reading many pages again costs more than the news are worth.
    return path !== undefined && shown.lists.includes(path) && pageCount(query) <= 1;
  });
}

function pageCount({ state }: Query): number {
  return (state.data as Partial<InfiniteData<unknown>> | undefined)?.pages?.length ?? 0;
}
