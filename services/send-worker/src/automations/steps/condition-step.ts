import { checkConditions, isOfWait, type WaitResult } from '@postrider/audiences';
import type { ConditionStep } from '@postrider/contracts/automations';
import { isContactActivityKnown, type Pool } from '@postrider/db';
import type { ClaimedRun } from '../claimed-run';
import { contactDeleted, type StepResult } from './step-result';

export async function takeCondition(
  pool: Pool,
  run: ClaimedRun,
  { if: { all } }: ConditionStep,
): Promise<StepResult> {
  if (all.some((condition) => 'activity' in condition) && !(await isContactActivityKnown(pool))) {
    return { kind: 'later', detail: 'activity_unknown', inMs: null, keepsId: true };
  }
  const waited = all.some(isOfWait) ? await findLastWait(pool, run) : null;
  const met = await checkConditions(pool, { ...run, waited }, all);
  if (met === null) return contactDeleted;
  const branch = met.every(Boolean) ? 'then' : 'else';
  return { kind: 'taken', branch, detail: branch };
}

/** How the last wait for an event ended, as its step says; null: there was none. */
async function findLastWait(pool: Pool, { id }: ClaimedRun): Promise<WaitResult | null> {
  const { rows } = await pool.query<{ detail: WaitResult }>({
    name: 'automations.find-last-wait',
    text: `SELECT detail FROM automation_steps
      WHERE run_id = $1 AND type = 'wait_until' AND detail IN ('event', 'timeout')
      ORDER BY number DESC LIMIT 1`,
    values: [id],
  });
  return rows[0]?.detail ?? null;
}
