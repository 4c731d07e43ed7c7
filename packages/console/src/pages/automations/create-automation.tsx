import { Checkbox, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { unwrap } from '../../api/client';
import { useScope } from '../../session/scope';
import { automationTexts as words } from '../../texts/automations';
import { FormModal } from '../../ui/form-modal';
import { FromField } from '../../ui/from-field';
import { nameWithSlug } from '../../ui/slug-from-name';
import { useFormDialog } from '../../ui/use-form-dialog';

/** Creates an automation that sends one email. It is paused, so that its steps can be edited first. */
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
    initialValues: { name: '', slug: '', event: '', from: '', isOnce: true },
    run: ({ name, slug, event, from, isOnce }) =>
      unwrap(
        api.POST('/automations', {
          body: {
            name,
            ...(slug !== '' && { slug }),
            status: 'paused',
            one_per_contact: isOnce,
            trigger: { event },
            steps: [{ type: 'send', from, subject: words.firstSubject, text: words.firstText }],
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
      <TextInput
        label={words.event}
        description={words.eventText}
        placeholder="user.signed_up"
        required
        {...form.getInputProps('event')}
      />
      <FromField
        label={words.from}
        description={words.fromText}
        stream="bulk"
        {...form.getInputProps('from')}
      />
      <Checkbox size="xs" label={words.once} {...form.getInputProps('isOnce', { type: 'checkbox' })} />
    </FormModal>
  );
}
