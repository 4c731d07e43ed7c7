import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';
import { unwrap } from '../../api/client';
import type { Domain } from '../../api/types';
import { useScope } from '../../session/scope';
import { testEmail as words } from '../../texts/domains';
import { texts } from '../../texts/texts';
import { ErrorPanel } from '../../ui/error-panel';
import { useChange } from '../../ui/use-change';

/** An email from the domain: delivered in live mode, simulated in test mode. */
export function TestEmail({ domain, close }: { readonly domain: Domain; readonly close: () => void }) {
  const { modeApi: api, mode, session } = useScope();
  const navigate = useNavigate();
  const [to, setTo] = useState(session.user.email);
  const send = useChange({
    run: () => {
      const body = {
        from: `hello@${domain.name}`,
        to,
        subject: words.subject(domain.name),
        text: words.text,
      };
      return unwrap(api.POST('/emails', { body }));
    },
    done: ({ id }) => void navigate({ to: '/emails/$id', params: { id } }),
    showsError: true,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send.mutate();
  };
  return (
    <Modal opened onClose={close} title={words.title}>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <ErrorPanel error={send.error} />
          <Text size="sm" c="dimmed">
            {words.explained[mode]}
          </Text>
          <TextInput
            type="email"
            label={words.to}
            required
            data-autofocus
            value={to}
            onChange={(event) => setTo(event.currentTarget.value)}
          />
          <Group justify="flex-end" gap="xs" mt="xs">
            <Button variant="default" onClick={close}>
              {texts.common.cancel}
            </Button>
            <Button type="submit" loading={send.isPending}>
              {words.send}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
