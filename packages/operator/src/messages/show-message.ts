import { CommandRefused } from '../command-refused';
import type { Row } from '../output/render-answer';
import type { Session } from '../session';
import { findMessage, listAttempts, listEvents, listRecipients, type ShownMessage } from './show.repository';

/** Where a message is and what happened to it; nothing of what it says. */
export async function showMessage(session: Session, id: string): Promise<Row> {
  const pool = session.pool();
  const message = await findMessage(pool, id);
  if (message === undefined) {
    throw new CommandRefused(`There is no message with the id ${id}, or retention has deleted it.`);
  }
  const { now: _now, organization_may_send: _maySend, drained_because: _drained, ...fields } = message;
  const attempts = await listAttempts(pool, id);
  return {
    ...fields,
    where: whereIs(message),
    recipients: await listRecipients(pool, id),
    attempts: attempts.map(({ conversation, ...attempt }) => ({
      ...attempt,
      conversation: conversation === null ? [] : conversation.split('\n'),
    })),
    events: await listEvents(pool, id),
  };
}

/** One sentence: whom or what it waits for. */
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
