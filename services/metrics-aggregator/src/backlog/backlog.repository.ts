import { lowestId } from '@postrider/contracts/ids';
import type { Lane } from '@postrider/contracts/statuses';
import {
  contactActivityPasses,
  drainedQueuesSql,
  dueQueueSql,
  sweepPasses,
  uuidV7Time,
  withClaimableSql,
  type DueQueue,
  type Queryable,
  type SweepPass,
} from '@postrider/db';

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
  /** Queues that an operator drains, and for how long. */
  readonly drains: readonly { readonly queue: DueQueue; readonly seconds: number }[];
  readonly deliveries: {
    readonly due: number;
    /** Of the one that has been due for longest, by whether its endpoint answered last. */
    readonly oldestSeconds: { readonly answering: number; readonly failing: number };
  };
  /** By consumer, how long the oldest event that it may not have handled has been waiting. */
  readonly events: readonly { readonly consumer: EventConsumer; readonly oldestSeconds: number }[];
  /** How far the activity of contacts is behind the events; null: it has not begun. */
  readonly activityBehindSeconds: number | null;
  /** Messages whose outcome is not known and that no operator has closed. */
  readonly unconfirmed: number;
  /** Held after a restoration, for an operator to decide. */
  readonly restored: { readonly messages: number; readonly broadcasts: number; readonly runs: number };
}

export type EventConsumer = 'metrics-aggregator' | 'webhook-dispatcher';
const eventConsumers: readonly EventConsumer[] = ['metrics-aggregator', 'webhook-dispatcher'];

/** Entries of an index that one look reads at most: some 20 ms, however much waits behind them. */
export const countedMax = 100_000;

/** Retries of an organization that are looked at for each lane's oldest. */
const retriesMax = 100;

/**
 * $1 lanes, $2 rows that are counted. What no worker may claim is not due: mail of paused organizations and drained queues. Each subquery
 * is a range of a partial index that holds what is open alone, so tens of millions of rows that are done cost nothing.
 */
const readMessagesSql = `${withClaimableSql}, oldest AS (
  SELECT due.lane, min(due.due_at) AS due_at FROM claimable CROSS JOIN LATERAL (
    SELECT m.lane, m.due_at FROM messages m
    WHERE m.organization_id = claimable.organization_id AND ${dueQueueSql('m')} = claimable.queue AND m.status = 'queued'
      AND m.due_at <= now()
    ORDER BY m.due_at LIMIT CASE claimable.queue WHEN 'retry' THEN ${retriesMax} ELSE 1 END
  ) due GROUP BY due.lane
)
SELECT l.lane,
  (SELECT count(*)::int FROM (
    SELECT m.organization_id, ${dueQueueSql('m')} AS queue FROM messages m
    WHERE m.status = 'queued' AND m.lane = l.lane AND m.due_at <= now() LIMIT $2) due
   JOIN organizations o ON o.id = due.organization_id AND o.sending_paused_at IS NULL AND o.under_review_at IS NULL
   WHERE due.queue <> ALL (${drainedQueuesSql})) AS due,
  coalesce(extract(epoch FROM now() - oldest.due_at), 0)::float8 AS "oldestSeconds",
  (SELECT count(*)::int FROM (
    SELECT FROM messages m WHERE m.status = 'sending' AND m.lane = l.lane AND m.lease_until IS NOT NULL LIMIT $2) held) AS "inHand"
FROM unnest($1::text[]) AS l(lane) LEFT JOIN oldest ON oldest.lane = l.lane`;

const readDrainsSql = `
SELECT queue, extract(epoch FROM now() - started_at)::float8 AS seconds FROM queue_drains WHERE ended_at IS NULL ORDER BY queue`;

/** $1 rows that are looked at: retries that are not due yet are among them. */
const countDeliveriesSql = `
SELECT count(*)::int AS due
FROM (SELECT next_attempt_at FROM webhook_deliveries WHERE status = 'pending' LIMIT $1) pending
WHERE next_attempt_at <= now()`;

const endpointsMax = 10_000;

