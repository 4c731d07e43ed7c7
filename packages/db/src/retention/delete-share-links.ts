import type { Pool } from 'pg';

const rowsPerPage = 5_000;
const pagesMax = 1_000;

/** Deletes share links that have expired; the audit log says that they were there. @returns how many */
export async function deleteExpiredShareLinks(options: {
  readonly pool: Pool;
  readonly clock: { now(): Date };
  readonly stopping: AbortSignal;
}): Promise<number> {
  const { pool, clock, stopping } = options;
  let deleted = 0;
  for (let page = 0; page < pagesMax && !stopping.aborted; page += 1) {
    const { rowCount } = await pool.query({
      name: 'retention.delete-share-links',
      text: `DELETE FROM email_share_links WHERE id IN
               (SELECT id FROM email_share_links WHERE expires_at < $1 ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED)`,
      values: [clock.now(), rowsPerPage],
    });
    deleted += rowCount ?? 0;
    if ((rowCount ?? 0) < rowsPerPage) break;
  }
  return deleted;
}
