import { ActionIcon, Autocomplete, Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { X } from 'lucide-react';
import { automationEditorTexts } from '../../texts/automation-editor';
import { TopicsSelect } from '../topics/topic-select';
import { readProperty, showProperty } from '../contacts/property-values';
import { useKnownProperties } from '../segments/known-properties';
import type { StepOf } from './automation-content';
import { changedStep, orAbsent } from './step-changes';

const { contact: words } = automationEditorTexts;

interface ContactProps {
  readonly step: StepOf<'update_contact'>;
  readonly set: (step: StepOf<'update_contact'>) => void;
}

/** What a step changes of the contact. */
export function ContactForm({ step, set }: ContactProps) {
  const topicsIn = (state: 'SUBSCRIBED' | 'UNSUBSCRIBED') =>
    (step.topics ?? []).filter((each) => each.state === state).map(({ topic }) => topic);
  const setTopics = (state: 'SUBSCRIBED' | 'UNSUBSCRIBED', slugs: readonly string[]) => {
    const others = (step.topics ?? []).filter((each) => each.state !== state && !slugs.includes(each.topic));
    const topics = [...others, ...slugs.map((topic) => ({ topic, state }))];
    set(changedStep(step, { topics: topics.length === 0 ? undefined : topics }));
  };
  return (
    <Stack gap="sm">
      {(
        [
          ['first_name', words.firstName],
          ['last_name', words.lastName],
        ] as const
      ).map(([field, label]) => (
        <TextInput
          key={field}
          label={label}
          description={words.keep}
          value={step[field] ?? ''}
          onChange={(event) => set(changedStep(step, { [field]: orAbsent(event.currentTarget.value) }))}
        />
      ))}
      <Properties step={step} set={set} />
      <TopicsSelect
        label={words.subscribe}
        value={topicsIn('SUBSCRIBED')}
        onChange={(slugs) => setTopics('SUBSCRIBED', slugs)}
      />
      <TopicsSelect
        label={words.unsubscribeTopics}
        value={topicsIn('UNSUBSCRIBED')}
        onChange={(slugs) => setTopics('UNSUBSCRIBED', slugs)}
      />
      <Checkbox
        size="xs"
        label={words.unsubscribe}
        checked={step.status === 'UNSUBSCRIBED'}
        onChange={(event) =>
          set(changedStep(step, { status: event.currentTarget.checked ? 'UNSUBSCRIBED' : undefined }))
        }
      />
    </Stack>
  );
}

type Value = NonNullable<NonNullable<ContactProps['step']['properties']>[string]> | null;

function Properties({ step, set }: ContactProps) {
  const known = useKnownProperties();
  const entries = Object.entries(step.properties ?? {});
  const change = (next: readonly (readonly [string, Value])[]) =>
    set(changedStep(step, { properties: next.length === 0 ? undefined : Object.fromEntries(next) }));
  return (
    <Stack gap="xs" role="group" aria-label={words.properties}>
      <Text size="sm" fw={500}>
        {words.properties}
      </Text>
      {entries.map(([name, value], index) => (
        <Group key={index} gap="xs" wrap="nowrap">
          <Autocomplete
            size="xs"
            aria-label={words.property}
            placeholder={words.property}
            data={known.map((each) => each.name)}
            value={name}
            onChange={(next) => {
              // Two rows of one name would be one.
              if (!entries.some(([other], at) => at !== index && other === next))
                change(entries.with(index, [next, value]));
            }}
          />
          <TextInput
            size="xs"
            aria-label={words.value}
            placeholder={words.valueText}
            title={words.valueText}
            value={value === null ? '' : showProperty(value)}
            onChange={(event) => {
              const text = event.currentTarget.value;
              change(entries.with(index, [name, text === '' ? null : readProperty(text)]));
            }}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={words.removeProperty}
            onClick={() => change(entries.toSpliced(index, 1))}
          >
            <X size={14} />
          </ActionIcon>
        </Group>
      ))}
      <Button
        variant="default"
        size="compact-xs"
        w="fit-content"
        disabled={entries.some(([name]) => name === '')}
        onClick={() => change([...entries, ['', null]])}
      >
        {words.addProperty}
      </Button>
    </Stack>
  );
}
