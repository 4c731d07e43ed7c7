import type { WaitingOfEmail } from '@postrider/contracts/emails';
import type { Pool } from '@postrider/db';
import type { ReadWaiting } from '@postrider/waiting';
import {
  findMessage,
  listAttempts,
  listEvents,
  listRecipients,
  type ShownAttempt,
  type ShownEvent,
  type ShownMessage,
  type ShownRecipient,
} from './show.repository';

export interface MessageDetail {
  readonly message: ShownMessage;
  /** One sentence: what it waits for. */
  readonly where: string;
  /** As its sender sees it; null: it does not wait. */
  readonly waiting: WaitingOfEmail | null;
  readonly recipients: readonly ShownRecipient[];
  readonly attempts: readonly ShownAttempt[];
  readonly events: readonly ShownEvent[];
}

/** Where a message is and what happened to it, without its content. Undefined: there is none, or retention has deleted it. */
export async function showMessage(
  pool: Pool,
  id: string,
  readWaiting: ReadWaiting,
): Promise<MessageDetail | undefined> {
  const message = await findMessage(pool, id);
  if (message === undefined) return undefined;
  const waiting = await readWaiting([id]);
  return {
    message,
    where: whereIs(message),
    waiting: waiting.get(id) ?? null,
    recipients: await listRecipients(pool, id),
    attempts: await listAttempts(pool, id),
    events: await listEvents(pool, id),
  };
}

function whereIs(message: ShownMessage): string {
  const { status, due_at: dueAt, lease_until: leaseUntil, now } = message;
  if (status === 'sending') {
    return leaseUntil !== null && leaseUntil < now
      ? 'claimed by a worker whose lease has expired; a sweep will requeue it'
      : 'claimed by a worker';
  }
  if (status !== 'queued') return 'none: sending is finished';
  if (message.held_by !== null) return `held by ${message.held_by}: ${message.held_because ?? ''}`;
  if (message.review === 'pending' || message.review === 'flagged')
    return `held for review (${message.review})`;
  if (!message.organization_may_send) return 'sending of its organization is paused';
  if (dueAt === null) return 'waiting to be released';
  if (dueAt <= now) {
    return message.drained_because === null
      ? 'due: a worker will claim it'
      : `its queue is drained: ${message.drained_because}`;
  }
  const isScheduled = message.scheduled_at !== null && message.scheduled_at >= dueAt;
  return `${isScheduled ? 'scheduled' : 'waits'} until ${dueAt.toISOString()}`;
}
