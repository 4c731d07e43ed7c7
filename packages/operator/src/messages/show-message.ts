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
    where: whereIs(message, waiting.get(id) ?? null),
    waiting: waiting.get(id) ?? null,
    recipients: await listRecipients(pool, id),
    attempts: await listAttempts(pool, id),
    events: await listEvents(pool, id),
  };
}

/** As its sender reads it, with what only operators see. */
function whereIs(
  { held_by: holder, held_because: because, drained_because: drained }: ShownMessage,
  waiting: WaitingOfEmail | null,
): string {
  if (waiting === null) return 'none: sending is finished';
  const { advice, next_attempt_at: next, detail } = waiting;
  const more = holder === null ? (drained ?? detail) : `held by ${holder}: ${because ?? ''}`;
  return [advice, more && `(${more})`, next && `Next attempt at ${next}.`].filter(Boolean).join(' ');
}
