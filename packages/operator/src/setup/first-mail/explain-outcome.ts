import type { EmailResource } from '@postrider/contracts/emails';

export interface Outcome {
  /** Waiting: it is tried again by itself. */
  readonly kind: 'delivered' | 'waiting' | 'ended';
  /** For people. */
  readonly lines: readonly string[];
}

type ShownEmail = Pick<EmailResource, 'last_event' | 'events' | 'holds'>;

/** What has happened to the first email, and what to do about it. */
export function explainOutcome({ last_event: status, events, holds }: ShownEmail): Outcome {
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
      return { kind: 'waiting', lines: waitingLines({ last, advice, isHeld: holds.length > 0 }) };
    case 'bounced':
    case 'failed':
    case 'suppressed':
    case 'complained':
    case 'canceled':
      return { kind: 'ended', lines: [`Not delivered: the email is ${status}.`, ...advice] };
  }
}

function waitingLines({
  last,
  advice,
  isHeld,
}: {
  readonly last: EmailResource['events'][number] | undefined;
  readonly advice: readonly string[];
  readonly isHeld: boolean;
}): string[] {
  if (isHeld) return ['It is held: see postrider messages show.'];
  if (last?.type !== 'delivery_delayed')
    return ['No worker has taken it yet: see journalctl -u postrider@send-worker.'];
  const next = last.next_attempt_at === undefined ? '' : ` It is tried again at ${last.next_attempt_at}.`;
  return [
    `Not delivered yet.${next}`,
    ...advice,
    ...(/ETIMEDOUT|ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|timed? ?out/i.test(last.detail ?? '')
      ? [
          'No mail server could be reached. If all are out of reach, the provider blocks port 25: see postrider doctor.',
        ]
      : []),
  ];
}
