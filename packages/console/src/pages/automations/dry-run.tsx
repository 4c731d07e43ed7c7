import { Button, Select, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { unwrap } from '../../api/client';
import type { Automation, DryRunRequest } from '../../api/types';
import { useScope } from '../../session/scope';
import { automationTexts } from '../../texts/automations';
import { FormModal } from '../../ui/form-modal';
import { useFieldErrors } from '../../ui/use-field-errors';
import { useOnce } from '../../ui/use-once';
import { objectOf } from '../templates/sample-data';
import { DryRunPath } from './dry-run-path';

const { dryRun: words } = automationTexts;

/** Shows the path of a contact through the steps, without a run. */
export function DryRun({ automation }: { readonly automation: Automation }) {
  const { api } = useScope();
  const [isOpen, { open, close }] = useDisclosure();
  const form = useForm({
    initialValues: { contact: '', waited: 'timeout', properties: '{}' },
    validate: { properties: (text) => (objectOf(text) === null ? words.invalid : null) },
  });
  // Changes nothing, so nothing that is shown has to be read again.
  const attempt = useOnce({
    mutationFn: ({ contact, waited, properties }: typeof form.values) =>
      unwrap(
        api.POST('/automations/{id_or_slug}/dry-run', {
          params: { path: { id_or_slug: automation.id } },
          body: {
            contact,
            waited: waited as DryRunRequest['waited'],
            properties: objectOf(properties) as DryRunRequest['properties'],
          },
        }),
      ),
  });
  const error = useFieldErrors(form, attempt.error);
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
        submit={form.onSubmit((values) => attempt.mutate(values))}
        change={{ ...attempt, error }}
        asksBeforeClosing={false}
        size="lg"
      >
        <Text size="sm" c="dimmed">
          {words.text}
        </Text>
        <TextInput label={words.contact} required data-autofocus {...form.getInputProps('contact')} />
        <Select
          label={words.waited}
          data={Object.entries(words.waits).map(([value, label]) => ({ value, label }))}
          allowDeselect={false}
          {...form.getInputProps('waited')}
        />
        <Textarea
          label={words.properties}
          description={words.propertiesText}
          autosize
          minRows={1}
          maxRows={8}
          spellCheck={false}
          {...form.getInputProps('properties')}
        />
        {attempt.data !== undefined && <DryRunPath result={attempt.data} steps={automation.steps} />}
      </FormModal>
    </>
  );
}
