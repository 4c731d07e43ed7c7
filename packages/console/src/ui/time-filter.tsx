import { Button, Group, Popover, Stack, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { CalendarClock } from 'lucide-react';
import { texts } from '../texts/texts';
import type { ChangeFilters, Filters } from './use-filters';

const { time: words } = texts.filters;

const hourMs = 3_600_000;
const presets = [
  ['hour', hourMs],
  ['day', 24 * hourMs],
  ['week', 7 * 24 * hourMs],
  ['month', 30 * 24 * hourMs],
] as const;

type Range = Filters<'since' | 'until'>;

/** A range of time: the last hours or days, or from one moment to another. */
export function TimeFilter<Name extends string>({
  values,
  change,
}: {
  readonly values: Filters<Name>;
  readonly change: ChangeFilters<Name>;
}) {
  const [isOpen, { toggle, close }] = useDisclosure();
  const { since, until } = values as Range;
  const set = (range: Partial<Record<'since' | 'until', string | undefined>>) =>
    change(range as Filters<Name>);
  return (
    <Popover opened={isOpen} onDismiss={close} position="bottom-start" shadow="md" trapFocus>
      <Popover.Target>
        <Button
          data-narrow
          variant={since === undefined && until === undefined ? 'default' : 'light'}
          leftSection={<CalendarClock size={14} />}
          onClick={toggle}
        >
          {rangeText(since, until)}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="sm">
          <Group gap={4}>
            {presets.map(([name, lengthMs]) => (
              <Button
                key={name}
                variant="default"
                size="compact-xs"
                onClick={() => {
                  set({ since: new Date(Date.now() - lengthMs).toISOString(), until: undefined });
                  close();
                }}
              >
                {words.presets[name]}
              </Button>
            ))}
          </Group>
          <MomentField label={words.since} value={since} set={(next) => set({ since: next })} />
          <MomentField label={words.until} value={until} set={(next) => set({ until: next })} />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

function MomentField({
  label,
  value,
  set,
}: {
  readonly label: string;
  readonly value: string | undefined;
  readonly set: (value: string | undefined) => void;
}) {
  return (
    <TextInput
      type="datetime-local"
      label={label}
      size="xs"
      value={localOf(value)}
      onChange={({ currentTarget }) => {
        const moment = new Date(currentTarget.value);
        set(Number.isNaN(moment.getTime()) ? undefined : moment.toISOString());
      }}
    />
  );
}

/** What the field shows: the moment in the time zone of the browser. */
function localOf(value: string | undefined): string {
  const moment = value === undefined ? Number.NaN : Date.parse(value);
  if (Number.isNaN(moment)) return '';
  const shifted = new Date(moment - new Date(moment).getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 16);
}

const moments = new Intl.DateTimeFormat('en', {
  ...{ month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
});

function rangeText(since: string | undefined, until: string | undefined): string {
  const show = (value: string) => (localOf(value) === '' ? value : moments.format(new Date(value)));
  if (since !== undefined && until !== undefined) return `${show(since)} – ${show(until)}`;
  if (since !== undefined) return words.after(show(since));
  if (until !== undefined) return words.before(show(until));
  return words.label;
}
