import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Email, EmailEvent } from '../../api/types';
import { timeline as words } from '../../texts/emails';
import type { Tone } from '../../ui/badge';
import { ExactTime, Time } from '../../ui/time';
import classes from './emails.module.css';

const tones: Readonly<Record<EmailEvent['type'], Tone>> = {
  ...({
    queued: 'plain',
    sent: 'active',
    delivered: 'good',
    delivery_delayed: 'warn',
    bounced: 'bad',
  } as const),
  ...({
    complained: 'bad',
    rejected: 'bad',
    opened: 'active',
    clicked: 'active',
    unsubscribed: 'warn',
  } as const),
  ...({ suppressed: 'warn', failed: 'bad' } as const),
};

/** What happened to the email, for each recipient by itself. */
export function EmailTimeline({ email }: { readonly email: Email }) {
  const byRecipient = Map.groupBy(email.events, ({ recipient }) => recipient);
  const recipients = [...new Set([...email.to, ...email.cc, ...email.bcc, ...byRecipient.keys()])];
  return recipients.map((recipient) => (
    <Recipient
      key={recipient}
      recipient={recipient}
      events={byRecipient.get(recipient) ?? []}
      email={email}
    />
  ));
}

function Recipient({
  recipient,
  events,
  email,
}: {
  readonly recipient: string;
  readonly events: readonly EmailEvent[];
  readonly email: Email;
}) {
  return (
    <div className={classes.recipient}>
      <div className={classes.recipientName}>{recipient}</div>
      <ol className={classes.timeline} aria-label={words.of(recipient)}>
        <li className={classes.event}>
          <EventHead name={words.accepted} at={email.created_at} />
        </li>
        {email.scheduled_at !== null && events.length === 0 && (
          <li className={classes.event} data-tone="active">
            <EventHead name={words.scheduled} at={email.scheduled_at} />
          </li>
        )}
        {events
          .filter(({ type }) => type !== 'queued')
          .map((event) => (
            <li key={`${event.type} ${event.at}`} className={classes.event} data-tone={tones[event.type]}>
              <EventHead name={words.types[event.type]} at={event.at} />
              <EventDetail event={event} />
            </li>
          ))}
      </ol>
    </div>
  );
}

function EventHead({ name, at }: { readonly name: string; readonly at: string }) {
  return (
    <div className={classes.eventHead}>
      <span className={classes.eventName}>{name}</span>
      <span className={classes.eventTime}>
        <ExactTime at={at} />
      </span>
    </div>
  );
}

function EventDetail({ event }: { readonly event: EmailEvent }) {
  const { reply, diagnosis, detail, url, suppression, next_attempt_at: next, bounce_type: bounce } = event;
  return (
    <>
      {bounce !== undefined && <div className={classes.eventText}>{words.bounces[bounce]}</div>}
      {reply !== undefined && (
        <div className={classes.reply}>
          {reply.host}: {reply.code} {reply.text}
        </div>
      )}
      {reply === undefined && detail !== undefined && <div className={classes.eventText}>{detail}</div>}
      {diagnosis !== undefined && (
        <Text size="xs" className={classes.advice}>
          <strong>{words.actors[diagnosis.actor]}</strong> {diagnosis.advice}
        </Text>
      )}
      {next !== undefined && (
        <div className={classes.eventText}>
          {words.nextAttempt} <Time at={next} />
        </div>
      )}
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
