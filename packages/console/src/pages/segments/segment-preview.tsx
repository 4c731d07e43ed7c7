import { Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { unwrap } from '../../api/client';
import { RequestError } from '../../api/request-error';
import type { SegmentFilter } from '../../api/types';
import { useScope } from '../../session/scope';
import { segmentTexts } from '../../texts/segments';
import { Panel } from '../../ui/panel';

const { preview: words } = segmentTexts;
const numbers = new Intl.NumberFormat('en');
/** How long after the last change the contacts are counted. */
const changingMs = 500;
/** While the contacts are counted, the count is read this often. */
const countingMs = 2_000;

/** How many contacts meet the edited conditions, and ten of them. */
export function SegmentPreview({ filter }: { readonly filter: SegmentFilter }) {
  const { api, queryKey } = useScope();
  const [settled] = useDebouncedValue(JSON.stringify(filter), changingMs);
  const { data, error } = useQuery({
    queryKey: [...queryKey, 'segment-preview', settled],
    retry: false,
    placeholderData: keepPreviousData,
    queryFn: () =>
      unwrap(api.POST('/segments/preview', { body: { filter: JSON.parse(settled) as SegmentFilter } })),
    refetchInterval: ({ state: { data: known, error: failure } }) =>
      (isUnavailable(failure) || known?.contact_count === null) && countingMs,
  });
  const count = data?.contact_count ?? null;
  return (
    <Panel title={words.title}>
      <Stack gap="xs">
        <Text size="sm" fw={600} role="status">
          {error !== null
            ? isIncomplete(error)
              ? words.incomplete
              : error.message
            : count === null
              ? segmentTexts.counting
              : words.count(numbers.format(count))}
        </Text>
        {error === null && data !== undefined && (
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {data.samples.length === 0 ? words.noSamples : data.samples.map(({ email }) => email).join(', ')}
          </Text>
        )}
        <Text size="xs" c="dimmed">
          {words.text}
        </Text>
      </Stack>
    </Panel>
  );
}

/** Stored events are still being read, or too many counts run: the next attempt may succeed. */
function isUnavailable(error: Error | null): boolean {
  return error instanceof RequestError && error.status === 503;
}

/** A condition that is being written is refused. */
function isIncomplete(error: Error): boolean {
  return error instanceof RequestError && error.status === 422;
}
