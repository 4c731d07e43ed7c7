import { Group, NumberInput, Select, Stack, TextInput } from '@mantine/core';
import { automationEditorTexts } from '../../texts/automation-editor';
import type { StepOf } from './automation-content';
import { changedStep, orAbsent } from './step-changes';
import { durationOf, durationUnits, unitOf } from './durations';
import { EventInput } from './trigger-form';

const { wait: words, problems } = automationEditorTexts;

type Wait = StepOf<'wait'> | StepOf<'wait_until'>;
type WaitKind = keyof typeof words.kinds;

const timezones = Intl.supportedValuesOf('timeZone');

/** A wait for a time that passes, an event, a time of the day, or a date of the event. */
export function WaitForm({ step, set }: { readonly step: Wait; readonly set: (step: Wait) => void }) {
  return (
    <Stack gap="sm">
      <Select
        label={words.kind}
        allowDeselect={false}
        data={Object.entries(words.kinds).map(([value, label]) => ({ value, label }))}
        value={kindOf(step)}
        onChange={(kind) => set(newWait(kind as WaitKind))}
      />
      {step.type === 'wait' ? (
        <DurationInput value={step.duration} set={(duration) => set({ ...step, duration })} />
      ) : (
        <UntilFields step={step} set={set} />
      )}
    </Stack>
  );
}

function UntilFields({
  step,
  set,
}: {
  readonly step: StepOf<'wait_until'>;
  readonly set: (step: StepOf<'wait_until'>) => void;
}) {
  if (step.event !== undefined)
    return (
      <>
        <EventInput label={words.event} value={step.event} onChange={(event) => set({ ...step, event })} />
        <DurationInput
          label={words.timeout}
          description={words.timeoutText}
          value={step.timeout ?? ''}
          set={(timeout) => set({ ...step, timeout })}
        />
      </>
    );
  return (
    <>
      {step.time === undefined ? (
        <TextInput
          label={words.property}
          description={words.propertyText}
          required
          value={step.event_property ?? ''}
          onChange={(event) => set({ ...step, event_property: event.currentTarget.value })}
        />
      ) : (
        <TextInput
          label={words.time}
          type="time"
          required
          value={step.time}
          onChange={(event) => set({ ...step, time: event.currentTarget.value.slice(0, 5) })}
        />
      )}
      <Select
        label={words.timezone}
        searchable
        clearable
        limit={100}
        placeholder="UTC"
        data={timezones}
        value={step.timezone ?? null}
        onChange={(timezone) => set(changedStep(step, { timezone: orAbsent(timezone) }))}
      />
    </>
  );
}

/** A number and its unit. Empty while there is no number. */
function DurationInput({
  label = words.amount,
  description,
  value,
  set,
}: {
  readonly label?: string;
  readonly description?: string;
  readonly value: string;
  readonly set: (duration: string) => void;
}) {
  const duration = durationOf(value);
  const unit = unitOf(value);
  const amount = /^\d+/.exec(value)?.[0] ?? '';
  return (
    <Group gap="xs" align="end" grow>
      <NumberInput
        label={label}
        {...(description !== undefined && { description })}
        required
        min={1}
        allowDecimal={false}
        allowNegative={false}
        error={duration === null && amount !== '' ? problems.duration : undefined}
        value={amount === '' ? '' : Number(amount)}
        onChange={(next) => set(`${next}${unit}`)}
      />
      <Select
        label={words.unit}
        allowDeselect={false}
        data={durationUnits.map((each) => ({ value: each, label: words.units[each] }))}
        value={unit}
        onChange={(next) => set(`${amount}${next}`)}
      />
    </Group>
  );
}

function kindOf(step: Wait): WaitKind {
  if (step.type === 'wait') return 'wait';
  if (step.event !== undefined) return 'event';
  return step.time === undefined ? 'event_property' : 'time';
}

function newWait(kind: WaitKind): Wait {
  switch (kind) {
    case 'wait':
      return { type: 'wait', duration: '1d' };
    case 'event':
      return { type: 'wait_until', event: '', timeout: '3d' };
    case 'time':
      return {
        ...{ type: 'wait_until', time: '09:00' },
        timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      };
    case 'event_property':
      return { type: 'wait_until', event_property: '' };
  }
}
