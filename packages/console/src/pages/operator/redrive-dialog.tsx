import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { unwrap } from '../../api/client';
import type { RedriveDeadLetters } from '../../api/types';
import { personalApi } from '../../session/session';
import { deadLetterTexts as words } from '../../texts/operator';
import { texts } from '../../texts/texts';
import { ErrorPanel } from '../../ui/error-panel';
import { notify } from '../../ui/notify';
import { useChange } from '../../ui/use-change';
import { numberText } from './figure-table';

const amountOf = (letters: number): string => words.amount(letters, numberText(letters));

const redrive = (body: RedriveDeadLetters) =>
  unwrap(personalApi.POST('/operator/dead-letters/redrive', { body }));

/** Counts exactly, then redrives as many after a confirmation that names the count. */
export function RedriveDialog({
  queue,
  close,
}: {
  readonly queue: RedriveDeadLetters['queue'];
  readonly close: () => void;
}) {
  const [done, setDone] = useState(0);
  const count = useQuery({
    queryKey: ['operator', 'dead-letters', queue, 'count'],
    queryFn: () => redrive({ queue, dry_run: true }),
    gcTime: 0,
    staleTime: Infinity,
  });
  const letters = count.data?.letters ?? 0;
  const change = useChange({
    run: async () => {
      let sum = 0;
      for (let limit = letters; limit > 0;) {
        const answer = await redrive({ queue, limit, dry_run: false });
        sum += answer.letters;
        limit = answer.remaining;
        setDone(sum);
      }
      return sum;
    },
    done: (sum) => {
      notify(words.redriven(amountOf(sum)));
      close();
    },
    showsError: true,
  });
  return (
    <Modal opened onClose={close} title={words.redriveTitle(queue)} closeOnClickOutside={!change.isPending}>
      <Stack gap="sm">
        <ErrorPanel error={count.error ?? change.error} />
        <Text size="sm">{words.redriveText}</Text>
        <Text size="sm" fw={500} role="status">
          {change.isPending && words.done(amountOf(done))}
          {!change.isPending && count.isPending && words.counting}
          {!change.isPending && count.isSuccess && words.counted(amountOf(letters))}
        </Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close}>
            {texts.common.cancel}
          </Button>
          {letters > 0 && (
            <Button loading={change.isPending} onClick={() => change.mutate()}>
              {words.confirm(amountOf(letters))}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}
