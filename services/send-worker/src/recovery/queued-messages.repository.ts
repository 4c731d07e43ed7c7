import { lowestId, type Lane } from '@postrider/contracts';
import type { Pool } from '@postrider/db';
import type { ScheduledMessage } from '../schedule/delayed-jobs';

export interface QueuedMessage extends ScheduledMessage {
  readonly dueAt: Date;
}

/** Where to continue in the order of `due_at, id`. */
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

/** In the order of `messages_queued_idx`. If a full page was looked at, the next look continues behind its last message. */
const findDueSql = `
WITH looked_at AS MATERIALIZED (
  SELECT ${columns} FROM messages
  WHERE status = 'queued' AND lane = $1 AND due_at <= now() - $2 * interval '1 ms' AND (due_at, id) > ($3, $4)
  ORDER BY due_at, id LIMIT $5
)
SELECT found.*, last.due_at AS last_due_at, last.id AS last_id
FROM (SELECT) once
LEFT JOIN (SELECT due_at, id FROM looked_at OFFSET $5 - 1) last ON true
LEFT JOIN (
  SELECT ${columns} FROM looked_at WHERE (rounds > 0) = $6 AND organization_id <> ALL($7::uuid[])
) found ON true`;

/** The message columns are null in a row that only says where to continue. */
type DueRow = (Row | { readonly id: null }) & {
  readonly last_due_at: Date | null;
  readonly last_id: string | null;
};

/** Of the next messages of a lane those that have been due for longer than `overdueMs`, and were asked for. */
export async function findDue(
  pool: Pool,
  query: {
    readonly lane: Lane;
    readonly laterPasses: boolean;
    readonly overdueMs: number;
    /** Organizations. */
    readonly exceptOf: readonly string[];
    readonly after: PageStart | null;
    /** Messages that are looked at. */
    readonly limit: number;
  },
): Promise<{
  readonly messages: readonly QueuedMessage[];
  /** Where the next look continues; null: nothing is left. */
  readonly next: PageStart | null;
}> {
  const { dueAt, id } = query.after ?? { dueAt: new Date(0), id: lowestId };
  const { lane, overdueMs, limit, laterPasses, exceptOf } = query;
  const { rows } = await pool.query<DueRow>({
    name: 'recovery.find-due',
    text: findDueSql,
    values: [lane, overdueMs, dueAt, id, limit, laterPasses, exceptOf],
  });
  const [{ last_due_at: lastDueAt, last_id: lastId } = { last_due_at: null, last_id: null }] = rows;
  return {
    messages: rows.flatMap((row) => (row.id === null ? [] : toQueuedMessage(row))),
    next: lastDueAt && lastId ? { dueAt: lastDueAt, id: lastId } : null,
  };
}

const findDueBetweenSql = `
SELECT ${columns} FROM messages
WHERE status = 'queued' AND lane = ANY($1::text[]) AND due_at > $2 AND due_at <= $3
  AND (NOT $4 OR rounds > 0 OR scheduled_at IS NOT NULL OR due_at > created_at) AND (due_at, id) > ($5, $6)
ORDER BY due_at, id LIMIT $7`;

/** Messages due after `from` and not after `to`; `timedOnly` leaves out those that were due when accepted and have not been held since. */
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
