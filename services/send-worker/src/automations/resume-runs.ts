import type { Pool } from '@postrider/db';

/** Of one automation and statement. */
const pageMax = 500;
const automationsMax = 10;

/**
 * From automation to automation with suspended runs, by one probe each: as many as are paused. Those that go on, and those that
 * were deleted meanwhile, get their runs back.
 */
const resumeRunsSql = `
WITH RECURSIVE suspended AS (
  (
    SELECT automation_id FROM automation_runs WHERE status = 'running' AND due_at IS NULL AND held_at IS NULL
    ORDER BY automation_id LIMIT 1
  )
  UNION ALL
  SELECT next.automation_id
  FROM suspended CROSS JOIN LATERAL (
    SELECT automation_id FROM automation_runs
    WHERE status = 'running' AND due_at IS NULL AND held_at IS NULL AND automation_id > suspended.automation_id
    ORDER BY automation_id LIMIT 1
  ) next
), going AS MATERIALIZED (
  SELECT a.id FROM suspended p JOIN automations a ON a.id = p.automation_id
  WHERE a.status = 'active' OR a.deleted_at IS NOT NULL
  LIMIT ${automationsMax}
), page AS MATERIALIZED (
  SELECT r.id FROM going CROSS JOIN LATERAL (
    SELECT id FROM automation_runs WHERE automation_id = going.id AND status = 'running' AND due_at IS NULL AND held_at IS NULL
    LIMIT ${pageMax} FOR UPDATE SKIP LOCKED
  ) r
)
UPDATE automation_runs r SET due_at = now() FROM page WHERE r.id = page.id`;

export async function areRunsSuspended(pool: Pool): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'automations.are-runs-suspended',
    text: `SELECT FROM automation_runs WHERE status = 'running' AND due_at IS NULL AND held_at IS NULL LIMIT 1`,
  });
  return rowCount === 1;
}

/** Runs that came due while their automation was paused, and go on now. @returns how many; more may be left */
export async function resumeRuns(pool: Pool): Promise<number> {
  const { rowCount } = await pool.query({ name: 'automations.resume-runs', text: resumeRunsSql });
  return rowCount ?? 0;
}
