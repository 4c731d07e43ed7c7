import assert from 'node:assert';
import { waitingMax, type AutomationStepCounts } from '@postrider/contracts/automations';
import { placedSteps } from '@postrider/audiences';
import type { Pool } from '@postrider/db';
import type { WholeAutomationRow } from './automations.repository';

interface CountedAutomation extends Pick<WholeAutomationRow, 'id' | 'version' | 'definition'> {
  readonly organizationId: string;
}

interface CountRow {
  readonly position: string;
  /** One more than `waitingMax` when there are more. */
  readonly waiting: number;
  readonly passed: number;
  readonly stopped: number;
  readonly failed: number;
  readonly canceled: number;
}

/** Runs at a place, by an index that holds all it is asked for; a literal limit, which the planner knows. */
const waitingSql = (place: string): string => `
  SELECT count(*)::int AS waiting FROM (
    SELECT FROM automation_runs
    WHERE organization_id = $1 AND automation_id = $2 AND ${place} AND status = 'running' LIMIT ${waitingMax + 1}) run`;

/** $1 organization, $2 automation, $3 version, $4 positions. */
const countStepsSql = `
SELECT step.position, run.waiting, coalesce(sum(c.passed), 0)::float8 AS passed, coalesce(sum(c.stopped), 0)::float8 AS stopped,
  coalesce(sum(c.failed), 0)::float8 AS failed, coalesce(sum(c.canceled), 0)::float8 AS canceled
FROM unnest($4::text[]) AS step (position)
CROSS JOIN LATERAL (${waitingSql('version = $3 AND position = step.position')}) run
LEFT JOIN automation_step_counts c
  ON c.organization_id = $1 AND c.automation_id = $2 AND c.version = $3 AND c.position = step.position
GROUP BY step.position, run.waiting`;

/** Of the current version. */
export async function countSteps(
  pool: Pool,
  { organizationId, id, version, definition }: CountedAutomation,
): Promise<AutomationStepCounts> {
  const steps = placedSteps(definition.steps);
  const { rows } = await pool.query<CountRow>({
    text: countStepsSql,
    values: [organizationId, id, version, steps.map(({ position }) => position)],
  });
  const { rows: older } = await pool.query<Pick<CountRow, 'waiting'>>({
    text: waitingSql('version < $3'),
    values: [organizationId, id, version],
  });
  const [inOlder = 0] = older.map(({ waiting }) => waiting);
  const counts = new Map(rows.map((row) => [row.position, row]));
  return {
    object: 'automation_step_counts',
    automation_id: id,
    version,
    waiting_in_older_versions: Math.min(inOlder, waitingMax),
    waiting_in_older_versions_truncated: inOlder > waitingMax,
    steps: steps.map(({ position, step: { type } }) => {
      const row = counts.get(position);
      assert(row !== undefined, 'there is a row for each step');
      const { waiting, passed, stopped, failed, canceled } = row;
      return {
        ...{
          position,
          type,
          waiting: Math.min(waiting, waitingMax),
          waiting_truncated: waiting > waitingMax,
        },
        ...{ passed, stopped, failed, canceled },
      };
    }),
  };
}
