import assert from 'node:assert';
import { cancellationLimits } from '@postrider/contracts/automations';
import { lowestId } from '@postrider/contracts/ids';
import { countCanceledSql, insertAuditEntry, withTransaction, type Pool } from '@postrider/db';
import type { Author } from '../audit/record-audit-entry';
import { canceled } from './automation-runs.repository';

/** Active runs of an automation, in the order of their ids. */
export interface ActiveRuns {
  readonly organizationId: string;
  readonly automationId: string;
  readonly contactId: string | null;
  readonly version: number | null;
  readonly position: string | null;
  /** Only those behind this id. */
  readonly after: string | undefined;
}

interface PageResult {
  readonly runs: number;
  /** The last run that was looked at; null: it was the last of all. */
  readonly next: string | null;
}

/**
 * $1 organization, $2 automation, $3 an id, $4 contact, $5 version, $6 position. A page of an index of active runs, or of all runs of the
 * contact; columns are compared as a row, so that the planner takes no other (`pageByIndex`).
 */
function pageSql(rowsMax: number, { contactId }: ActiveRuns): string {
  const [driver, value] = contactId === null ? ['automation_id', '$2::uuid'] : ['contact_id', '$4::uuid'];
  return `
  SELECT id, version, position FROM automation_runs
  WHERE (${driver}, id) > (${value}, $3::uuid) AND ${driver} <= ${value} AND organization_id = $1 AND status = 'running'
    AND ($4::uuid IS NULL OR (contact_id = $4 AND automation_id = $2))
  ORDER BY ${driver}, id LIMIT ${rowsMax}`;
}

const isChosen = '($5::int IS NULL OR version = $5) AND ($6::text IS NULL OR position = $6)';
const nextOf = (rowsMax: number): string =>
  `(SELECT id FROM page ORDER BY id OFFSET ${rowsMax - 1} LIMIT 1) AS next`;

const { canceledMax, countedMax } = cancellationLimits;

const countSql = (runs: ActiveRuns): string => `
WITH page AS MATERIALIZED (${pageSql(countedMax, runs)})
SELECT (SELECT count(*)::int FROM page WHERE ${isChosen}) AS runs, ${nextOf(countedMax)}`;

/** Locked in the order of their ids, as all do who change several; one that has gone on to another step meanwhile is not chosen any more. */
const cancelSql = (runs: ActiveRuns): string => `
WITH page AS MATERIALIZED (${pageSql(canceledMax, runs)}), locked AS MATERIALIZED (
  SELECT id FROM automation_runs
  WHERE id = ANY (ARRAY(SELECT id FROM page WHERE ${isChosen})) AND status = 'running' AND ${isChosen}
  ORDER BY id FOR UPDATE
), canceled AS (
  UPDATE automation_runs r SET ${canceled} FROM locked WHERE r.id = locked.id
  RETURNING r.id, r.automation_id, r.version, r.position, r.organization_id
), counted AS (${countCanceledSql('canceled')})
SELECT (SELECT count(*)::int FROM canceled) AS runs, ${nextOf(canceledMax)}`;

function valuesOf({
  organizationId,
  automationId,
  after,
  contactId,
  version,
  position,
}: ActiveRuns): unknown[] {
  return [organizationId, automationId, after ?? lowestId, contactId, version, position];
}

export async function countActiveRuns(pool: Pool, runs: ActiveRuns): Promise<PageResult> {
  const { rows } = await pool.query<PageResult>({ text: countSql(runs), values: valuesOf(runs) });
  return only(rows);
}

/** A page in one transaction, with an audit entry if it canceled any. A step that a worker has in hand may still be taken. */
export async function cancelActiveRuns(pool: Pool, runs: ActiveRuns, { actor }: Author): Promise<PageResult> {
  return withTransaction(pool, async (client) => {
    const { rows } = await client.query<PageResult>({ text: cancelSql(runs), values: valuesOf(runs) });
    const result = only(rows);
    if (result.runs === 0) return result;
    const { organizationId, automationId, contactId, version, position } = runs;
    await insertAuditEntry(client, {
      organizationId,
      actor,
      action: 'automation.cancel_runs',
      target: { type: 'automation', id: automationId },
      after: { runs: result.runs, contact_id: contactId, version, position },
    });
    return result;
  });
}

function only(rows: readonly PageResult[]): PageResult {
  const [row] = rows;
  assert(row !== undefined, 'a count comes in any case');
  return row;
}
