import { keepPreviousData, queryOptions, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { unwrap } from '../api/client';
import { RequestError } from '../api/request-error';
import type { SegmentFilter } from '../api/types';
import { useScope } from '../session/scope';

/** While the contacts are counted, the count is read this often. */
const countingMs = 2_000;

/** How many contacts meet a filter, null while they are counted, and ten of them. */
export function useFilterPreview(filter: SegmentFilter, enabled = true) {
  const { data, error, isPlaceholderData } = useQuery({
    ...usePreviewOptions()(filter),
    enabled,
    placeholderData: keepPreviousData,
  });
  // The count of the filter before is no count of this one.
  return { data, error, count: isPlaceholderData ? null : (data?.contact_count ?? null) };
}

/** How many contacts meet each of the filters: null until they are counted, one filter after the other; undefined: it failed. */
export function useFilterCounts(filters: readonly SegmentFilter[]): readonly (number | null | undefined)[] {
  const client = useQueryClient();
  const options = filters.map(usePreviewOptions());
  const next = options.findIndex(({ queryKey }) => {
    const { data, error = null } = client.getQueryState(queryKey) ?? {};
    return typeof data?.contact_count !== 'number' && (error === null || isUnavailable(error));
  });
  const queries = options.map((each, index) => ({ ...each, enabled: index === next }));
  return useQueries({ queries }).map(({ data, error }) =>
    data === undefined && error !== null && !isUnavailable(error) ? undefined : (data?.contact_count ?? null),
  );
}

function usePreviewOptions() {
  const { api, queryKey } = useScope();
  return (filter: SegmentFilter) =>
    queryOptions({
      queryKey: [...queryKey, 'segment-preview', JSON.stringify(filter)],
      retry: false,
      queryFn: () => unwrap(api.POST('/segments/preview', { body: { filter } })),
      refetchInterval: ({ state: { data, error } }) =>
        (isUnavailable(error) || data?.contact_count === null) && countingMs,
    });
}

/** Stored events are still being read, or too many counts run: the next attempt may succeed. */
function isUnavailable(error: Error | null): boolean {
  return error instanceof RequestError && error.status === 503;
}
