import { Button, Group, Stack } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { unwrap } from '../../api/client';
import type { Email } from '../../api/types';
import { useScope } from '../../session/scope';
import { PageLoading } from '../../shell/page-states';
import { email as words } from '../../texts/emails';
import { texts } from '../../texts/texts';
import { StatusBadge } from '../../ui/badge';
import { ConfirmButton } from '../../ui/confirm-button';
import { CopyValue } from '../../ui/copy';
import { ErrorPanel } from '../../ui/error-panel';
import { notify } from '../../ui/notify';
import { PageHeader } from '../../ui/page-header';
import { Facts, Panel } from '../../ui/panel';
import { ExactTime, Time } from '../../ui/time';
import { useChange } from '../../ui/use-change';
import { usePathId } from '../../ui/use-path-id';
import { EmailContent } from './email-content';
import { diagnosisOf } from './email-diagnosis';
import { EmailTimeline } from './email-timeline';
import classes from './emails.module.css';

/** Statuses after which nothing more is expected to happen soon. */
const settled: ReadonlySet<Email['last_event']> = new Set([
  'delivered',
  'bounced',
  'failed',
  'canceled',
  'complained',
]);
const liveMs = 2_000;
const settledMs = 30_000;

export function EmailPage() {
  const id = usePathId();
  const { modeApi: api, queryKey } = useScope();
  useHotkeys([['Escape', () => window.history.back()]]);
  const {
    data: email,
    error,
    refetch,
  } = useQuery({
    queryKey: [...queryKey, 'email', id],
    queryFn: () => unwrap(api.GET('/emails/{id}', { params: { path: { id } } })),
    refetchInterval: ({ state }) => (state.data && settled.has(state.data.last_event) ? settledMs : liveMs),
  });
  if (error !== null) return <ErrorPanel error={error} retry={() => void refetch()} />;
  if (email === undefined) return <PageLoading />;
  return (
    <>
      <Button
        component={Link}
        to="/emails"
        variant="subtle"
        color="gray"
        size="compact-xs"
        leftSection={<ArrowLeft size={14} />}
        ml={-8}
        mb="xs"
      >
        {texts.navigation.pages.emails}
      </Button>
      <PageHeader
        title={email.subject === '' ? words.noSubject : email.subject}
        description={
          <Group gap="md">
            <StatusBadge status={email.last_event} />
            <CopyValue value={email.id} />
          </Group>
        }
        curl={{ path: `/emails/${email.id}`, docs: 'emails#getEmail' }}
      >
        <Actions email={email} />
      </PageHeader>
      <div className={classes.columns}>
        <Stack>
          <Panel title={words.details}>
            <EmailFacts email={email} />
          </Panel>
          <EmailContent email={email} />
        </Stack>
        <Panel title={words.timeline} bare>
          <EmailTimeline email={email} />
        </Panel>
      </div>
    </>
  );
}

function Actions({ email }: { readonly email: Email }) {
  const { modeApi: api } = useScope();
  const cancel = useChange({
    run: () => unwrap(api.POST('/emails/{id}/cancel', { params: { path: { id: email.id } } })),
    message: words.canceled,
  });
  const copyDiagnosis = async () => {
    await navigator.clipboard.writeText(diagnosisOf(email));
    notify(words.diagnosisCopied);
  };
  return (
    <>
      <Button variant="default" onClick={copyDiagnosis}>
        {words.copyDiagnosis}
      </Button>
      {email.last_event === 'queued' && (
        <ConfirmButton
          title={words.cancelTitle}
          text={words.cancelText}
          action={words.cancel}
          run={() => cancel.mutateAsync()}
          isPending={cancel.isPending}
        >
          {words.cancel}
        </ConfirmButton>
      )}
    </>
  );
}

function EmailFacts({ email }: { readonly email: Email }) {
  const addresses = (list: readonly string[]) => list.join(', ');
  const optional = [
    [words.facts.cc, email.cc.length > 0 && addresses(email.cc)],
    [words.facts.bcc, email.bcc.length > 0 && addresses(email.bcc)],
    [words.facts.replyTo, email.reply_to],
    [words.facts.kind, email.kind],
    [words.facts.scheduled, email.scheduled_at && <ExactTime at={email.scheduled_at} />],
    [words.facts.expires, email.expires_at && <ExactTime at={email.expires_at} />],
    [words.facts.messageId, email.message_id && <CopyValue value={email.message_id} />],
    [words.facts.tags, email.tags?.map(({ name, value }) => `${name}: ${value}`).join(', ')],
  ] as const;
  return (
    <Facts
      facts={[
        [words.facts.from, email.from],
        [words.facts.to, addresses(email.to)],
        [words.facts.created, <Time key="created" at={email.created_at} />],
        ...optional.filter(([, value]) => value),
      ]}
    />
  );
}
