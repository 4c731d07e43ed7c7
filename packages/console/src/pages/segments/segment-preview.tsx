import { Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { unwrap } from '../../api/client';
import { RequestError } from '../../api/request-error';
import type { SegmentFilter } from '../../api/types';
import { useScope } from '../../session/scope';
import { segmentTexts } from '../../texts/segments';
import { Panel } from '../../ui/panel';
import { isIncomplete } from './segment-conditions';

const { preview: words } = segmentTexts;
const numbers = new Intl.NumberFormat('en');
/** How long after the last change the contacts are counted. */
const changingMs = 500;
/** While the contacts are counted, the count is read this often. */
const countingMs = 2_000;

/** How many contacts meet the edited conditions, and ten of them. */
export function SegmentPreview({ filter }: { readonly filter: SegmentFilter }) {
  const isComplete = isFilterComplete(filter);
  const { api, queryKey } = useScope();
  const [settled] = useDebouncedValue(JSON.stringify(filter), changingMs);
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: [...queryKey, 'segment-preview', settled],
    // The last that was complete may be followed by one that is not, and the other way round.
    enabled: isComplete && isFilterComplete(JSON.parse(settled) as SegmentFilter),
    retry: false,
    placeholderData: keepPreviousData,
    queryFn: () =>
      unwrap(api.POST('/segments/preview', { body: { filter: JSON.parse(settled) as SegmentFilter } })),
    refetchInterval: ({ state: { data: known, error: failure } }) =>
      (isUnavailable(failure) || known?.contact_count === null) && countingMs,
  });
  // The count of the conditions before is no count of these.
  const count = isPlaceholderData ? null : (data?.contact_count ?? null);
  return (
    <Panel title={words.title}>
      <Stack gap="xs">
        <Text size="sm" fw={600} role="status">
          {!isComplete
            ? words.incomplete
            : isRefused(error)
              ? words.refused
              : error !== null
                ? error.message
                : count === null
                  ? segmentTexts.counting
                  : words.count(numbers.format(count))}
        </Text>
        {isComplete && error === null && data !== undefined && count !== null && (
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {samplesText(count, data.samples)}
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

const isFilterComplete = ({ all, any = [] }: SegmentFilter): boolean => ![...all, ...any].some(isIncomplete);

function samplesText(count: number, samples: readonly { readonly email: string }[]): string {
  if (samples.length > 0) return `${words.examples} ${samples.map(({ email }) => email).join(', ')}`;
  return count === 0 ? words.noneMatches : words.noSamples;
}

/** A condition that is being written, which the API takes for none. */
function isRefused(error: Error | null): boolean {
  return error instanceof RequestError && error.status === 422;
}
