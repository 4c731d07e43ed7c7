import type { Pool } from 'pg';
import { addToSourceDays, sourceDayColumns, summarizeSql } from './summarized-sources';

interface Options {
  readonly pool: Pool;
  readonly clock: { now(): Date };
  readonly stopping: AbortSignal;
}

/** What is read goes back 90 days. */
const keptDays = 100;
const dayMs = 86_400_000;
/** A page takes a second where each source has a dozen results; one report alone may have 12,500 sources. */
const reportsMax = 200;
const sourcesMax = 10_000;
/** Other jobs wait meanwhile; the rest follows with the next run. */
const runMaxMs = 15_000;

const columns = sourceDayColumns.join(', ');

// In one order, so that two runs do not wait for each other in a circle.
const summarizePageSql = `
WITH waiting AS (
  SELECT id, source_count FROM dmarc_reports WHERE NOT is_summarized ORDER BY id LIMIT ${reportsMax} FOR UPDATE SKIP LOCKED
), page AS (
  SELECT id FROM (SELECT id, sum(source_count) OVER (ORDER BY id) - source_count AS sources_before FROM waiting) w
   WHERE sources_before < ${sourcesMax}
), chosen AS (
  UPDATE dmarc_reports r SET is_summarized = true FROM page WHERE r.id = page.id
  RETURNING r.id, r.begins_at, r.reporter, r.sender,
    (SELECT d.id FROM domains d WHERE d.id = r.domain_id AND d.organization_id = r.organization_id) AS domain_id
), ${summarizeSql()}, added AS (
  INSERT INTO dmarc_source_days AS known (${columns})
  SELECT ${columns} FROM summarized WHERE day >= $1::date ORDER BY domain_id, source_ip, day, is_confirmed
  ${addToSourceDays}
)
SELECT count(*)::int AS reports FROM chosen`;

/**
 * Adds DMARC reports to the days of their sources, each once: those that came since, those of a release that did not, and so the ones that
 * were there before. Until then, readers sum them up themselves. @returns how many
 */
export async function summarizeDmarcReports({ pool, clock, stopping }: Options): Promise<number> {
  const first = new Date(clock.now().getTime() - keptDays * dayMs).toISOString().slice(0, 10);
  const endMs = performance.now() + runMaxMs;
  let summarized = 0;
  while (!stopping.aborted && performance.now() < endMs) {
    const { rows } = await pool.query<{ reports: number }>({
      name: 'dmarc-days.summarize-page',
      text: summarizePageSql,
      values: [first],
    });
    const reports = rows[0]?.reports ?? 0;
    summarized += reports;
    if (reports === 0) break;
  }
  return summarized;
}

const deletedMax = 20_000;
const pagesMax = 1_000;

/** @returns how many rows of days that are no longer read were deleted */
export async function deleteOldDmarcDays({ pool, clock, stopping }: Options): Promise<number> {
  const first = new Date(clock.now().getTime() - keptDays * dayMs).toISOString().slice(0, 10);
  let deleted = 0;
  for (let page = 0; page < pagesMax && !stopping.aborted; page += 1) {
    const { rowCount } = await pool.query({
      name: 'dmarc-days.delete-old',
      text: `DELETE FROM dmarc_source_days WHERE ctid = ANY (ARRAY(
               SELECT ctid FROM dmarc_source_days WHERE day < $1::date LIMIT ${deletedMax}))`,
      values: [first],
    });
    deleted += rowCount ?? 0;
    if ((rowCount ?? 0) < deletedMax) break;
  }
  return deleted;
}
