import type { Pool } from 'pg';
import { uuidV7Floor } from '../uuid-v7';

/** What is read goes back 90 days; the rest is for looking back a year. */
const keptDays = 400;
const dayMs = 86_400_000;
/** Each takes its sources or failures along, 12,500 at most. */
const rowsPerPage = 50;
const pagesMax = 20_000;

interface Options {
  readonly pool: Pool;
  readonly clock: { now(): Date };
  readonly stopping: AbortSignal;
}

/** Deletes DMARC reports, with their sources, that came longer ago than they are kept. @returns how many */
export function deleteExpiredDmarcReports(options: Options): Promise<number> {
  return deleteExpired('dmarc_reports', options);
}

/** The same of TLS reports and their failures. */
export function deleteExpiredTlsReports(options: Options): Promise<number> {
  return deleteExpired('received_tls_reports', options);
}

async function deleteExpired(
  table: 'dmarc_reports' | 'received_tls_reports',
  { pool, clock, stopping }: Options,
): Promise<number> {
  const before = uuidV7Floor(new Date(clock.now().getTime() - keptDays * dayMs));
  let deleted = 0;
  for (let page = 0; page < pagesMax && !stopping.aborted; page += 1) {
    const { rowCount } = await pool.query({
      name: `retention.delete-${table}`,
      text: `DELETE FROM ${table} WHERE id IN
               (SELECT id FROM ${table} WHERE id < $1 ORDER BY id LIMIT $2 FOR UPDATE SKIP LOCKED)`,
      values: [before, rowsPerPage],
    });
    deleted += rowCount ?? 0;
    if ((rowCount ?? 0) < rowsPerPage) break;
  }
  return deleted;
}
