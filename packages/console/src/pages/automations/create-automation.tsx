import { Select, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { unwrap } from '../../api/client';
import { useScope } from '../../session/scope';
import { automationTexts as words } from '../../texts/automations';
import { automationEditorTexts } from '../../texts/automation-editor';
import { FormModal } from '../../ui/form-modal';
import { nameWithSlug } from '../../ui/slug-from-name';
import { useFormDialog } from '../../ui/use-form-dialog';
import { newTrigger, newUnpublishedTrigger, type TriggerKind } from './trigger-kinds';

const { trigger: triggers } = automationEditorTexts;

/** Creates a paused automation without steps, which are added in its editor. */
export function CreateAutomation({
  opened,
  close,
}: {
  readonly opened: boolean;
  readonly close: () => void;
}) {
  const { api } = useScope();
  const navigate = useNavigate();
  const { form, dialog } = useFormDialog({
    close,
    opened,
    initialValues: { name: '', slug: '', kind: 'topic' },
    run: ({ name, slug, kind }) =>
      unwrap(
        api.POST('/automations', {
          body: {
            ...{ name, status: 'paused', one_per_contact: true, steps: [] },
            ...(slug !== '' && { slug }),
            // What is chosen in the editor is a draft, until it is complete.
            trigger: newUnpublishedTrigger(),
            draft: { trigger: { ...newTrigger(kind as TriggerKind) }, steps: [] },
          },
        }),
      ),
    message: words.created,
    done: ({ id }) => {
      void navigate({ to: '/automations/$id', params: { id } });
    },
  });
  return (
    <FormModal {...dialog} title={words.create} action={words.create}>
      <TextInput label={words.name} required data-autofocus {...nameWithSlug(form)} />
      <TextInput label={words.slug} description={words.slugText} {...form.getInputProps('slug')} />
      <Select
        label={triggers.label}
        description={words.kindText}
        allowDeselect={false}
        data={Object.entries(triggers.kinds).map(([value, label]) => ({ value, label }))}
        {...form.getInputProps('kind')}
      />
    </FormModal>
  );
}
