import type { Pool } from 'pg';

const rowsPerPage = 5_000;
/** Five million a run: more than the longest quarter of an hour can bring. */
const pagesMax = 1_000;

/** Deletes idempotency keys that have expired. @returns how many */
export async function deleteExpiredIdempotencyKeys(options: {
  readonly pool: Pool;
  readonly clock: { now(): Date };
  readonly stopping: AbortSignal;
}): Promise<number> {
  const { pool, clock, stopping } = options;
  let deleted = 0;
  for (let page = 0; page < pagesMax && !stopping.aborted; page += 1) {
    const { rowCount } = await pool.query({
      name: 'retention.delete-idempotency-keys',
      text: `DELETE FROM idempotency_keys
              WHERE (organization_id, mode, key) IN
                    (SELECT organization_id, mode, key FROM idempotency_keys WHERE expires_at < $1
                      ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED)`,
      values: [clock.now(), rowsPerPage],
    });
    deleted += rowCount ?? 0;
    if ((rowCount ?? 0) < rowsPerPage) break;
  }
  return deleted;
}
