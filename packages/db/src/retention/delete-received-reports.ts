import type { Pool } from 'pg';
import { uuidV7Floor } from '../uuid-v7';

/** What is read goes back 90 days; the rest is for looking back a year. */
const keptDays = 400;
const dayMs = 86_400_000;
/** Each takes its sources or failures along, 12,500 at most. */
const rowsPerPage = 50;
const pagesMax = 20_000;
const namesKeptDays = 60;
/** More than are looked up in a day; the rest goes the next day. */
const namesMax = 100_000;

interface Options {
  readonly pool: Pool;
  readonly clock: { now(): Date };
  readonly stopping: AbortSignal;
}

/** Deletes DMARC reports, with their sources, that came longer ago than they are kept. @returns how many */
export function deleteExpiredDmarcReports(options: Options): Promise<number> {
  const text = `DELETE FROM dmarc_reports WHERE id IN
               (SELECT id FROM dmarc_reports WHERE id < $1 ORDER BY id LIMIT $2 FOR UPDATE SKIP LOCKED)`;
  return deleteExpired({ name: 'retention.delete-dmarc-reports', text }, options);
}

/** The same of TLS reports and their failures. */
export function deleteExpiredTlsReports(options: Options): Promise<number> {
  const text = `DELETE FROM received_tls_reports WHERE id IN
               (SELECT id FROM received_tls_reports WHERE id < $1 ORDER BY id LIMIT $2 FOR UPDATE SKIP LOCKED)`;
  return deleteExpired({ name: 'retention.delete-tls-reports', text }, options);
}

async function deleteExpired(
  statement: { readonly name: string; readonly text: string },
  { pool, clock, stopping }: Options,
): Promise<number> {
  const before = uuidV7Floor(new Date(clock.now().getTime() - keptDays * dayMs));
  let deleted = 0;
  for (let page = 0; page < pagesMax && !stopping.aborted; page += 1) {
    const { rowCount } = await pool.query({ ...statement, values: [before, rowsPerPage] });
    deleted += rowCount ?? 0;
    if ((rowCount ?? 0) < rowsPerPage) break;
  }
  return deleted;
}

/** Names are looked up again after a month where reports still have the address. @returns how many were deleted */
export async function deleteOldSourceNames({
  pool,
  clock,
}: Pick<Options, 'pool' | 'clock'>): Promise<number> {
  const { rowCount } = await pool.query({
    name: 'retention.delete-source-names',
    text: `DELETE FROM dmarc_source_names WHERE address IN
             (SELECT address FROM dmarc_source_names WHERE looked_up_at < $1 ORDER BY looked_up_at LIMIT $2)`,
    values: [new Date(clock.now().getTime() - namesKeptDays * dayMs), namesMax],
  });
  return rowCount ?? 0;
}
