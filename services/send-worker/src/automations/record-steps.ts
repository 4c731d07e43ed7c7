import assert from 'node:assert';
import type { AutomationStep } from '@postrider/contracts/automations';
import type { AutomationRunStatus } from '@postrider/contracts/statuses';
import { countStepsSql, type Pool, type Queryable } from '@postrider/db';
import { createBatcher } from '@postrider/runtime';
import type { ClaimedRun } from './claimed-run';

/** A step that was taken, as the history of its run keeps it. */
export interface TakenStep {
  readonly type: AutomationStep['type'];
  readonly outcome: 'done' | 'skipped' | 'failed';
  readonly detail: string | null;
  readonly messageId: string | null;
}

/** The step that a run took, and where it stands after it. */
export interface Move {
  readonly run: ClaimedRun;
  /** Null: the step in hand stays in hand, to wait or to be tried again. */
  readonly taken: TakenStep | null;
  readonly status: AutomationRunStatus;
  readonly position: string;
  /** Null: it is due as it was. */
  readonly dueInMs: number | null;
  /** It goes on under the same claim. */
  readonly keepsClaim: boolean;
  /** Identity of the step at `position`; null: one is chosen when it is claimed. */
  readonly stepId: string | null;
  /** The step at `position` is a wait that begins now. */
  readonly waits: boolean;
  readonly waitingEvent: string | null;
  readonly attempts: number;
  readonly detail: string | null;
}

/**
 * $1 moves, $2 lease in ms. Only for the claim that holds the run where it stands: who comes too late changes nothing. An
 * event that woke the run meanwhile does so, too: it is looked at again then. Rows are locked in the order of their ids, as
 * all do who change several.
 */
const recordMovesSql = `
WITH given AS MATERIALIZED (
  SELECT * FROM json_to_recordset($1::json) AS g (
    run_id uuid, lease_owner uuid, position text, steps integer, woken_by uuid,
    type text, outcome text, step_detail text, message_id uuid,
    status text, next_position text, due_in_ms double precision, keeps_claim boolean, step_id uuid, waits boolean,
    waiting_event text, attempts smallint, detail text)
), locked AS MATERIALIZED (
  SELECT r.id FROM automation_runs r JOIN given g ON g.run_id = r.id ORDER BY r.id FOR UPDATE OF r
), moved AS (
  UPDATE automation_runs r SET
    status = g.status, position = g.next_position, detail = g.detail,
    due_at = CASE WHEN g.status <> 'running' THEN NULL WHEN g.due_in_ms IS NULL THEN r.due_at
      ELSE now() + g.due_in_ms * interval '1 ms' END,
    waiting_since = CASE WHEN g.waits THEN now() END, waiting_event = g.waiting_event, woken_by = NULL,
    steps = r.steps + CASE WHEN g.type IS NULL THEN 0 ELSE 1 END,
    step_id = g.step_id, attempts = g.attempts, crashes = CASE WHEN g.type IS NULL THEN r.crashes ELSE 0 END,
    lease_until = CASE WHEN g.keeps_claim THEN now() + $2 * interval '1 ms' END,
    lease_owner = CASE WHEN g.keeps_claim THEN r.lease_owner END,
    finished_at = CASE WHEN g.status <> 'running' THEN now() END
  FROM given g JOIN locked ON locked.id = g.run_id
  WHERE r.id = g.run_id AND r.status = 'running' AND r.lease_owner = g.lease_owner AND r.position = g.position
    AND r.steps = g.steps AND r.woken_by IS NOT DISTINCT FROM g.woken_by
  RETURNING r.id, r.automation_id, r.version, r.organization_id
), history AS (
  INSERT INTO automation_steps (run_id, number, position, type, outcome, detail, message_id, taken_at)
  SELECT g.run_id, g.steps, g.position, g.type, g.outcome, g.step_detail, g.message_id, now()
  FROM given g JOIN moved ON moved.id = g.run_id
  WHERE g.type IS NOT NULL
), counted AS (${countStepsSql(`
  SELECT moved.automation_id, moved.version, g.position, moved.organization_id,
    CASE WHEN g.outcome = 'failed' OR g.status = 'failed' THEN 'failed' WHEN g.status = 'stopped' THEN 'stopped'
      ELSE 'passed' END AS count
  FROM given g JOIN moved ON moved.id = g.run_id
  WHERE g.type IS NOT NULL OR g.status = 'failed'`)}
)
SELECT id FROM moved`;

export interface RecordMoves {
  /** In one transaction with others that come at the same time. False: the run is not held any more. */
  record(move: Move): Promise<boolean>;
  /** As a part of the caller's transaction. */
  recordWithin(client: Queryable, move: Move): Promise<boolean>;
  /** Begins the lease again, for what cannot be undone. False: the run is not held any more. */
  renew(run: ClaimedRun): Promise<boolean>;
  drain(): Promise<void>;
}

export function createRecordMoves(options: { readonly pool: Pool; readonly leaseMs: number }): RecordMoves {
  const { pool, leaseMs } = options;
  const recordAll = async (client: Queryable, moves: readonly Move[]): Promise<boolean[]> => {
    const { rows } = await client.query<{ id: string }>({
      text: recordMovesSql,
      values: [JSON.stringify(moves.map(moveRow)), leaseMs],
    });
    const moved = new Set(rows.map(({ id }) => id));
    return moves.map(({ run }) => moved.has(run.id));
  };
  const batcher = createBatcher({
    name: 'automations',
    run: (moves: readonly Move[]) => recordAll(pool, moves),
  });
  return {
    record: (move) => batcher.submit(move),
    recordWithin: async (client, move) => (await recordAll(client, [move]))[0] === true,
    renew: async ({ id, lease }) => {
      const { rowCount } = await pool.query({
        name: 'automations.renew-lease',
        text: `UPDATE automation_runs SET lease_until = now() + $3 * interval '1 ms' WHERE id = $1 AND lease_owner = $2`,
        values: [id, lease, leaseMs],
      });
      return rowCount === 1;
    },
    drain: () => batcher.drain(),
  };
}

function moveRow({ run, taken, ...next }: Move): object {
  return {
    run_id: run.id,
    lease_owner: run.lease,
    position: run.position,
    steps: run.steps,
    woken_by: run.wokenBy,
    type: taken?.type ?? null,
    outcome: taken?.outcome ?? null,
    step_detail: taken?.detail ?? null,
    message_id: taken?.messageId ?? null,
    status: next.status,
    next_position: next.position,
    due_in_ms: next.dueInMs,
    keeps_claim: next.keepsClaim,
    step_id: next.stepId,
    waits: next.waits,
    waiting_event: next.waitingEvent,
    attempts: next.attempts,
    detail: next.detail,
  };
}

/** The run as the move leaves it under the same claim. */
export function runAfter({ run, taken, position, stepId, attempts }: Move): ClaimedRun {
  assert(stepId !== null, 'a step that is taken next has its id');
  const steps = run.steps + (taken === null ? 0 : 1);
  return { ...run, position, steps, stepId, attempts, crashes: 0, isWaiting: false, wokenBy: null };
}

/** Its claim ends, and it is due as before. */
export async function releaseRun(pool: Pool, { id, lease }: ClaimedRun): Promise<void> {
  await pool.query({
    name: 'automations.release-run',
    text: 'UPDATE automation_runs SET lease_until = NULL, lease_owner = NULL WHERE id = $1 AND lease_owner = $2',
    values: [id, lease],
  });
}
