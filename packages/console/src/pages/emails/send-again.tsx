import { Alert, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { unwrap } from '../../api/client';
import type { Email } from '../../api/types';
import { useScope } from '../../session/scope';
import { email as words } from '../../texts/email';
import { FormModal } from '../../ui/form-modal';
import { useFormDialog } from '../../ui/use-form-dialog';

type Recipients = 'original' | 'me' | 'other';

/** A copy of the email as a new one: to its recipients, to another address, or to the user. */
export function SendAgain({
  email,
  isStillSending,
  close,
}: {
  readonly email: Email;
  readonly isStillSending: boolean;
  readonly close: () => void;
}) {
  const { modeApi: api, session } = useScope();
  const navigate = useNavigate();
  // A repeated click sends one email.
  const key = useMemo(() => crypto.randomUUID(), []);
  const { form, dialog } = useFormDialog({
    close,
    initialValues: { recipients: 'original' as Recipients, address: '' },
    run: ({ recipients, address }) => {
      const to = { original: undefined, me: session.user.email, other: address.trim() }[recipients];
      return unwrap(
        api.POST('/emails/{id}/send-again', {
          params: { path: { id: email.id } },
          body: { idempotency_key: `${key}-${to ?? ''}`, ...(to !== undefined && { to }) },
        }),
      );
    },
    message: words.sentAgain,
    done: ({ id }) => void navigate({ to: '/emails/$id', params: { id } }),
  });
  const count = email.to.length + email.cc.length + email.bcc.length;
  return (
    <FormModal {...dialog} title={words.sendAgain} action={words.sendAgain}>
      {isStillSending && (
        <Alert color="yellow" variant="light">
          {words.sendAgainWarning}
        </Alert>
      )}
      <Text size="sm" c="dimmed">
        {words.sendAgainText}
      </Text>
      <Radio.Group label={words.sendAgainTo} {...form.getInputProps('recipients')}>
        <Stack gap="xs" mt="xs">
          <Radio
            value="original"
            label={words.toOriginal(count)}
            description={email.to.join(', ')}
            data-autofocus
          />
          <Radio value="me" label={words.toMe} description={session.user.email} />
          <Radio value="other" label={words.toOther} />
        </Stack>
      </Radio.Group>
      {form.values.recipients === 'other' && (
        <TextInput type="email" required label={words.otherAddress} {...form.getInputProps('address')} />
      )}
    </FormModal>
  );
}
