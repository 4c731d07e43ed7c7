import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { unwrap } from '../../api/client';
import type { MailChangeGroup } from '../../api/types';
import { personalApi } from '../../session/session';
import { mailTexts } from '../../texts/operator';
import { texts } from '../../texts/texts';
import { Dialog } from '../../ui/dialog';
import { DialogFoot } from '../../ui/dialog-foot';
import { useBulkChange, type BulkChangeState } from '../../ui/use-bulk-change';
import { FigureTable, numberText } from './figure-table';
import { isDestroying, type Change, type MailQuery } from './mail-filters';

const { dialog: words } = mailTexts;

type State = BulkChangeState<MailChangeGroup>;

/** Asks for a reason, counts exactly, and changes after a confirmation that names the count. */
export function ChangeMailDialog({
  change,
  ids,
  filter,
  close,
}: {
  readonly change: Change;
  /** Null: all that the filter chooses. */
  readonly ids: readonly string[] | null;
  readonly filter: MailQuery;
  readonly close: () => void;
}) {
  const [reason, setReason] = useState('');
  const needsReason = change !== 'release' && change !== 'retry';
  const work = useBulkChange<MailChangeGroup>({
    until: filter.until,
    run: async (request) => {
      const chosen = {
        ...filter,
        change,
        ...(ids !== null && { ids: [...ids] }),
        ...(needsReason && { reason }),
      };
      const body = { ...chosen, ...request };
      const { groups, next } = await unwrap(personalApi.POST('/operator/mail/changes', { body }));
      return { rows: groups, next };
    },
  });
  const { state } = work;
  const isRunning = state.step === 'counting' || state.step === 'changing';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void work.count();
  };
  return (
    <Dialog
      opened
      onClose={() => {
        work.stop();
        close();
      }}
      title={words.title(mailTexts.changes[change])}
      size="lg"
      closeOnClickOutside={!isRunning}
      asksBeforeClosing={state.step === 'asking'}
    >
      <form onSubmit={submit}>
        <Stack gap="sm">
          <Text size="sm">{words.abouts[change]}</Text>
          {needsReason && (
            <TextInput
              label={words.reason}
              description={words.reasonText}
              required
              maxLength={200}
              value={reason}
              disabled={state.step !== 'asking'}
              onChange={(event) => setReason(event.currentTarget.value)}
            />
          )}
          <Results state={state} />
        </Stack>
        <DialogFoot error={state.error}>
          <Actions {...{ change, state, close, stop: work.stop }} apply={() => void work.apply()} />
        </DialogFoot>
      </form>
    </Dialog>
  );
}

/** Results that a change had, or would have, and not why the rest stays as it is. */
const changed: Readonly<Record<Change, string>> = {
  hold: 'held',
  release: 'released',
  fail: 'failed',
  retry: 'queued again',
  mark_delivered: 'delivered',
  mark_bounced: 'bounced',
  mark_failed: 'failed',
};

const countOf = (groups: readonly MailChangeGroup[]): number =>
  groups.reduce((sum, { messages }) => sum + messages, 0);
const sumOf = (groups: readonly MailChangeGroup[]): string => numberText(countOf(groups));

function Actions({
  change,
  state: { step, rows: groups },
  close,
  stop,
  apply,
}: {
  readonly change: Change;
  readonly state: State;
  readonly close: () => void;
  readonly stop: () => void;
  readonly apply: () => void;
}) {
  const fitting = groups.filter(({ result }) => result === changed[change]);
  return (
    <>
      {step === 'counting' || step === 'changing' ? (
        <Button variant="default" onClick={stop}>
          {words.stop}
        </Button>
      ) : (
        <Button variant="default" onClick={close}>
          {step === 'done' ? texts.common.done : texts.common.cancel}
        </Button>
      )}
      {step === 'asking' && <Button type="submit">{words.count}</Button>}
      {step === 'counted' && fitting.length > 0 && (
        <Button color={isDestroying(change) ? 'red.9' : 'accent'} onClick={apply}>
          {words.confirm(mailTexts.changes[change], countOf(fitting), sumOf(fitting))}
        </Button>
      )}
    </>
  );
}

function Results({ state: { step, rows: groups } }: { readonly state: State }) {
  if (step === 'asking') return null;
  const { columns } = words;
  const isCount = step === 'counting' || step === 'counted';
  return (
    <Stack gap="xs" role="status">
      {step === 'counting' && <Text size="sm">{words.counting(sumOf(groups))}</Text>}
      {step === 'changing' && <Text size="sm">{words.changing(sumOf(groups))}</Text>}
      {groups.length === 0 && (step === 'counted' || step === 'done') && (
        <Text size="sm">{words.nothing}</Text>
      )}
      {groups.length > 0 && (
        <>
          <Text size="sm" fw={500}>
            {isCount ? words.counted : words.results}
          </Text>
          <FigureTable
            label={isCount ? words.counted : words.results}
            rows={groups}
            keyOf={({ organization, result }) => `${organization} ${result}`}
            columns={[
              { title: columns.organization, cell: ({ organization }) => organization },
              { title: columns.result, cell: ({ result }) => result },
              { title: columns.messages, cell: (row) => numberText(row.messages), isNumber: true },
              { title: columns.recipients, cell: (row) => numberText(row.recipients), isNumber: true },
            ]}
          />
        </>
      )}
    </Stack>
  );
}
