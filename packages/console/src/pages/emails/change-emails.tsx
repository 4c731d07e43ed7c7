import { Button, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import { unwrap } from '../../api/client';
import type { ChangeEmails, EmailChangeResult } from '../../api/types';
import { useHasRole, useScope } from '../../session/scope';
import { emails } from '../../texts/emails';
import { texts } from '../../texts/texts';
import { Dialog } from '../../ui/dialog';
import { DialogFoot } from '../../ui/dialog-foot';
import { useBulkChange, type BulkChangeState } from '../../ui/use-bulk-change';
import type { Filters } from '../../ui/use-filters';
import { emailQuery, type EmailFilterName } from './email-filters';

const { change: words } = emails;
const numbers = new Intl.NumberFormat('en');
/** More are not counted: a change of them is a matter of the API. */
const emailsMax = 10_000;
/** The same for all: a change that was stopped goes on, and no email is sent again twice within 24 hours. */
const idempotencyKey = 'console';

type Change = ChangeEmails['change'];
type Status = NonNullable<ChangeEmails['status']>;
type State = BulkChangeState<EmailChangeResult>;

/** What can be done to emails of a status. */
const changesOf: Readonly<Record<Status, Change>> = {
  queued: 'cancel',
  failed: 'send_again',
  bounced: 'send_again',
  canceled: 'send_again',
};

const isStatus = (status: string | undefined): status is Status =>
  status !== undefined && status in changesOf;

/** Changes all emails that the filters choose; shown where they choose a status that can be changed. */
export function ChangeEmailsButton({ filters }: { readonly filters: Filters<EmailFilterName> }) {
  const canChange = useHasRole('member');
  const [isOpen, { open, close }] = useDisclosure();
  const { status } = filters;
  if (!canChange || !isStatus(status)) return null;
  const change = changesOf[status];
  return (
    <>
      <Button c={change === 'cancel' ? 'var(--bad)' : undefined} variant="default" onClick={open}>
        {words.all[change]}
      </Button>
      {isOpen && (
        <ChangeEmailsDialog
          chosen={{ ...emailQuery(filters), status, change }}
          title={words.all[change]}
          about={words.abouts[change]}
          close={close}
        />
      )}
    </>
  );
}

const countOf = (rows: State['rows']): number => rows.reduce((sum, { emails: count }) => sum + count, 0);

/** Counts exactly, and changes after a confirmation that names the count. */
export function ChangeEmailsDialog({
  chosen,
  title,
  about,
  close,
}: {
  readonly chosen: Omit<ChangeEmails, 'dry_run' | 'after' | 'until'> & { readonly until?: string };
  readonly title: string;
  readonly about: string;
  /** Called with whether emails were changed. */
  readonly close: (isChanged: boolean) => void;
}) {
  const { modeApi: api, mode } = useScope();
  const work = useBulkChange<EmailChangeResult>({
    until: chosen.until,
    run: async (request) => {
      const body = { ...chosen, mode, idempotency_key: idempotencyKey, ...request };
      const { results, next } = await unwrap(api.POST('/emails/changes', { body }));
      return { rows: results, next };
    },
    isEnough: (rows) => countOf(rows) >= emailsMax,
  });
  const { step, rows, isMore, error } = work.state;
  const isRunning = step === 'counting' || step === 'changing';
  const { count } = work;
  const hasBegun = useRef(false);
  useEffect(() => {
    if (!hasBegun.current) void count();
    hasBegun.current = true;
  }, [count]);
  const found = countOf(rows);
  const end = () => {
    work.stop();
    close(step === 'changing' || step === 'done');
  };
  return (
    <Dialog opened onClose={end} title={title} closeOnClickOutside={!isRunning}>
      <Stack gap="sm">
        <Text size="sm">{about}</Text>
        <Progress state={work.state} />
      </Stack>
      <DialogFoot error={error}>
        <Button variant="default" onClick={isRunning ? work.stop : end}>
          {isRunning ? words.stop : step === 'done' ? texts.common.done : texts.common.close}
        </Button>
        {step === 'asking' && <Button onClick={() => void count()}>{words.countAgain}</Button>}
        {step === 'counted' && !isMore && found > 0 && (
          <Button color={chosen.change === 'cancel' ? 'red.9' : 'accent'} onClick={() => void work.apply()}>
            {words.confirm[chosen.change](numbers.format(found), found)}
          </Button>
        )}
      </DialogFoot>
    </Dialog>
  );
}

function Progress({ state: { step, rows, isMore } }: { readonly state: State }) {
  const count = numbers.format(countOf(rows));
  return (
    <div role="status">
      {step === 'counting' && <Text size="sm">{words.counting(count)}</Text>}
      {step === 'counted' && (
        <Text size="sm" fw={600}>
          {isMore ? words.tooMany(numbers.format(emailsMax)) : words.counted(count)}
        </Text>
      )}
      {(step === 'changing' || step === 'done') &&
        rows.map(({ result, emails: changed }) => (
          <Text key={result} size="sm">
            {words.result(result, numbers.format(changed))}
          </Text>
        ))}
      {step === 'changing' && <Text size="sm">{words.changing}</Text>}
      {step === 'done' && count === '0' && <Text size="sm">{words.nothing}</Text>}
    </div>
  );
}
