import { Stack } from '@mantine/core';
import type { ApiLogSummary, Email } from '../../api/types';
import { useIsLive } from '../../live/use-live';
import { useScope } from '../../session/scope';
import { useRead } from '../../session/use-read';
import { PendingPage } from '../../shell/pending-page';
import { email as words, timeline as timelineWords } from '../../texts/email';
import { BroadcastLink } from '../../ui/broadcast-link';
import { CopyValue } from '../../ui/copy';
import { Facts, Panel } from '../../ui/panel';
import { ExactTime, Time } from '../../ui/time';
import { usePathId } from '../../ui/use-path-id';
import { EmailHeader } from './email-header';
import { EmailAnswer } from './email-answer';
import { EmailContent } from './email-content';
import { Replies, WebhookDeliveries } from './email-related';
import { broadcastIdOf } from './email-filters';
import { EmailTimeline } from './email-timeline';
import { SuppressButton } from './suppress-button';
import classes from './emails.module.css';

/** Statuses after which nothing more is expected to happen soon. */
const settled: ReadonlySet<Email['last_event']> = new Set([
  ...(['delivered', 'bounced', 'failed', 'canceled', 'complained', 'suppressed'] as const),
]);
const unsettledMs = 2_000;
const settledMs = 30_000;
/** More recipients than this have no action of their own: each asks whether it is suppressed. */
const actionsMax = 10;

export function EmailPage() {
  const id = usePathId();
  const { email, attempts, request, error, refetch, refreshMs } = useEmail(id);
  if (email === undefined) return <PendingPage query={{ error, refetch }} />;
  const hasActions = email.to.length + email.cc.length + email.bcc.length <= actionsMax;
  return (
    <>
      <EmailHeader email={email} attempts={attempts} />
      <EmailAnswer email={email} attempts={attempts} />
      <div className={classes.columns}>
        <Stack>
          <Panel title={words.details}>
            <EmailFacts email={email} />
          </Panel>
          <EmailContent email={email} />
        </Stack>
        <Stack>
          <Panel title={timelineWords.title} bare>
            <EmailTimeline
              {...{ email, attempts, request }}
              actionsOf={
                hasActions && email.mode === 'live'
                  ? (recipient) => <SuppressButton recipient={recipient} />
                  : undefined
              }
            />
          </Panel>
          <WebhookDeliveries id={email.id} refreshMs={refreshMs} />
          <Replies id={email.id} refreshMs={refreshMs} />
        </Stack>
      </div>
    </>
  );
}

/** The email, its attempts and the request that sent it; often while something is still expected to happen. */
function useEmail(id: string) {
  const { mode } = useScope();
  const isLive = useIsLive();
  const path = { id };
  const query = useRead(
    '/emails/{id}',
    { path },
    { mode, refetchInterval: ({ state }) => intervalOf(state.data, isLive) },
  );
  const { data: email, error, refetch } = query;
  const refreshMs = intervalOf(email, isLive);
  const attempts = useRead(
    '/emails/{id}/attempts',
    { path },
    { mode, enabled: email?.mode === 'live', refetchInterval: refreshMs },
  );
  const requests = useRead(
    '/api-logs',
    { query: { email_id: id, method: 'POST', limit: 100 } },
    {
      ...{ mode, enabled: email !== undefined, staleTime: settledMs },
      // The API log is written behind the answer.
      refetchInterval: ({ state }) =>
        email !== undefined && isNew(email) && sendingOf(state.data?.data ?? []) === null
          ? unsettledMs
          : false,
    },
  );
  return {
    ...{ email, error, refetch, refreshMs },
    attempts: attempts.data?.data ?? [],
    request: sendingOf(requests.data?.data ?? []),
  };
}

function intervalOf(email: Email | undefined, isLive: boolean): number {
  return isLive || (email !== undefined && settled.has(email.last_event)) ? settledMs : unsettledMs;
}

const newMs = 60_000;

function isNew({ created_at: createdAt }: Email): boolean {
  return Date.now() - Date.parse(createdAt) < newMs;
}

/** The oldest request that could have sent the email. */
function sendingOf(requests: readonly ApiLogSummary[]): ApiLogSummary | null {
  const sending = /\/(emails(\/batch|\/[^/]+\/send-again)?|inbound\/[^/]+\/reply)$/;
  return requests.findLast(({ path, status }) => status < 300 && sending.test(path)) ?? null;
}

function EmailFacts({ email }: { readonly email: Email }) {
  const addresses = (list: readonly string[]) => list.join(', ');
  const broadcastId = broadcastIdOf(email.kind);
  // Its tag has the id again.
  const tags = email.tags?.filter(({ value }) => value !== broadcastId);
  const optional = [
    [words.facts.cc, email.cc.length > 0 && addresses(email.cc)],
    [words.facts.bcc, email.bcc.length > 0 && addresses(email.bcc)],
    [words.facts.replyTo, email.reply_to],
    [words.facts.broadcast, broadcastId !== undefined && <BroadcastLink id={broadcastId} />],
    [words.facts.kind, broadcastId === undefined && email.kind],
    [words.facts.scheduled, email.scheduled_at && <ExactTime at={email.scheduled_at} />],
    [words.facts.expires, email.expires_at && <ExactTime at={email.expires_at} />],
    [words.facts.messageId, email.message_id && <CopyValue value={email.message_id} />],
    [words.facts.tags, tags?.map(({ name, value }) => `${name}: ${value}`).join(', ')],
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
