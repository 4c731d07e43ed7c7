import { TextInput } from '@mantine/core';
import { unwrap } from '../../api/client';
import type { CreatedApiKey } from '../../api/types';
import { useScope } from '../../session/scope';
import { clients as words } from '../../texts/clients';
import { FormModal } from '../../ui/form-modal';
import { nameWithSlug } from '../../ui/slug-from-name';
import { useFormDialog } from '../../ui/use-form-dialog';

/** Creates a client organization with its first key. */
export function CreateClient({
  opened,
  close,
  created,
}: {
  readonly opened: boolean;
  readonly close: () => void;
  readonly created: (key: CreatedApiKey) => void;
}) {
  const { api } = useScope();
  const { form, dialog } = useFormDialog({
    close,
    opened,
    initialValues: { name: '', slug: '', alertEmail: '' },
    run: ({ name, slug, alertEmail }) =>
      unwrap(
        api.POST('/organizations', {
          body: { name, slug, ...(alertEmail !== '' && { alert_email: alertEmail }) },
        }),
      ),
    message: words.created,
    done: ({ api_key: key }) => created(key),
  });
  return (
    <FormModal {...dialog} title={words.create} action={words.create}>
      <TextInput label={words.columns.name} required data-autofocus {...nameWithSlug(form)} />
      <TextInput label={words.slug} description={words.slugText} required {...form.getInputProps('slug')} />
      <TextInput
        type="email"
        label={words.alertEmail}
        description={words.alertEmailText}
        {...form.getInputProps('alertEmail')}
      />
    </FormModal>
  );
}
