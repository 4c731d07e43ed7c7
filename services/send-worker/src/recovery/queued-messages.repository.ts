import { lowestId, type Lane } from '@postrider/contracts';
import type { Pool } from '@postrider/db';
import type { ScheduledMessage } from '../schedule/delayed-jobs';

export interface QueuedMessage extends ScheduledMessage {
  readonly dueAt: Date;
}

/** Where to go on in the order of `due_at, id`. */
export interface PageStart {
  readonly dueAt: Date;
  readonly id: string;
}

/** Which messages a queue carries: first delivery passes of one lane, or later ones of all. */
export interface QueueContent {
  readonly lanes: readonly Lane[];
  readonly laterPasses: boolean;
}

interface Row {
  readonly id: string;
  readonly organization_id: string;
  readonly lane: Lane;
  readonly rounds: number;
  readonly due_at: Date;
}

const columns = 'id, organization_id, lane, rounds, due_at';

const findDueSql = `
SELECT ${columns} FROM messages
WHERE status = 'queued' AND lane = ANY($1::text[]) AND (rounds > 0) = $2
  AND due_at <= now() - $3 * interval '1 ms' AND (due_at, id) > ($4, $5)
  AND organization_id <> ALL($7::uuid[])
ORDER BY due_at, id LIMIT $6`;

/** Messages that have been due for longer than `overdueMs`, oldest first. */
export async function findDue(
  pool: Pool,
  query: QueueContent & {
    readonly overdueMs: number;
    /** Organizations. */
    readonly exceptOf: readonly string[];
    readonly after: PageStart | null;
    readonly limit: number;
  },
): Promise<readonly QueuedMessage[]> {
  const { dueAt, id } = query.after ?? { dueAt: new Date(0), id: lowestId };
  const { rows } = await pool.query<Row>({
    name: 'recovery.find-due',
    text: findDueSql,
    values: [query.lanes, query.laterPasses, query.overdueMs, dueAt, id, query.limit, query.exceptOf],
  });
  return rows.map(toQueuedMessage);
}

const findDueBetweenSql = `
SELECT ${columns} FROM messages
WHERE status = 'queued' AND lane = ANY($1::text[]) AND due_at > $2 AND due_at <= $3
  AND (NOT $4 OR rounds > 0 OR scheduled_at IS NOT NULL OR due_at > created_at) AND (due_at, id) > ($5, $6)
ORDER BY due_at, id LIMIT $7`;

/** Messages whose time lies after `from` and not after `to`; `timedOnly` leaves out those that were due when accepted and have not been held since. */
export async function findDueBetween(
  pool: Pool,
  query: {
    readonly lanes: readonly Lane[];
    readonly from: Date;
    readonly to: Date;
    readonly timedOnly: boolean;
    readonly after: PageStart | null;
    readonly limit: number;
  },
): Promise<readonly QueuedMessage[]> {
  const { dueAt, id } = query.after ?? { dueAt: query.from, id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };
  const { rows } = await pool.query<Row>({
    name: 'recovery.find-due-between',
    text: findDueBetweenSql,
    values: [query.lanes, query.from, query.to, query.timedOnly, dueAt, id, query.limit],
  });
  return rows.map(toQueuedMessage);
}

function toQueuedMessage(row: Row): QueuedMessage {
  return {
    id: row.id,
    organizationId: row.organization_id,
    lane: row.lane,
    pass: row.rounds,
    dueAt: row.due_at,
  };
}
