import { Button, Group, Modal, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState, type FormEvent } from 'react';
import { unwrap } from '../../api/client';
import type { Email } from '../../api/types';
import { useScope } from '../../session/scope';
import { email as words } from '../../texts/emails';
import { texts } from '../../texts/texts';
import { ErrorPanel } from '../../ui/error-panel';
import { notify } from '../../ui/notify';
import { useChange } from '../../ui/use-change';

type Recipients = 'original' | 'me' | 'other';

/** A copy of the email as a new one: to its recipients, to another address, or to the user. */
export function SendAgain({ email, close }: { readonly email: Email; readonly close: () => void }) {
  const { modeApi: api, session } = useScope();
  const navigate = useNavigate();
  const [recipients, setRecipients] = useState<Recipients>('original');
  const [address, setAddress] = useState('');
  // A repeated click sends one email.
  const key = useMemo(() => crypto.randomUUID(), []);
  const send = useChange({
    run: () => {
      const to = { original: undefined, me: session.user.email, other: address.trim() }[recipients];
      return unwrap(
        api.POST('/emails/{id}/send-again', {
          params: { path: { id: email.id } },
          body: { idempotency_key: `${key}-${to ?? ''}`, ...(to !== undefined && { to }) },
        }),
      );
    },
    done: ({ id }) => {
      close();
      notify(words.sentAgain);
      void navigate({ to: '/emails/$id', params: { id } });
    },
    showsError: true,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send.mutate();
  };
  const count = email.to.length + email.cc.length + email.bcc.length;
  return (
    <Modal opened onClose={close} title={words.sendAgain}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <ErrorPanel error={send.error} />
          <Text size="sm" c="dimmed">
            {words.sendAgainText}
          </Text>
          <Radio.Group
            label={words.sendAgainTo}
            value={recipients}
            onChange={(value) => setRecipients(value)}
          >
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
          {recipients === 'other' && (
            <TextInput
              type="email"
              required
              label={words.otherAddress}
              value={address}
              onChange={(event) => setAddress(event.currentTarget.value)}
            />
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={close}>
              {texts.common.cancel}
            </Button>
            <Button type="submit" loading={send.isPending}>
              {words.sendAgain}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
