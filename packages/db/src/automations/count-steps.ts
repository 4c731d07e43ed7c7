/** How a run left a step. */
export type StepCount = 'passed' | 'stopped' | 'failed' | 'canceled';

const shards = 8;

/**
 * Adds to the counts of steps, as a part of the statement that changes the runs. Counters are locked in order, and after the runs.
 *
 * @param left a SELECT of a row for each step that a run left: `automation_id`, `version`, `position`, `organization_id`, `count`
 *   (a `StepCount`)
 */
export function countStepsSql(left: string): string {
  const sum = (count: StepCount): string => `count(*) FILTER (WHERE s.count = '${count}')`;
  return `INSERT INTO automation_step_counts AS known
      (automation_id, version, position, shard, organization_id, passed, stopped, failed, canceled)
    SELECT s.automation_id, s.version, s.position, pg_backend_pid() % ${shards}, s.organization_id,
      ${sum('passed')}, ${sum('stopped')}, ${sum('failed')}, ${sum('canceled')}
    FROM (${left}) s
    GROUP BY s.automation_id, s.version, s.position, s.organization_id
    ORDER BY s.automation_id, s.version, s.position
    ON CONFLICT (automation_id, version, position, shard) DO UPDATE SET
      passed = known.passed + excluded.passed, stopped = known.stopped + excluded.stopped,
      failed = known.failed + excluded.failed, canceled = known.canceled + excluded.canceled`;
}

/** For runs that were canceled: of a CTE that returned their `automation_id`, `version`, `position` and `organization_id`. */
export function countCanceledSql(canceled: string): string {
  return countStepsSql(
    `SELECT automation_id, version, position, organization_id, 'canceled' AS count FROM ${canceled}`,
  );
}
