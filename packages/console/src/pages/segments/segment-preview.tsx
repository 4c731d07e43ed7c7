import { Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { RequestError } from '../../api/request-error';
import type { SegmentFilter } from '../../api/types';
import { segmentTexts } from '../../texts/segments';
import { Panel } from '../../ui/panel';
import { useFilterPreview } from '../../ui/use-filter-preview';
import { isIncomplete } from './segment-conditions';

const { preview: words } = segmentTexts;
const numbers = new Intl.NumberFormat('en');
/** How long after the last change the contacts are counted. */
const changingMs = 500;

/** How many contacts meet the edited conditions, and ten of them. */
export function SegmentPreview({ filter }: { readonly filter: SegmentFilter }) {
  const isComplete = isFilterComplete(filter);
  const [settled] = useDebouncedValue(JSON.stringify(filter), changingMs);
  const counted = JSON.parse(settled) as SegmentFilter;
  // The last that was complete may be followed by one that is not, and the other way round.
  const { data, error, count } = useFilterPreview(counted, isComplete && isFilterComplete(counted));
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

const isFilterComplete = ({ all, any = [] }: SegmentFilter): boolean => ![...all, ...any].some(isIncomplete);

function samplesText(count: number, samples: readonly { readonly email: string }[]): string {
  if (samples.length > 0) return `${words.examples} ${samples.map(({ email }) => email).join(', ')}`;
  return count === 0 ? words.noneMatches : words.noSamples;
}

/** A condition that is being written, which the API takes for none. */
function isRefused(error: Error | null): boolean {
  return error instanceof RequestError && error.status === 422;
}
