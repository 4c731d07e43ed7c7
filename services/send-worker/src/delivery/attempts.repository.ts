import type { Pool } from '@postrider/db';
import { idRange } from '../claims/claims.repository';

/** The body of this message is about to leave for this recipient. */
export interface Attempt {
  readonly messageId: string;
  readonly ordinal: number;
  readonly pass: number;
  /** The peer as we reached it. */
  readonly destination: string;
  /** Ours; null where it is not known. */
  readonly sourceAddress: string | null;
  /** Name of the transport, where the destination has one. */
  readonly transport: string | null;
}

/**
 * The join is the fence: a worker that stood still for longer than its lease finds its message taken from it, and gets
 * no row and therefore sends nothing. The sweep waits long enough after a lease's end for a statement that has begun
 * before it (see `LEASE_GRACE_MS`).
 */
const insertAttemptsSql = `
INSERT INTO delivery_attempts (message_id, ordinal, round, worker_id, destination, source_address, transport,
  started_at)
SELECT a.message_id, a.ordinal, a.round, $5, a.destination, a.source_address, a.transport, now()
FROM unnest($1::uuid[], $2::int[], $3::int[], $4::text[], $8::text[], $9::text[])
  AS a(message_id, ordinal, round, destination, source_address, transport)
JOIN messages m ON m.id = a.message_id AND m.id >= $6 AND m.id <= $7
WHERE m.status = 'sending' AND m.lease_owner = $5 AND m.rounds = a.round AND m.lease_until > now()
ON CONFLICT DO NOTHING
RETURNING message_id, ordinal`;

/** Those of one transaction. */
export type Attempts = readonly Attempt[];

/** Commits the attempts that still may begin; answers for each transaction whether all of its recipients are among them. */
export async function beginAttempts(
  pool: Pool,
  { transactions, workerId }: { transactions: readonly Attempts[]; workerId: string },
): Promise<readonly boolean[]> {
  const attempts = transactions.flat();
  const { low, high } = idRange(attempts.map((attempt) => attempt.messageId));
  const { rows } = await pool.query<{ message_id: string; ordinal: number }>({
    name: 'delivery.begin-attempts',
    text: insertAttemptsSql,
    values: [
      attempts.map((attempt) => attempt.messageId),
      attempts.map((attempt) => attempt.ordinal),
      attempts.map((attempt) => attempt.pass),
      attempts.map((attempt) => attempt.destination),
      workerId,
      low,
      high,
      attempts.map((attempt) => attempt.sourceAddress),
      attempts.map((attempt) => attempt.transport),
    ],
  });
  const begun = new Set(rows.map((row) => `${row.message_id} ${row.ordinal}`));
  return transactions.map((transaction) =>
    transaction.every(({ messageId, ordinal }) => begun.has(`${messageId} ${ordinal}`)),
  );
}
