import { Group, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import { unwrap } from '../../api/client';
import { useScope } from '../../session/scope';
import { contactTexts as words } from '../../texts/contacts';
import { FormModal } from '../../ui/form-modal';
import { TopicsSelect } from '../../ui/topic-select';
import { useChange } from '../../ui/use-change';

/** Adds a contact, or changes the one with this address, and opens it. */
export function ContactForm({ opened, close }: { readonly opened: boolean; readonly close: () => void }) {
  const { api } = useScope();
  const navigate = useNavigate();
  const form = useForm({ initialValues: { email: '', firstName: '', lastName: '', topics: [] as string[] } });
  const add = useChange({
    run: ({ email, firstName, lastName, topics }: typeof form.values) =>
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
      form.reset();
      close();
      void navigate({ to: '/contacts/$id', params: { id } });
    },
    showsError: true,
  });
  return (
    <FormModal
      opened={opened}
      close={close}
      title={words.add}
      action={words.add}
      submit={form.onSubmit((values) => add.mutate(values))}
      change={add}
    >
      <TextInput type="email" label={words.email} required data-autofocus {...form.getInputProps('email')} />
      <Group grow>
        <TextInput label={words.firstName} {...form.getInputProps('firstName')} />
        <TextInput label={words.lastName} {...form.getInputProps('lastName')} />
      </Group>
      <TopicsSelect label={words.topics} {...form.getInputProps('topics')} />
    </FormModal>
  );
}
