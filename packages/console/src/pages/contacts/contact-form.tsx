import { Group, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { unwrap } from '../../api/client';
import { useScope } from '../../session/scope';
import { contactTexts as words } from '../../texts/contacts';
import { FormModal } from '../../ui/form-modal';
import { TopicsSelect } from '../topics/topic-select';
import { useFormDialog } from '../../ui/use-form-dialog';

/** Adds a contact, or changes the one with this address, and opens it. */
export function ContactForm({ opened, close }: { readonly opened: boolean; readonly close: () => void }) {
  const { api } = useScope();
  const navigate = useNavigate();
  const { form, dialog } = useFormDialog({
    close,
    opened,
    initialValues: { email: '', firstName: '', lastName: '', topics: [] as string[] },
    run: ({ email, firstName, lastName, topics }) =>
      unwrap(
        api.POST('/contacts', {
          body: {
            email,
            ...(firstName !== '' && { first_name: firstName }),
            ...(lastName !== '' && { last_name: lastName }),
            ...(topics.length > 0 && {
              topics: topics.map((topic) => ({ topic, state: 'SUBSCRIBED' as const })),
            }),
          },
        }),
      ),
    message: words.added,
    done: ({ id }) => {
      void navigate({ to: '/contacts/$id', params: { id } });
    },
  });
  return (
    <FormModal {...dialog} title={words.add} action={words.add}>
      <TextInput type="email" label={words.email} required data-autofocus {...form.getInputProps('email')} />
      <Group grow>
        <TextInput label={words.firstName} {...form.getInputProps('firstName')} />
        <TextInput label={words.lastName} {...form.getInputProps('lastName')} />
      </Group>
      <TopicsSelect label={words.topics} {...form.getInputProps('topics')} />
    </FormModal>
  );
}
