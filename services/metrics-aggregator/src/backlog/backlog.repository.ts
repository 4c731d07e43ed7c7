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
  const [first] = deliveries.rows;
  return { messages: messages.rows, deliveries: first ?? { due: 0, oldestSeconds: 0 } };
}
