import { deleteUnkeptContent, type Pool } from '@postrider/db';
import type { PreparedEmail } from '../prepare/prepared-email';
import { acceptParameters } from './accept-parameters';
import { isRare, rareStatement, usualStatement } from './accept.statement';

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
 * Only what is out of the ordinary comes back.
 *
 * @param shard where their recipients are counted; no other statement uses it at the time
 */
export async function insertMessages(
  pool: Pool,
  batch: readonly PreparedEmail[],
  shard: string,
): Promise<InsertOutcome[]> {
  const { rows } = await pool.query<ExceptionRow>({
    ...(batch.some(({ message }) => isRare(message)) ? rareStatement : usualStatement),
    values: [...acceptParameters(batch), shard],
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
