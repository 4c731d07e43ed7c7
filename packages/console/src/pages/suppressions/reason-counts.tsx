import { Button, Group } from '@mantine/core';
import { useRead } from '../../session/use-read';
import { suppressionTexts as words } from '../../texts/suppressions';

/** How many entries there are of each reason; each is a filter of the list. */
export function ReasonCounts({
  reason,
  choose,
}: {
  /** The one that the list shows; undefined: all. */
  readonly reason: string | undefined;
  readonly choose: (reason: string | undefined) => void;
}) {
  const { data } = useRead('/suppressions/counts');
  if (data === undefined) return null;
  return (
    <Group gap="xs" mb="sm" role="group" aria-label={words.byReason}>
      {data.reasons.map(({ reason: each, count, truncated }) => (
        <Button
          key={each}
          variant={each === reason ? 'light' : 'default'}
          size="compact-sm"
          aria-pressed={each === reason}
          onClick={() => choose(each === reason ? undefined : each)}
        >
          {words.countOf(words.reasons[each], count, truncated)}
        </Button>
      ))}
    </Group>
  );
}
