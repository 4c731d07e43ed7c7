import { Button, Group, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { unwrap } from '../../api/client';
import type { Broadcast, BroadcastEstimate, EmailCheckFinding } from '../../api/types';
import { useScope } from '../../session/scope';
import { broadcastTexts } from '../../texts/broadcasts';
import { FormModal } from '../../ui/form-modal';
import { useChange } from '../../ui/use-change';
import { isDue } from './broadcast-draft';
import { useSendTime } from './local-time';

const { review: words } = broadcastTexts;
const numbers = new Intl.NumberFormat('en');

/** When to send it, and the button that does. */
export function SendForm({
  broadcast,
  estimate,
  overridden,
}: {
  readonly broadcast: Broadcast;
  readonly estimate: BroadcastEstimate | undefined;
  /** Null: it may not be sent. */
  readonly overridden: readonly EmailCheckFinding['code'][] | null;
}) {
  const { api } = useScope();
  const time = useSendTime(broadcast);
  const [isOpen, { open, close }] = useDisclosure();
  const params = { path: { id: broadcast.id } };
  const unschedule = useChange({
    // The types of openapi-fetch lose a property that can only be null.
    run: () => unwrap(api.PATCH('/broadcasts/{id}', { params, body: { scheduled_at: null as never } })),
    message: words.unscheduled,
  });
  const send = useChange({
    run: () => {
      const overrides = overridden === null ? [] : [...overridden];
      return unwrap(
        api.POST('/broadcasts/{id}/send', {
          params,
          body: { ...time.body(), ...(overrides.length > 0 && { overridden_findings: overrides }) },
        }),
      );
    },
    message: time.isNow ? words.started : words.scheduled,
    done: () => {
      close();
      // In place of the button is the report, which begins at the top.
      document.documentElement.scrollTop = 0;
    },
    showsError: true,
  });
  const action = time.isNow ? words.sendNow : words.schedule;
  const count = estimate?.recipients ?? null;
  return (
    <>
      {isDue(broadcast) ? (
        <Text size="sm" role="status">
          {words.begins}
        </Text>
      ) : (
        time.fields
      )}
      <Group>
        {!isDue(broadcast) && (
          <Button size="sm" onClick={open} disabled={overridden === null || !time.isSet}>
            {action}
          </Button>
        )}
        {broadcast.status === 'scheduled' && (
          <Button
            size="sm"
            variant="default"
            loading={unschedule.isPending}
            onClick={() => unschedule.mutate()}
          >
            {words.unschedule}
          </Button>
        )}
      </Group>
      {isOpen && (
        <ConfirmSend
          expected={count === null ? broadcast.name : numbers.format(count)}
          isCount={count !== null}
          action={action}
          sentence={time.sentence}
          close={close}
          send={send}
        />
      )}
    </>
  );
}

/** Asks for the number of recipients; where it is not known, for the name. */
function ConfirmSend({
  expected,
  isCount,
  action,
  sentence,
  close,
  send,
}: {
  readonly expected: string;
  readonly isCount: boolean;
  readonly action: string;
  /** When it is sent; null: now. */
  readonly sentence: string | null;
  readonly close: () => void;
  readonly send: {
    readonly mutate: () => void;
    readonly reset: () => void;
    readonly error: unknown;
    readonly isPending: boolean;
  };
}) {
  const [typed, setTyped] = useState('');
  const isConfirmed = typed.replace(/[\s,.]/g, '') === expected.replace(/[\s,.]/g, '');
  return (
    <FormModal
      opened
      close={close}
      title={sentence === null ? words.confirmTitle : words.confirmSchedule}
      action={action}
      submit={(event) => {
        event.preventDefault();
        if (isConfirmed) send.mutate();
      }}
      change={send}
    >
      {sentence !== null && <Text size="sm">{sentence}</Text>}
      <Text size="sm">{isCount ? words.confirmText(expected) : words.confirmName(expected)}</Text>
      <TextInput
        label={words.confirmLabel}
        data-autofocus
        required
        autoComplete="off"
        value={typed}
        error={typed !== '' && !isConfirmed && !expected.startsWith(typed)}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </FormModal>
  );
}
