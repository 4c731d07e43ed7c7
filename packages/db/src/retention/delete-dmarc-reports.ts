import type { Pool } from 'pg';
import { uuidV7Floor } from '../uuid-v7';

/** What is read goes back 90 days; the rest is for looking back a year. */
const keptDays = 400;
const dayMs = 86_400_000;
/** Each takes its sources along, 12,500 at most. */
const rowsPerPage = 50;
const pagesMax = 20_000;

/** Deletes DMARC reports, with their sources, that came longer ago than they are kept. @returns how many */
export async function deleteExpiredDmarcReports(options: {
  readonly pool: Pool;
  readonly clock: { now(): Date };
  readonly stopping: AbortSignal;
}): Promise<number> {
  const { pool, clock, stopping } = options;
  const before = uuidV7Floor(new Date(clock.now().getTime() - keptDays * dayMs));
  let deleted = 0;
  for (let page = 0; page < pagesMax && !stopping.aborted; page += 1) {
    const { rowCount } = await pool.query({
      name: 'retention.delete-dmarc-reports',
      text: `DELETE FROM dmarc_reports WHERE id IN
               (SELECT id FROM dmarc_reports WHERE id < $1 ORDER BY id LIMIT $2 FOR UPDATE SKIP LOCKED)`,
      values: [before, rowsPerPage],
    });
    deleted += rowCount ?? 0;
    if ((rowCount ?? 0) < rowsPerPage) break;
  }
  return deleted;
}
