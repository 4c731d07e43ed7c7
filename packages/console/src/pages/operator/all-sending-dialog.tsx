import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { unwrap } from '../../api/client';
import type { AllSendingChange } from '../../api/types';
import { personalApi } from '../../session/session';
import { maintenanceTexts as words } from '../../texts/operator-maintenance';
import { texts } from '../../texts/texts';
import { ErrorPanel } from '../../ui/error-panel';
import { notify } from '../../ui/notify';
import { useChange } from '../../ui/use-change';
import { numberText } from './figure-table';

interface Props {
  readonly change: AllSendingChange;
  readonly close: () => void;
}

const amountOf = (organizations: number): string => words.amount(organizations, numberText(organizations));

/** Asks for the reason and counts exactly, then changes as many after a confirmation that names the count. */
export function AllSendingDialog({ change, close }: Props) {
  const [reason, setReason] = useState('');
  const { done, count, run, forget } = useAllSending({ change, close, reason });
  const own = words.changes[change];
  const { data: counted } = count;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (counted === undefined) count.mutate();
    else run.mutate();
  };
  return (
    <Modal opened onClose={close} title={own.title} closeOnClickOutside={!run.isPending}>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <ErrorPanel error={count.error ?? run.error} />
          <TextInput
            label={words.reason}
            description={own.reasonText}
            required
            maxLength={200}
            data-autofocus
            value={reason}
            disabled={run.isPending}
            onChange={(event) => {
              setReason(event.currentTarget.value);
              forget();
            }}
          />
          <Text size="sm" fw={500} role="status">
            {run.isPending && own.progress(amountOf(done))}
            {!run.isPending && counted !== undefined && own.counted(amountOf(counted))}
          </Text>
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={close}>
              {texts.common.cancel}
            </Button>
            {counted !== 0 && (
              <Button
                type="submit"
                color={change === 'pause' && counted !== undefined ? 'red.9' : 'accent'}
                loading={count.isPending || run.isPending}
              >
                {counted === undefined ? words.count : own.confirm(amountOf(counted))}
              </Button>
            )}
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

function useAllSending({ change, close, reason }: Props & { readonly reason: string }) {
  const [done, setDone] = useState(0);
  const send = (dryRun: boolean) =>
    unwrap(personalApi.POST('/operator/sending', { body: { change, reason, dry_run: dryRun } }));
  const count = useChange({
    run: async () => (await send(true)).organizations,
    showsError: true,
  });
  const run = useChange({
    run: async () => {
      let sum = 0;
      for (let isMore = true; isMore;) {
        const answer = await send(false);
        sum += answer.organizations;
        isMore = answer.is_more;
        setDone(sum);
      }
      return sum;
    },
    done: (sum) => {
      notify(words.changes[change].done(amountOf(sum)));
      close();
    },
    showsError: true,
  });
  return { done, count, run, forget: () => count.reset() };
}
