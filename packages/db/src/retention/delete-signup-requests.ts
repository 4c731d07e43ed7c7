import type { Pool } from 'pg';

/** After its link has expired, a request still shows that it was made and never confirmed. */
const keptDays = 30;
const dayMs = 86_400_000;
const rowsPerPage = 5_000;
const pagesMax = 1_000;

/** Deletes requests of signup forms that were not confirmed; those that were are proof. @returns how many */
export async function deleteExpiredSignupRequests(options: {
  readonly pool: Pool;
  readonly clock: { now(): Date };
  readonly stopping: AbortSignal;
}): Promise<number> {
  const { pool, clock, stopping } = options;
  const before = new Date(clock.now().getTime() - keptDays * dayMs);
  let deleted = 0;
  for (let page = 0; page < pagesMax && !stopping.aborted; page += 1) {
    const { rowCount } = await pool.query({
      name: 'retention.delete-signup-requests',
      text: `DELETE FROM signup_requests WHERE id IN
               (SELECT id FROM signup_requests WHERE confirmed_at IS NULL AND expires_at < $1
                 ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED)`,
      values: [before, rowsPerPage],
    });
    deleted += rowCount ?? 0;
    if ((rowCount ?? 0) < rowsPerPage) break;
  }
  return deleted;
}
