import { Autocomplete, Checkbox, Select, Stack, Text } from '@mantine/core';
import { useRead } from '../../session/use-read';
import { automationEditorTexts } from '../../texts/automation-editor';
import { SegmentSelect } from '../segments/segment-select';
import { TopicSelect } from '../topics/topic-select';
import type { Trigger } from './automation-content';
import { ConditionsForm } from './conditions-form';
import { namedTrigger, newTrigger, triggerOf, type TriggerKind } from './trigger-kinds';
import { useSignupForms } from './use-trigger-text';

const { trigger: words, ...editor } = automationEditorTexts;

interface TriggerFormProps {
  readonly trigger: Trigger;
  readonly set: (trigger: Trigger) => void;
  readonly isOnce: boolean;
  readonly setOnce: (isOnce: boolean) => void;
}

/** What starts a run. */
export function TriggerForm({ trigger, set, isOnce, setOnce }: TriggerFormProps) {
  const named = namedTrigger(trigger);
  const forms = useSignupForms();
  return (
    <Stack gap="sm">
      <Select
        label={words.label}
        allowDeselect={false}
        data={Object.entries(words.kinds).map(([value, label]) => ({ value, label }))}
        value={named.kind}
        onChange={(kind) => set(newTrigger(kind as TriggerKind))}
      />
      {named.kind === 'topic' && (
        <TopicSelect
          label={words.topic}
          required
          value={named.topic === '' ? null : named.topic}
          onChange={(topic) => set(triggerOf({ kind: 'topic', topic: topic ?? '' }))}
        />
      )}
      {named.kind === 'form' && (
        <Select
          label={words.form}
          description={words.formText}
          required
          searchable
          data={forms.map(({ id, name }) => ({ value: id, label: name }))}
          value={named.form === '' ? null : named.form}
          onChange={(form) => set(triggerOf({ kind: 'form', form: form ?? '' }))}
        />
      )}
      {named.kind === 'segment' && (
        <SegmentSelect
          description={words.segmentText}
          value={named.segment}
          onChange={(segment) => set(triggerOf({ kind: 'segment', segment }))}
        />
      )}
      {named.kind === 'event' && (
        <>
          <EventInput
            label={words.event}
            description={words.eventText}
            value={named.event}
            onChange={(event) => set(triggerOf({ ...named, event }))}
          />
          <ConditionsForm
            label={words.conditions}
            kinds={['event_property']}
            conditions={named.conditions}
            set={(conditions) =>
              set(triggerOf({ ...named, conditions: conditions as typeof named.conditions }))
            }
          />
        </>
      )}
      {named.kind !== 'event' && named.kind !== 'segment' && (
        <Text size="xs" c="dimmed">
          {words.notImported}
        </Text>
      )}
      <Checkbox
        size="xs"
        label={editor.once}
        description={editor.onceText}
        checked={isOnce}
        onChange={(event) => setOnce(event.currentTarget.checked)}
      />
    </Stack>
  );
}

/** The name of an event: one that was posted lately, or another. */
export function EventInput({
  label,
  description,
  value,
  onChange,
}: {
  readonly label: string;
  readonly description?: string;
  readonly value: string;
  readonly onChange: (event: string) => void;
}) {
  const { data } = useRead('/events/names', {}, { retry: false });
  return (
    <Autocomplete
      {...{ label, value, onChange }}
      {...(description !== undefined && { description })}
      required
      placeholder={words.eventPlaceholder}
      maxLength={100}
      data={(data?.data ?? []).map(({ event }) => event)}
    />
  );
}
