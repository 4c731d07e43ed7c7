import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** Shows what a save has answered. A read that began before it would show the earlier version again. */
export function showSaved(queryClient: QueryClient, queryKey: QueryKey, stored: unknown): void {
  void queryClient.cancelQueries({ queryKey, exact: true });
  queryClient.setQueryData(queryKey, stored);
}
