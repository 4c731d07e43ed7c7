import type { EmailResource } from '@postrider/contracts/emails';

export interface Outcome {
  /** Waiting: it is tried again by itself. */
  readonly kind: 'delivered' | 'waiting' | 'ended';
  /** For people. */
  readonly lines: readonly string[];
}

type ShownEmail = Pick<EmailResource, 'last_event' | 'events' | 'waiting'>;

/** What has happened to the first email, and what to do about it. */
export function explainOutcome({ last_event: status, events, waiting }: ShownEmail): Outcome {
  const last = events.at(-1);
  const reply = last?.reply && `${last.reply.host} answered: ${last.reply.code} ${last.reply.text}`;
  const advice = [
    ...(last?.detail === undefined || reply !== undefined ? [] : [last.detail]),
    ...(reply === undefined ? [] : [reply]),
    ...(last?.diagnosis === undefined ? [] : [last.diagnosis.advice]),
  ];
  switch (status) {
    case 'delivered':
      return {
        kind: 'delivered',
        lines: [
          `Delivered. ${reply ?? ''}`.trim(),
          'If it is not in the inbox, look into the spam folder: a new address has no reputation yet.',
        ],
      };
    case 'sent':
    case 'unconfirmed':
      return { kind: 'delivered', lines: ['Handed over to the smart host.', ...advice] };
    case 'queued':
    case 'sending':
      return { kind: 'waiting', lines: waitingLines(waiting, reply) };
    case 'bounced':
    case 'failed':
    case 'suppressed':
    case 'complained':
    case 'canceled':
      return { kind: 'ended', lines: [`Not delivered: the email is ${status}.`, ...advice] };
  }
}

/** As the API says it to senders, with what only operators can do. */
function waitingLines(waiting: EmailResource['waiting'], reply: string | undefined): string[] {
  if (waiting === null) return ['Not delivered yet.'];
  const { cause, advice, detail, next_attempt_at: next } = waiting;
  return [
    `Not delivered yet. ${advice}${next === null ? '' : ` The next attempt is at ${next}.`}`,
    ...(detail === null ? [] : [detail]),
    ...(reply === undefined || detail?.includes(reply) ? [] : [reply]),
    ...(cause === 'no_worker' ? ['See journalctl -u postrider@send-worker.'] : []),
    ...(cause === 'operator_hold' || cause === 'review' ? ['See postrider messages show.'] : []),
    ...(/ETIMEDOUT|ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|timed? ?out/i.test(detail ?? '')
      ? [
          'No mail server could be reached. If all are out of reach, the provider blocks port 25: see postrider doctor.',
        ]
      : []),
  ];
}
