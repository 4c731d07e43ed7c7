import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ApiLogSummary, DeliveryAttempt, Email, EmailEvent, EmailHold } from '../../api/types';
import { timeline as words } from '../../texts/email';
import { waitingSentences } from '../../texts/email-answer';
import type { Tone } from '../../ui/badge';
import { searchOf } from '../../ui/search-of';
import { ExactTime } from '../../ui/time';
import { AttemptStep } from './attempt-step';
import { domainOf } from './email-acceptances';
import { Advice, NextAttempt, Step } from './step';
import { timelinesOf, type TimelineStep } from './timeline-steps';
import classes from './emails.module.css';

const tones: Readonly<Record<EmailEvent['type'], Tone>> = {
  ...({
    queued: 'plain',
    sent: 'active',
    delivered: 'good',
    delivery_delayed: 'warn',
    late: 'warn',
  } as const),
  ...({ bounced: 'bad', complained: 'bad', rejected: 'bad', opened: 'active', clicked: 'active' } as const),
  ...({ unsubscribed: 'warn', suppressed: 'warn', failed: 'bad' } as const),
};

/** What happened to the email, for each recipient by itself. */
export function EmailTimeline({
  email,
  attempts = [],
  request = null,
  actionsOf,
}: {
  readonly email: Email;
  readonly attempts?: readonly DeliveryAttempt[];
  /** The API request that sent it. */
  readonly request?: ApiLogSummary | null;
  readonly actionsOf?: (recipient: string) => ReactNode;
}) {
  return timelinesOf(email, attempts).map(({ recipient, steps }) => (
    <div key={recipient} className={classes.recipient}>
      <div className={classes.recipientName}>
        <span>{recipient}</span>
        {actionsOf?.(recipient)}
      </div>
      <ol className={classes.timeline} aria-label={words.of(recipient)}>
        <Step name={words.accepted} at={email.created_at}>
          {request !== null && <RequestOf request={request} />}
        </Step>
        <NotTriedYet email={email} recipient={recipient} hasSteps={steps.length > 0} />
        {steps.map((step, index) => (
          <TimelineItem
            key={keyOf(step)}
            step={step}
            after={steps[index - 1]?.at ?? email.created_at}
            isQueued={email.last_event === 'queued'}
          />
        ))}
        {email.last_event === 'canceled' && <Step name={words.canceled} tone="plain" />}
      </ol>
    </div>
  ));
}

function keyOf(step: TimelineStep): string {
  if (step.kind === 'attempt') return `attempt ${step.attempt.round}`;
  if (step.kind === 'claim') return step.kind;
  return `${step.kind === 'hold' ? step.hold.reason : step.event.type} ${step.at}`;
}

function TimelineItem({
  step,
  after,
  isQueued,
}: {
  readonly step: TimelineStep;
  readonly after: string;
  readonly isQueued: boolean;
}) {
  if (step.kind === 'attempt') return <AttemptStep attempt={step.attempt} after={after} />;
  if (step.kind === 'claim') return <Step name={words.claimed} at={step.at} after={after} tone="plain" />;
  if (step.kind === 'hold') return <HoldStep hold={step.hold} isQueued={isQueued} />;
  const { event, isExplained } = step;
  const { type, automatic } = event;
  return (
    <Step
      name={automatic ? words.byProgram(words.types[type]) : words.types[type]}
      at={event.at}
      after={after}
      tone={automatic ? 'plain' : tones[type]}
    >
      <EventDetail event={event} isExplained={isExplained} />
    </Step>
  );
}

function HoldStep({
  hold: { reason, since, until },
  isQueued,
}: {
  readonly hold: EmailHold;
  readonly isQueued: boolean;
}) {
  const isHeld = until === null && isQueued;
  return (
    <Step name={words.holds[reason]} at={since} tone={isHeld ? 'warn' : 'plain'}>
      {isHeld && <div className={classes.eventText}>{words.holdTexts[reason]}</div>}
      {until !== null && (
        <div className={classes.eventText}>
          {words.heldUntil} <ExactTime at={until} />
        </div>
      )}
    </Step>
  );
}

/** Why nothing has happened yet. */
function NotTriedYet({
  email,
  recipient,
  hasSteps,
}: {
  readonly email: Email;
  readonly recipient: string;
  readonly hasSteps: boolean;
}) {
  if (hasSteps || email.last_event !== 'queued') return null;
  const { scheduled_at: scheduled } = email;
  if (scheduled !== null && Date.parse(scheduled) > Date.now())
    return <Step name={words.scheduled} at={scheduled} tone="active" />;
  return (
    <Step name={words.waiting} tone="active">
      {email.waiting && (
        <div className={classes.eventText}>{waitingSentences[email.waiting.cause](domainOf(recipient))}</div>
      )}
    </Step>
  );
}

function RequestOf({ request }: { readonly request: ApiLogSummary }) {
  const { method, path, key, idempotent_replay: isReplay } = request;
  return (
    <div className={classes.eventText}>
      <Anchor
        component={Link}
        to="/api-logs"
        search={searchOf({ log: request.id })}
        className="mono"
        inherit
        underline="always"
      >
        {method} {path}
      </Anchor>
      <div>{words.withKey(key.name ?? key.id)}</div>
      {isReplay && <div>{words.replayed}</div>}
    </div>
  );
}

function EventDetail({ event, isExplained }: { readonly event: EmailEvent; readonly isExplained: boolean }) {
  const { reply, diagnosis, detail, url, suppression, next_attempt_at: next, bounce_type: bounce } = event;
  return (
    <>
      {bounce !== undefined && <div className={classes.eventText}>{words.bounces[bounce]}</div>}
      {reply !== undefined && !isExplained && (
        <div className={classes.reply}>
          {reply.host}: {reply.code} {reply.text}
        </div>
      )}
      {reply === undefined && detail !== undefined && <div className={classes.eventText}>{detail}</div>}
      {diagnosis !== undefined && !isExplained && <Advice diagnosis={diagnosis} />}
      {next !== undefined && <NextAttempt at={next} />}
      {url !== undefined && <div className={classes.eventText}>{url}</div>}
      {suppression !== undefined && (
        <div className={classes.eventText}>
          {words.suppressed(suppression.reason.replaceAll('_', ' '))}{' '}
          <Link to="/suppressions" search={{ email: event.recipient }}>
            {words.toSuppression}
          </Link>
        </div>
      )}
    </>
  );
}