/** Jumps from endpoint to endpoint along the partial index of pending deliveries, however many each of them has. */
const readOldestDeliveriesSql = `
WITH RECURSIVE pending AS (
  (SELECT endpoint_id, next_attempt_at FROM webhook_deliveries
    WHERE status = 'pending' ORDER BY endpoint_id, next_attempt_at LIMIT 1)
  UNION ALL
  SELECT following.* FROM pending CROSS JOIN LATERAL (
    SELECT endpoint_id, next_attempt_at FROM webhook_deliveries
     WHERE status = 'pending' AND endpoint_id > pending.endpoint_id
     ORDER BY endpoint_id, next_attempt_at LIMIT 1) following
), oldest AS (
  SELECT p.next_attempt_at, e.id IS NOT NULL AND e.failing_since IS NULL AS answers
    FROM (SELECT * FROM pending LIMIT ${endpointsMax}) p
    LEFT JOIN webhook_endpoints e ON e.id = p.endpoint_id AND e.status = 'enabled'
   WHERE p.next_attempt_at <= now()
)
SELECT
  coalesce(extract(epoch FROM now() - min(next_attempt_at) FILTER (WHERE answers)), 0)::float8 AS answering,
  coalesce(extract(epoch FROM now() - min(next_attempt_at) FILTER (WHERE NOT answers)), 0)::float8 AS failing
FROM oldest`;

/** $1 rows that are counted, of a partial index: nearly always empty. */
const countUnconfirmedSql = `
SELECT count(*)::int AS unconfirmed FROM (SELECT FROM messages WHERE status = 'unconfirmed' LIMIT $1) found`;

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
    // Without a name: planned each time, with the statistics of that time.
    text: readMessagesSql,
    values: [lanes, countedMax],
  });
  const drains = await db.query<Backlog['drains'][number]>({
    name: 'backlog.read-drains',
    text: readDrainsSql,
  });
  const deliveries = await db.query<{ due: number }>({
    name: 'backlog.count-deliveries',
    text: countDeliveriesSql,
    values: [countedMax],
  });
  const oldest = await db.query<Backlog['deliveries']['oldestSeconds']>({
    name: 'backlog.read-oldest-deliveries',
    text: readOldestDeliveriesSql,
  });
  const restored = await db.query<Backlog['restored']>({
    name: 'backlog.read-restored',
    text: readRestoredSql,
    values: [countedMax],
  });
  const unconfirmed = await db.query<{ unconfirmed: number }>({
    name: 'backlog.count-unconfirmed',
    text: countUnconfirmedSql,
    values: [countedMax],
  });
  return {
    messages: messages.rows,
    drains: drains.rows,
    deliveries: {
      due: deliveries.rows[0]?.due ?? 0,
      oldestSeconds: oldest.rows[0] ?? { answering: 0, failing: 0 },
    },
    events: await readOldestEvents(db),
    activityBehindSeconds: await readActivityBehind(db),
    unconfirmed: unconfirmed.rows[0]?.unconfirmed ?? 0,
    restored: restored.rows[0] ?? { messages: 0, broadcasts: 0, runs: 0 },
  };
}

/**
 * The sweep of a consumer has seen that all events before its cursor are handled. It stays some seconds behind the present, which do
 * not count. A sweep that has not begun says nothing.
 */
async function readOldestEvents(db: Queryable): Promise<Backlog['events']> {
  const passes = eventConsumers.flatMap((consumer) =>
    sweepPasses(consumer)
      .slice(0, 1)
      .map((pass) => ({ consumer, pass })),
  );
  const waited = await readWaitedSeconds(
    db,
    passes.map(({ pass }) => pass),
  );
  return passes.flatMap(({ consumer, pass }) => {
    const oldestSeconds = waited.get(pass.cursor);
    return oldestSeconds === undefined ? [] : [{ consumer, oldestSeconds }];
  });
}

async function readActivityBehind(db: Queryable): Promise<number | null> {
  const [pass] = contactActivityPasses;
  return (await readWaitedSeconds(db, [pass])).get(pass.cursor) ?? null;
}

/** By cursor, of passes that have begun. */
async function readWaitedSeconds(
  db: Queryable,
  passes: readonly SweepPass[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await db.query<{ name: string; position: string; now: Date }>({
    name: 'backlog.read-sweep-cursors',
    text: 'SELECT name, position, now() AS now FROM sweep_cursors WHERE name = ANY($1) AND position <> $2',
    values: [passes.map(({ cursor }) => cursor), lowestId],
  });
  return new Map(
    rows.map(({ name, position, now }) => {
      const lagMs = passes.find(({ cursor }) => cursor === name)?.lagMs ?? 0;
      const waitedMs = now.getTime() - uuidV7Time(position).getTime() - lagMs;
      return [name, Math.max(0, waitedMs / 1_000)];
    }),
  );
}
