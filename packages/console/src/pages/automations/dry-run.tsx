import { ActionIcon, Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { X } from 'lucide-react';
import { unwrap } from '../../api/client';
import type { Automation, AutomationDryRun, DryRunRequest } from '../../api/types';
import { useScope } from '../../session/scope';
import { automationTexts } from '../../texts/automations';
import { texts } from '../../texts/texts';
import { FormModal } from '../../ui/form-modal';
import { useFieldErrors } from '../../ui/use-field-errors';
import { useOnce } from '../../ui/use-once';
import { readProperty } from '../contacts/property-values';
import type { AutomationContent } from './automation-content';
import { DryRunPath } from './dry-run-path';
import { positionsOf } from './step-positions';
import type { Problem } from './step-problems';
import { namedTrigger } from './trigger-kinds';

const { dryRun: words } = automationTexts;

interface DryRunProps {
  readonly automation: Automation;
  /** What is shown, saved or not. */
  readonly content: AutomationContent;
  readonly problems: readonly Problem[];
}

/** Steps and answer of one dry run: the steps may be edited meanwhile. */
interface Tried {
  readonly steps: AutomationContent['steps'];
  readonly result: AutomationDryRun;
}

/** Shows the path of a contact through the steps, without a run. */
export function DryRun({ automation, content, problems }: DryRunProps) {
  const { api } = useScope();
  const [isOpen, { open, close }] = useDisclosure();
  const form = useForm({
    initialValues: { contact: '', waited: 'timeout', properties: [] as { name: string; value: string }[] },
  });
  // Changes nothing, so nothing that is shown has to be read again.
  const attempt = useOnce({
    mutationFn: async ({ contact, waited, properties }: typeof form.values): Promise<Tried> => {
      const { steps } = content;
      const result = await unwrap(
        api.POST('/automations/{id_or_slug}/dry-run', {
          params: { path: { id_or_slug: automation.id } },
          body: {
            ...{ contact, steps: [...steps], properties: propertiesOf(properties) },
            waited: waited as DryRunRequest['waited'],
          },
        }),
      );
      return { steps, result };
    },
  });
  const error = useFieldErrors(form, attempt.error);
  const isIncomplete = problems.some(({ position }) => position !== 'trigger');
  return (
    <>
      <Button variant="default" onClick={open}>
        {words.open}
      </Button>
      <FormModal
        opened={isOpen}
        close={close}
        title={words.title}
        action={words.run}
        closing={texts.common.close}
        submit={form.onSubmit((values) => {
          if (!isIncomplete) attempt.mutate(values);
        })}
        change={{ ...attempt, error }}
        asksBeforeClosing={false}
        size="lg"
      >
        <Text size="sm" c={isIncomplete ? 'var(--warn)' : 'dimmed'} role={isIncomplete ? 'alert' : undefined}>
          {isIncomplete ? words.incomplete : words.text}
        </Text>
        <TextInput label={words.contact} required data-autofocus {...form.getInputProps('contact')} />
        {waitsForEvent(content) && (
          <Select
            label={words.waited}
            data={Object.entries(words.waits).map(([value, label]) => ({ value, label }))}
            allowDeselect={false}
            {...form.getInputProps('waited')}
          />
        )}
        {namedTrigger(content.trigger).kind === 'event' && <Properties form={form} />}
        {attempt.data !== undefined && (
          <DryRunPath
            result={attempt.data.result}
            steps={attempt.data.steps}
            test={{
              automationId: automation.id,
              contact: attempt.data.result.contact_id,
              properties: propertiesOf(form.values.properties),
            }}
          />
        )}
      </FormModal>
    </>
  );
}

function waitsForEvent({ steps }: AutomationContent): boolean {
  return positionsOf(steps).some(([, step]) => step.type === 'wait_until' && step.event !== undefined);
}

type Properties = NonNullable<DryRunRequest['properties']>;

const propertiesOf = (rows: readonly { readonly name: string; readonly value: string }[]): Properties =>
  Object.fromEntries(
    rows.filter(({ name }) => name !== '').map(({ name, value }) => [name, readProperty(value)]),
  );

function Properties({
  form,
}: {
  readonly form: ReturnType<
    typeof useForm<{ contact: string; waited: string; properties: { name: string; value: string }[] }>
  >;
}) {
  return (
    <Stack gap="xs" role="group" aria-label={words.properties}>
      <Text size="sm" fw={500}>
        {words.properties}
      </Text>
      {form.values.properties.map((_row, index) => (
        <Group key={index} gap="xs" wrap="nowrap">
          <TextInput
            flex={1}
            aria-label={words.property}
            placeholder={words.property}
            {...form.getInputProps(`properties.${index}.name`)}
          />
          <TextInput
            flex={1}
            aria-label={words.value}
            placeholder={words.value}
            {...form.getInputProps(`properties.${index}.value`)}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={words.removeProperty}
            onClick={() => form.removeListItem('properties', index)}
          >
            <X size={14} />
          </ActionIcon>
        </Group>
      ))}
      <Button
        variant="default"
        size="compact-xs"
        w="fit-content"
        onClick={() => form.insertListItem('properties', { name: '', value: '' })}
      >
        {words.addProperty}
      </Button>
    </Stack>
  );
}
