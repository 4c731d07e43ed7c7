import assert from 'node:assert';
import { deleteUnkeptContent, isUniqueViolation, withTransaction, type Pool } from '@postrider/db';
import type { PreparedEmail } from '../prepare/prepared-email';
import { rareStatement, usualStatement } from './accepting-statement';
import { parametersOf } from './insert-parameters';
import { isRare } from './message-columns';

/** What the statement did with one message. */
export type InsertOutcome =
  | { readonly state: 'stored'; readonly suppressed: readonly string[] }
  /**
   * Nothing was written: its idempotency key belongs to an earlier message, or the message exists already under its chosen id.
   * Suppressed recipients are given only in the second case.
   */
  | { readonly state: 'replay'; readonly suppressed: readonly string[] };

interface ExceptionRow {
  readonly id: string;
  readonly replay: boolean;
  /** Null if it is a replay of another message, by its idempotency key. */
  readonly suppressed: string[] | null;
}

const stored: InsertOutcome = { state: 'stored', suppressed: [] };

/**
 * Writes many messages, of any organizations, all or none, in one statement. The statement returns rows only for replays and
 * for messages with suppressed recipients.
 *
 * @param shard of `usage_shards`, in which their recipients are counted; no other statement uses it at the time
 */
export async function insertEmails(
  pool: Pool,
  batch: readonly PreparedEmail[],
  shard: string,
): Promise<InsertOutcome[]> {
  const rows = await insertOrReplay(pool, batch, shard);
  if (rows.length === 0) return batch.map(() => stored);
  // A message whose recipients are all suppressed is final already, and its content may have to go. That is done in a second
  // statement, so that other mail does not pay for it. If it fails, the nightly run deletes the content.
  const storedIds = rows.filter((row) => !row.replay).map((row) => row.id);
  await withTransaction(pool, (client) => deleteUnkeptContent(client, storedIds)).catch(() => undefined);
  const exceptions = new Map(rows.map((row) => [row.id, row]));
  return batch.map(({ message }) => {
    const exception = exceptions.get(message.id);
    if (exception === undefined) return stored;
    if (exception.replay) return { state: 'replay', suppressed: exception.suppressed ?? [] };
    assert(
      exception.suppressed !== null,
      'a message that is stored comes back for its suppressed recipients',
    );
    return { state: 'stored', suppressed: exception.suppressed };
  });
}

/** A conflict shows only when the other process has committed, so the second run nearly always finds all of those messages. */
const conflictsMax = 5;

/**
 * Two processes may accept a message with a chosen id at once, if the first has taken longer than its lease. The second violates
 * the primary key, runs the statement again, and then sees that it is a replay.
 */
async function insertOrReplay(
  pool: Pool,
  batch: readonly PreparedEmail[],
  shard: string,
): Promise<ExceptionRow[]> {
  const statement = {
    ...(batch.some(({ message }) => isRare(message)) ? rareStatement : usualStatement),
    values: [...parametersOf(batch), shard],
  };
  const mayConflict = batch.some(({ message }) => message.chosen);
  for (let conflicts = 0; ; conflicts += 1) {
    try {
      return (await pool.query<ExceptionRow>(statement)).rows;
    } catch (error) {
      if (!mayConflict || !isUniqueViolation(error) || conflicts === conflictsMax) throw error;
    }
  }
}
