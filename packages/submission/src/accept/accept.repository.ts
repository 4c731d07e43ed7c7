import { deleteUnkeptContent, type Pool } from '@postrider/db';
import type { PreparedEmail } from '../prepare/prepared-email';
import { holdingStatement, plainStatement } from './accept.statement';
import { sparseMessage, sparseRecipient } from './sparse-rows';

/** What the statement did with one message. */
export type InsertOutcome =
  | { readonly state: 'stored'; readonly suppressed: readonly string[] }
  /** Its idempotency key belongs to an earlier message; nothing was written. */
  | { readonly state: 'replay' };

interface ExceptionRow {
  readonly id: string;
  readonly replay: boolean;
  readonly suppressed: string[] | null;
}

const stored: InsertOutcome = { state: 'stored', suppressed: [] };

/**
 * Writes many messages, of any organizations, all or none, in one statement.
 * The rows travel as JSON: measured against `unnest` of 41 arrays it takes a tenth less time in Postgres and a
 * fifth less in this process. Only what is out of the ordinary comes back.
 */
export async function insertMessages(pool: Pool, batch: readonly PreparedEmail[]): Promise<InsertOutcome[]> {
  const { rows } = await pool.query<ExceptionRow>({
    ...(batch.some(({ message }) => message.held) ? holdingStatement : plainStatement),
    values: [
      JSON.stringify(inKeyOrder(batch).map(sparseMessage)),
      JSON.stringify(batch.flatMap((email) => email.recipients.map(sparseRecipient))),
      JSON.stringify(batch.flatMap((email) => email.attachments)),
    ],
  });
  if (rows.length === 0) return batch.map(() => stored);
  // With every recipient suppressed a message is final already. That is not worth a place in the statement that all mail
  // takes. The messages are stored whatever becomes of this: what fails here, the nightly run deletes.
  await deleteUnkeptContent(
    pool,
    rows.filter((row) => !row.replay).map((row) => row.id),
  ).catch(() => undefined);
  const exceptions = new Map(rows.map((row) => [row.id, row]));
  return batch.map(({ message }) => {
    const exception = exceptions.get(message.id);
    if (exception === undefined) return stored;
    return exception.replay
      ? { state: 'replay' }
      : { state: 'stored', suppressed: exception.suppressed ?? [] };
  });
}

/** Statements that run at once take the locks of their idempotency keys in one order, so they cannot deadlock. */
function inKeyOrder(batch: readonly PreparedEmail[]): PreparedEmail['message'][] {
  const messages = batch.map((email) => email.message);
  if (messages.every((message) => message.idempotency_key === null)) return messages;
  const order = (message: PreparedEmail['message']): string =>
    `${message.organization_id} ${message.mode} ${message.idempotency_key ?? ''}`;
  return messages.sort((a, b) => (order(a) < order(b) ? -1 : 1));
}
