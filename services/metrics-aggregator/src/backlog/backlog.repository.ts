import type { Lane } from '@postrider/contracts';
import type { Queryable } from '@postrider/db';

/** What could be worked on now, and is not. Counts stop at `countedMax`: beyond it only ages tell more. */
export interface Backlog {
  readonly messages: readonly {
    readonly lane: Lane;
    readonly due: number;
    /** Of the one that has been due for longest. */
    readonly oldestSeconds: number;
    /** Claimed by a worker. */
    readonly inHand: number;
  }[];
  readonly deliveries: { readonly due: number; readonly oldestSeconds: number };
  /** Held after a restoration, for an operator to decide. */
  readonly restored: { readonly messages: number; readonly broadcasts: number; readonly runs: number };
}

/** Entries of an index that one look reads at most: some 20 ms, however much waits behind them. */
export const countedMax = 100_000;

/**
 * $1 lanes, $2 rows that are counted. Each subquery is a range of a partial index that holds what is open alone, so tens
 * of millions of rows that are done cost nothing.
 */
const readMessagesSql = `
SELECT lane,
  (SELECT count(*)::int FROM (
    SELECT FROM messages m WHERE m.status = 'queued' AND m.lane = l.lane AND m.due_at <= now() LIMIT $2) due) AS due,
  coalesce(extract(epoch FROM now() - (
    SELECT min(m.due_at) FROM messages m WHERE m.status = 'queued' AND m.lane = l.lane AND m.due_at <= now()
  )), 0)::float8 AS "oldestSeconds",
  (SELECT count(*)::int FROM (
    SELECT FROM messages m WHERE m.status = 'sending' AND m.lane = l.lane AND m.lease_until IS NOT NULL LIMIT $2) held) AS "inHand"
FROM unnest($1::text[]) AS l(lane)`;

/** $1 rows that are looked at: retries that are not due yet are among them. */
const readDeliveriesSql = `
SELECT count(*)::int AS due,
  coalesce(extract(epoch FROM now() - min(next_attempt_at)), 0)::float8 AS "oldestSeconds"
FROM (SELECT next_attempt_at FROM webhook_deliveries WHERE status = 'pending' LIMIT $1) pending
WHERE next_attempt_at <= now()`;

/** $1 rows that are counted of each. Nearly always all three are empty. */
const readRestoredSql = `
SELECT
  (SELECT count(*)::int FROM (SELECT FROM message_holds WHERE reason = 'restored' LIMIT $1) held) AS messages,
  (SELECT count(*)::int FROM (
    SELECT FROM broadcasts WHERE held_at IS NOT NULL AND status IN ('scheduled', 'testing') LIMIT $1) held) AS broadcasts,
  (SELECT count(*)::int FROM (
    SELECT FROM automation_runs WHERE status = 'running' AND held_at IS NOT NULL LIMIT $1) held) AS runs`;

export async function readBacklog(db: Queryable, lanes: readonly Lane[]): Promise<Backlog> {
  const messages = await db.query<Backlog['messages'][number]>({
    name: 'backlog.read-messages',
    text: readMessagesSql,
    values: [lanes, countedMax],
  });
  const deliveries = await db.query<Backlog['deliveries']>({
    name: 'backlog.read-deliveries',
    text: readDeliveriesSql,
    values: [countedMax],
  });
  const restored = await db.query<Backlog['restored']>({
    name: 'backlog.read-restored',
    text: readRestoredSql,
    values: [countedMax],
  });
  return {
    messages: messages.rows,
    deliveries: deliveries.rows[0] ?? { due: 0, oldestSeconds: 0 },
    restored: restored.rows[0] ?? { messages: 0, broadcasts: 0, runs: 0 },
  };
}
