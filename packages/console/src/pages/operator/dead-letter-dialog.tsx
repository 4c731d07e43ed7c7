import { Alert, Button, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { unwrap } from '../../api/client';
import type { RedriveDeadLetters } from '../../api/types';
import { personalApi } from '../../session/session';
import { deadLetterTexts as words } from '../../texts/operator';
import { texts } from '../../texts/texts';
import { Dialog } from '../../ui/dialog';
import { DialogFoot } from '../../ui/dialog-foot';
import { notify } from '../../ui/notify';
import { useChange } from '../../ui/use-change';
import { numberText } from './figure-table';

export type DeadLetterChange = 'redrive' | 'discard';

interface Props {
  readonly change: DeadLetterChange;
  readonly queue: RedriveDeadLetters['queue'];
  readonly close: () => void;
}

const amountOf = (letters: number): string => words.amount(letters, numberText(letters));

const send = (
  change: DeadLetterChange,
  body: RedriveDeadLetters & { readonly reason?: string },
): Promise<{ readonly letters: number; readonly remaining: number }> =>
  change === 'redrive'
    ? unwrap(personalApi.POST('/operator/dead-letters/redrive', { body }))
    : unwrap(personalApi.POST('/operator/dead-letters/discard', { body }));

/** Counts exactly, then redrives or deletes as many after a confirmation that names the count. */
export function DeadLetterDialog({ change, queue, close }: Props) {
  const [reason, setReason] = useState('');
  const work = useDeadLetterChange({ change, queue, close, reason });
  const { letters, count, run } = work;
  const own = words.changes[change];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    run.mutate();
  };
  return (
    <Dialog
      opened
      onClose={close}
      title={own.title(queue)}
      closeOnClickOutside={!run.isPending}
      asksBeforeClosing={!run.isPending}
    >
      <form onSubmit={submit}>
        <Stack gap="sm">
          <About change={change} />
          <Text size="sm" fw={500} role="status">
            {run.isPending && own.done(amountOf(work.done))}
            {!run.isPending && count.isPending && words.counting}
            {!run.isPending && count.isSuccess && own.counted(amountOf(letters))}
          </Text>
          {change === 'discard' && letters > 0 && (
            <TextInput
              label={words.reason}
              description={words.reasonText}
              required
              maxLength={200}
              value={reason}
              disabled={run.isPending}
              onChange={(event) => setReason(event.currentTarget.value)}
            />
          )}
        </Stack>
        <DialogFoot error={count.error ?? run.error}>
          <Button variant="default" onClick={close}>
            {texts.common.cancel}
          </Button>
          {letters > 0 && (
            <Button type="submit" color={change === 'discard' ? 'red.9' : 'accent'} loading={run.isPending}>
              {own.confirm(amountOf(letters))}
            </Button>
          )}
        </DialogFoot>
      </form>
    </Dialog>
  );
}

function About({ change }: Pick<Props, 'change'>) {
  const { text } = words.changes[change];
  if (change === 'redrive') return <Text size="sm">{text}</Text>;
  return (
    <Alert color="red" variant="light" title={words.final} role="note">
      <Text size="sm">{text}</Text>
    </Alert>
  );
}

function useDeadLetterChange({ change, queue, close, reason }: Props & { readonly reason: string }) {
  const [done, setDone] = useState(0);
  const count = useQuery({
    queryKey: ['operator', 'dead-letters', queue, 'count'],
    queryFn: () => send(change, { queue, dry_run: true }),
    gcTime: 0,
    staleTime: Infinity,
  });
  const letters = count.data?.letters ?? 0;
  const run = useChange({
    run: async () => {
      let sum = 0;
      for (let limit = letters; limit > 0;) {
        const given = { queue, limit, dry_run: false };
        const answer = await send(change, change === 'discard' ? { ...given, reason } : given);
        sum += answer.letters;
        limit = answer.remaining;
        setDone(sum);
      }
      return sum;
    },
    done: (sum) => {
      notify(words.changes[change].notice(amountOf(sum)));
      close();
    },
    showsError: true,
  });
  return { done, count, letters, run };
}
