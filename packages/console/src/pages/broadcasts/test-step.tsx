import { Button, Group, Select, Stack, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { unwrap } from '../../api/client';
import type { Broadcast } from '../../api/types';
import { useHasRole, useScope } from '../../session/scope';
import { broadcastTexts } from '../../texts/broadcasts';
import { ErrorPanel } from '../../ui/error-panel';
import { notify, notifyError } from '../../ui/notify';
import { Panel } from '../../ui/panel';
import { useChange } from '../../ui/use-change';
import { fieldError } from '../../ui/use-field-errors';
import { CheckPanel } from '../emails/email-findings';
import { RenderedEmail } from '../emails/rendered-email';
import { checkedBroadcast } from './check-broadcast';
import { variantLetter } from './broadcast-draft';

const { test: words } = broadcastTexts;

/** How long after the last key the preview is rendered. */
const typingMs = 500;

/** The stored broadcast as a contact gets it, on this page and in an inbox. */
export function TestStep({ broadcast }: { readonly broadcast: Broadcast }) {
  const { api, queryKey } = useScope();
  const canSend = useHasRole('member');
  const [contact, setContact] = useState('');
  const [variant, setVariant] = useState('0');
  const [settled] = useDebouncedValue(contact, typingMs);
  const choice = {
    ...(settled !== '' && { contact: settled }),
    ...(broadcast.ab_test !== null && { variant: Number(variant) }),
  };
  const preview = useQuery({
    queryKey: [...queryKey, 'broadcast-preview', broadcast.id, choice],
    retry: false,
    placeholderData: keepPreviousData,
    queryFn: () =>
      unwrap(api.POST('/broadcasts/{id}/preview', { params: { path: { id: broadcast.id } }, body: choice })),
  });
  const problem = fieldError(preview.error, 'contact');
  return (
    <Stack>
      <Panel title={broadcastTexts.steps.test}>
        <Group align="flex-end" mb="sm">
          <TextInput
            flex={1}
            miw="14rem"
            label={words.contact}
            description={words.contactText}
            error={problem}
            value={contact}
            onChange={(event) => setContact(event.currentTarget.value)}
          />
          {broadcast.ab_test !== null && (
            <Select
              label={words.variant}
              data={broadcast.ab_test.variants.map((_each, index) => ({
                value: String(index),
                label: variantLetter(index),
              }))}
              value={variant}
              onChange={(value) => setVariant(value ?? '0')}
            />
          )}
        </Group>
        {canSend && <SendTest broadcastId={broadcast.id} choice={choice} />}
      </Panel>
      {problem === undefined && <ErrorPanel error={preview.error} />}
      {preview.data !== undefined && (
        <Panel title={words.preview} bare>
          <RenderedEmail {...preview.data} />
        </Panel>
      )}
      {preview.data !== undefined && canSend && (
        <CheckPanel email={checkedBroadcast(broadcast, preview.data)} />
      )}
    </Stack>
  );
}

function SendTest({
  broadcastId,
  choice,
}: {
  readonly broadcastId: string;
  readonly choice: { readonly contact?: string; readonly variant?: number };
}) {
  const { api, session } = useScope();
  const [to, setTo] = useState(session.user.email);
  const send = useChange({
    run: () => {
      const addresses = to.split(',').map((address) => address.trim());
      const params = { path: { id: broadcastId } };
      return unwrap(api.POST('/broadcasts/{id}/test', { params, body: { to: addresses, ...choice } }));
    },
    done: ({ data }) => {
      const problems = data.flatMap((each) => {
        if ('error' in each) return [words.refused(each.to, each.error.message)];
        return each.suppressed === undefined ? [] : [words.suppressed(each.to)];
      });
      if (problems.length < data.length) notify(words.sent);
      for (const problem of problems) notifyError(problem);
    },
    showsError: true,
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send.mutate();
      }}
    >
      <ErrorPanel error={send.error} />
      <Group align="flex-end">
        <TextInput
          flex={1}
          miw="14rem"
          label={words.to}
          description={words.toText}
          required
          value={to}
          onChange={(event) => setTo(event.currentTarget.value)}
        />
        <Button type="submit" size="sm" loading={send.isPending}>
          {words.send}
        </Button>
      </Group>
    </form>
  );
}
