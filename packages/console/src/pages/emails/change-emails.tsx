import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import type { ChangeEmails } from '../../api/types';
import { useHasRole, useScope } from '../../session/scope';
import { emails } from '../../texts/emails';
import { texts } from '../../texts/texts';
import { ErrorPanel } from '../../ui/error-panel';
import type { Filters } from '../../ui/use-filters';
import { emailQuery, type EmailFilterName } from './email-filters';
import { changedEmailsMax, emailsOf, useEmailsChange, type EmailsChangeState } from './use-emails-change';

const { change: words } = emails;
const numbers = new Intl.NumberFormat('en');

type Change = ChangeEmails['change'];
type Status = ChangeEmails['status'];

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
  return (
    <>
      <Button variant="default" onClick={open}>
        {words.all[changesOf[status]]}
      </Button>
      {isOpen && <ChangeDialog filters={filters} status={status} close={close} />}
    </>
  );
}

/** Counts exactly, and changes after a confirmation that names the count. */
function ChangeDialog({
  filters,
  status,
  close,
}: {
  readonly filters: Filters<EmailFilterName>;
  readonly status: Status;
  readonly close: () => void;
}) {
  const { mode } = useScope();
  const change = changesOf[status];
  const work = useEmailsChange({ ...emailQuery(filters), mode, status, change });
  const { step, results, isMore, error } = work.state;
  const isRunning = step === 'counting' || step === 'changing';
  const { count } = work;
  const hasBegun = useRef(false);
  useEffect(() => {
    if (!hasBegun.current) void count();
    hasBegun.current = true;
  }, [count]);
  const emailsCount = emailsOf(results);
  return (
    <Modal
      opened
      onClose={() => {
        work.stop();
        close();
      }}
      title={words.all[change]}
      closeOnClickOutside={!isRunning}
    >
      <Stack gap="sm">
        <ErrorPanel error={error} />
        <Text size="sm">{words.abouts[change]}</Text>
        <Progress state={work.state} />
        <Group justify="flex-end" gap="xs">
          {isRunning ? (
            <Button variant="default" onClick={work.stop}>
              {words.stop}
            </Button>
          ) : (
            <Button variant="default" onClick={close}>
              {step === 'done' ? texts.common.done : texts.common.close}
            </Button>
          )}
          {step === 'counted' && error === null && !isMore && emailsCount > 0 && (
            <Button color={change === 'cancel' ? 'red.9' : 'accent'} onClick={() => void work.apply()}>
              {words.confirm[change](numbers.format(emailsCount), emailsCount)}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}

function Progress({ state: { step, results, isMore } }: { readonly state: EmailsChangeState }) {
  const count = numbers.format(emailsOf(results));
  const isCount = step === 'counting' || step === 'counted';
  return (
    <div role="status">
      {step === 'counting' && <Text size="sm">{words.counting(count)}</Text>}
      {step === 'counted' && (
        <Text size="sm" fw={600}>
          {isMore ? words.tooMany(numbers.format(changedEmailsMax)) : words.counted(count)}
        </Text>
      )}
      {!isCount &&
        Object.entries(results).map(([result, emailsCount]) => (
          <Text key={result} size="sm">
            {words.result(result, numbers.format(emailsCount))}
          </Text>
        ))}
      {step === 'changing' && <Text size="sm">{words.changing}</Text>}
      {step === 'done' && count === '0' && <Text size="sm">{words.nothing}</Text>}
    </div>
  );
}
