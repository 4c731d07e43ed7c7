import { Text, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { unwrap } from '../../api/client';
import type { Domain } from '../../api/types';
import { useScope } from '../../session/scope';
import { testEmail as words } from '../../texts/domains';
import { FormModal } from '../../ui/form-modal';
import { useFormDialog } from '../../ui/use-form-dialog';

/** An email from the domain: delivered in live mode, simulated in test mode. */
export function TestEmail({ domain, close }: { readonly domain: Domain; readonly close: () => void }) {
  const { modeApi: api, mode, session } = useScope();
  const navigate = useNavigate();
  const { form, dialog } = useFormDialog({
    close,
    initialValues: { to: session.user.email },
    run: ({ to }) => {
      const content = { subject: words.subject(domain.name), text: words.text };
      return unwrap(api.POST('/emails', { body: { from: `hello@${domain.name}`, to, ...content } }));
    },
    done: ({ id }) => void navigate({ to: '/emails/$id', params: { id } }),
  });
  return (
    <FormModal {...dialog} title={words.title} action={words.send}>
      <Text size="sm" c="dimmed">
        {words.explained[mode]}
      </Text>
      <TextInput type="email" label={words.to} required data-autofocus {...form.getInputProps('to')} />
    </FormModal>
  );
}
