import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';

/** Answers that no page shows. After a change, a page that is opened must not show what was there before it. */
export function dropUnshown(queryClient: QueryClient): void {
  queryClient.removeQueries({ predicate: (query) => query.getObserversCount() === 0 });
}

/** Leaves the page of what was deleted, and opens another one. Neither what it has shown nor its entry in the history remains. */
export function useLeave(): (to: string) => Promise<void> {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return async (to) => {
    dropUnshown(queryClient);
    // Not read again before the page is left: the API would answer 404.
    await queryClient.invalidateQueries({ refetchType: 'none' });
    await navigate({ to, replace: true });
    dropUnshown(queryClient);
  };
}
