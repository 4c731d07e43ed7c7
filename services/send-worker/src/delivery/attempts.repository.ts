import type { Pool } from '@postrider/db';
import { idRange } from '../claims/claims.repository';

/** The body of this message is about to leave for this recipient. */
export interface Attempt {
  readonly messageId: string;
  readonly ordinal: number;
  readonly pass: number;
  /** The peer as we reached it. */
  readonly destination: string;
}

/**
 * The join is the fence: a worker that stood still for longer than its lease finds its message taken from it, and gets
 * no row and therefore sends nothing. The sweep waits long enough after a lease's end for a statement that has begun
 * before it (see `LEASE_GRACE_MS`).
 */
const insertAttemptsSql = `
INSERT INTO delivery_attempts (message_id, ordinal, round, worker_id, destination, started_at)
SELECT a.message_id, a.ordinal, a.round, $5, a.destination, now()
FROM unnest($1::uuid[], $2::int[], $3::int[], $4::text[]) AS a(message_id, ordinal, round, destination)
JOIN messages m ON m.id = a.message_id AND m.id >= $6 AND m.id <= $7
WHERE m.status = 'sending' AND m.lease_owner = $5 AND m.rounds = a.round AND m.lease_until > now()
ON CONFLICT DO NOTHING
RETURNING message_id, ordinal`;

/** Commits the attempts that still may begin; answers for each whether it is among them. */
export async function beginAttempts(
  pool: Pool,
  { attempts, workerId }: { attempts: readonly Attempt[]; workerId: string },
): Promise<readonly boolean[]> {
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
    ],
  });
  const begun = new Set(rows.map((row) => `${row.message_id} ${row.ordinal}`));
  return attempts.map(({ messageId, ordinal }) => begun.has(`${messageId} ${ordinal}`));
}
