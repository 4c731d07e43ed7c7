import type { DeliveryAttempt, Email, EmailEvent, EmailHold } from '../../api/types';
import { addressOf } from './email-acceptances';

/** A line of the timeline: something that happened, or an attempt to deliver. */
export type TimelineStep =
  | { readonly kind: 'event'; readonly at: string; readonly event: EmailEvent; readonly isExplained: boolean }
  | { readonly kind: 'hold'; readonly at: string; readonly hold: EmailHold }
  | { readonly kind: 'claim'; readonly at: string }
  | { readonly kind: 'attempt'; readonly at: string; readonly attempt: DeliveryAttempt };

export interface RecipientTimeline {
  readonly recipient: string;
  readonly steps: readonly TimelineStep[];
}

/** Events that an attempt shows, with more detail. */
const shownByAttempts: ReadonlySet<EmailEvent['type']> = new Set(['sent', 'delivery_delayed']);

/** What happened for each recipient, oldest first. Attempts replace the events that say less. */
export function timelinesOf(
  email: Email,
  attempts: readonly DeliveryAttempt[],
): readonly RecipientTimeline[] {
  const eventsOf = Map.groupBy(email.events, ({ recipient }) => recipient);
  const attemptsOf = Map.groupBy(attempts, ({ recipient }) => recipient);
  const recipients = new Set([...email.to, ...email.cc, ...email.bcc].map(addressOf));
  for (const recipient of eventsOf.keys()) recipients.add(recipient);
  return [...recipients].map((recipient) => {
    const own = attemptsOf.get(recipient) ?? [];
    const events = (eventsOf.get(recipient) ?? []).filter(
      ({ type }) => type !== 'queued' && !(own.length > 0 && shownByAttempts.has(type)),
    );
    const steps: TimelineStep[] = [
      ...email.holds.map((hold) => ({ kind: 'hold', at: hold.since, hold }) as const),
      ...(email.claimed_at ? [{ kind: 'claim', at: email.claimed_at } as const] : []),
      ...own.map((attempt) => ({ kind: 'attempt', at: attempt.started_at, attempt }) as const),
      ...events.map(
        (event) => ({ kind: 'event', at: event.at, event, isExplained: explains(own, event) }) as const,
      ),
    ];
    return { recipient, steps: steps.sort((one, other) => Date.parse(one.at) - Date.parse(other.at)) };
  });
}

/** Whether an attempt shows the reply and the diagnosis of the event already. */
function explains(attempts: readonly DeliveryAttempt[], { reply }: EmailEvent): boolean {
  return (
    reply !== undefined &&
    attempts.some((attempt) => attempt.reply_code === reply.code && attempt.reply?.includes(reply.text))
  );
}
