import assert from 'node:assert';
import { lowestId, newId } from '@postrider/contracts/ids';
import type { Pool } from '@postrider/db';
import { serverSql } from '../restorations/look.repository';
import type { ClaimedRun } from './claimed-run';

/** By the index of due times alone: what an idle worker asks costs one page. */
const isAnyDueSql = `SELECT EXISTS (SELECT FROM automation_runs WHERE status = 'running' AND due_at <= now()) AS due`;

export async function isAnyDue(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ due: boolean }>({ name: 'automations.is-any-due', text: isAnyDueSql });
  return rows[0]?.due === true;
}

/**
 * From organization to organization by one probe each, whatever waits in them (a "loose index scan", which needs a recursive query
 * in PostgreSQL). Of those that it saw: the ones whose first run is due, and the last one. Two thousand, with 300,000 runs, take
 * 20 ms.
 */
const findDueOrganizationsSql = `
WITH RECURSIVE seen AS (
  (
    SELECT organization_id, due_at, 1 AS place FROM automation_runs
    WHERE status = 'running' AND due_at IS NOT NULL AND organization_id > $1
    ORDER BY organization_id, due_at LIMIT 1
  )
  UNION ALL
  SELECT next.organization_id, next.due_at, seen.place + 1
  FROM seen CROSS JOIN LATERAL (
    SELECT organization_id, due_at FROM automation_runs
    WHERE status = 'running' AND due_at IS NOT NULL AND organization_id > seen.organization_id
    ORDER BY organization_id, due_at LIMIT 1
  ) next
  WHERE seen.place < $2
)
SELECT organization_id, due_at <= now() AS due, place = $2 AS last FROM seen WHERE due_at <= now() OR place = $2`;

const organizationsMax = 2_000;

export interface DueOrganizations {
  readonly ids: readonly string[];
  /** Where the next look begins. */
  readonly next: string;
}

/** Organizations with due runs, from one on; with more than two thousand that have any runs, a part of them at a time. */
export async function findOrganizationsWithDueRuns(
  pool: Pool,
  from: string = lowestId,
): Promise<DueOrganizations> {
  const { rows } = await pool.query<{ organization_id: string; due: boolean; last: boolean }>({
    text: findDueOrganizationsSql,
    values: [from, organizationsMax],
  });
  const last = rows.find((row) => row.last);
  return {
    ids: rows.filter((row) => row.due).map((row) => row.organization_id),
    next: last?.organization_id ?? lowestId,
  };
}

/** What one organization may get of a claim. */
export interface RunShare {
  readonly organizationId: string;
  readonly runsMax: number;
}

/**
 * $1, $2 shares; $3 lease in ms, $4 its name; $5 an id for the step of each run. A lease that is there and over was that of
 * a worker that died. Runs of a paused automation are suspended, so that no claim finds them again until it goes on.
 *
 * Without a name, here and where runs are recorded: a prepared statement keeps the plan that was made for a table that was
 * empty then, and would read a hundred thousand runs whole by it. Planning takes 0.5 ms, for a whole batch.
 */
const claimRunsSql = `
WITH due AS MATERIALIZED (
  SELECT r.id, r.automation_id
  FROM unnest($1::uuid[], $2::int[]) AS share (organization_id, runs_max)
  CROSS JOIN LATERAL (
    SELECT id, automation_id FROM automation_runs
    WHERE organization_id = share.organization_id AND status = 'running' AND due_at <= now()
      AND (lease_until IS NULL OR lease_until <= now())
    ORDER BY due_at LIMIT share.runs_max
    FOR UPDATE SKIP LOCKED
  ) r
), judged AS MATERIALIZED (
  SELECT due.id, a.slug, CASE WHEN a.deleted_at IS NULL THEN a.status ELSE 'deleted' END AS state,
    row_number() OVER () AS place
  FROM due JOIN automations a ON a.id = due.automation_id
), suspended AS (
  UPDATE automation_runs r SET due_at = NULL, lease_until = NULL, lease_owner = NULL
  FROM judged j WHERE r.id = j.id AND j.state = 'paused'
), canceled AS (
  UPDATE automation_runs r SET status = 'canceled', detail = 'the automation was deleted', finished_at = now(), due_at = NULL,
    waiting_since = NULL, waiting_event = NULL, lease_until = NULL, lease_owner = NULL
  FROM judged j WHERE r.id = j.id AND j.state = 'deleted'
), held AS (
  UPDATE automation_runs r SET
    crashes = least(r.crashes + CASE WHEN r.lease_until IS NULL THEN 0 ELSE 1 END, 1000),
    lease_until = now() + $3 * interval '1 ms', lease_owner = $4::uuid,
    step_id = coalesce(r.step_id, ($5::uuid[])[j.place])
  FROM judged j WHERE r.id = j.id AND j.state = 'active'
  RETURNING r.id, r.organization_id, r.automation_id, j.slug, r.version, r.contact_id, r.event_id, r.properties,
    r.position, r.steps, r.step_id, r.attempts, r.crashes, r.waiting_since IS NOT NULL AS is_waiting, r.woken_by,
    r.lease_owner
)
SELECT looked_at.count AS looked_at, ${serverSql} AS server, held.* FROM (SELECT count(*)::int AS count FROM judged) looked_at
LEFT JOIN held ON true`;

interface ClaimRow {
  readonly looked_at: number;
  readonly server: string;
  /** Null: none is held. */
  readonly id: string | null;
  readonly organization_id: string;
  readonly automation_id: string;
  readonly slug: string;
  readonly version: number;
  readonly contact_id: string;
  readonly event_id: string;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly position: string;
  readonly steps: number;
  readonly step_id: string;
  readonly attempts: number;
  readonly crashes: number;
  readonly is_waiting: boolean;
  readonly woken_by: string | null;
  readonly lease_owner: string;
}

export interface ClaimedRuns {
  readonly runs: readonly ClaimedRun[];
  /** With those that were suspended or canceled instead. */
  readonly lookedAt: number;
  /** Which has committed it. */
  readonly server: string;
}

/** The runs of each organization that have been due longest; what they may do next is committed, and no other worker takes them. */
export async function claimRuns(
  pool: Pool,
  { shares, leaseMs }: { readonly shares: readonly RunShare[]; readonly leaseMs: number },
): Promise<ClaimedRuns> {
  const runsMax = shares.reduce((sum, share) => sum + share.runsMax, 0);
  const { rows } = await pool.query<ClaimRow>({
    text: claimRunsSql,
    values: [
      shares.map(({ organizationId }) => organizationId),
      shares.map((share) => share.runsMax),
      leaseMs,
      newId(),
      Array.from({ length: runsMax }, () => newId()),
    ],
  });
  const [first] = rows;
  assert(first !== undefined, 'a count comes in any case');
  const { looked_at: lookedAt, server } = first;
  return { lookedAt, server, runs: first.id === null ? [] : rows.map(claimedRun) };
}

function claimedRun(row: ClaimRow): ClaimedRun {
  assert(row.id !== null, 'all rows of a claim hold runs, or none');
  return {
    id: row.id,
    organizationId: row.organization_id,
    automationId: row.automation_id,
    slug: row.slug,
    version: row.version,
    contactId: row.contact_id,
    eventId: row.event_id,
    properties: row.properties,
    position: row.position,
    steps: row.steps,
    stepId: row.step_id,
    attempts: row.attempts,
    crashes: row.crashes,
    isWaiting: row.is_waiting,
    wokenBy: row.woken_by,
    lease: row.lease_owner,
  };
}
