import { useInfiniteQuery } from '@tanstack/react-query';
import { useIsLive } from '../live/use-live';
import { useQueryKey } from '../session/scope';
import type { Page } from './resource-list';

/** How often a list that is open asks for what is new. Hidden tabs do not ask. */
const refreshMs = 10_000;
/** While changes are announced: in case that one was missed. */
const liveRefreshMs = 60_000;

/** The pages of a list; `read` gets the cursor of the next one. */
export function useList<Item>({
  key,
  read,
  refresh = true,
  isAnnounced = false,
}: {
  readonly key: readonly unknown[];
  readonly read: (cursor: string | undefined) => Promise<Page<Item>>;
  readonly refresh?: boolean;
  /** Whether the stream announces changes of this list. */
  readonly isAnnounced?: boolean;
}) {
  const queryKey = useQueryKey();
  const isLive = useIsLive();
  const intervalMs = isAnnounced && isLive ? liveRefreshMs : refreshMs;
  return useInfiniteQuery({
    queryKey: [...queryKey, ...key],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) => read(pageParam),
    getNextPageParam: (page) => page.next_cursor,
    // A list that is opened is read at once: what an import has just added is in it.
    staleTime: 0,
    // Asking for many pages again costs more than the news are worth.
    refetchInterval: (query) => refresh && (query.state.data?.pages.length ?? 0) <= 1 && intervalMs,
  });
}
