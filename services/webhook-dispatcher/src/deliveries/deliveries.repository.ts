import { webhookAttemptLimits } from '@postrider/contracts/webhooks';
import type { Pool, Queryable } from '@postrider/db';
import { createBatcher, retryWhileUnavailable, type Logger } from '@postrider/runtime';
import { finishedAt } from '../transport/webhook-transport';
import type { DeliveryRecord } from './delivery';

export interface DeliveryRecorder {
  /**
   * Resolves when the record is committed. While the database is unavailable it keeps trying: giving up would mean sending the
   * receiver again what it has already accepted.
   * @throws when the database refuses the row, or `stopping` aborts during an outage
   */
  record(record: DeliveryRecord): Promise<void>;
  drain(): Promise<void>;
}

const outageBackOff = { baseMs: 100, maxMs: 2_000 };
/** A statement of so many rows gains nothing from more. */
const recordsEnough = 100;
/** Above what the fan-out and the concurrency limits let in, so no record is refused: its POST cannot be undone. */
const recordsMax = 100_000;
/** Many attempts end within this time. Their records are not waited for: an endpoint has room again when its attempt ends. */
const gatherMs = 5;

/** Deliveries that end at about the same time share a statement: records gather while more attempts are under way than records wait. */
export function createDeliveryRecorder(options: {
  readonly pool: Pool;
  readonly log: Logger;
  readonly stopping: AbortSignal;
  /** Deliveries of which the attempt has not ended: their records come next. */
  readonly attempting: () => number;
}): DeliveryRecorder {
  const { pool, log, stopping, attempting } = options;
  const commits = createBatcher<DeliveryRecord, undefined>({
    name: 'webhook deliveries',
    waitingMax: recordsMax,
    gather: { enough: () => Math.min(recordsEnough, attempting()), waitMs: () => gatherMs },
    run: async (records) => {
      await recordDeliveries(pool, records);
      return records.map(() => undefined);
    },
    onError: (error, batchSize) =>
      log.warn({ err: error, records: batchSize }, 'deliveries were not recorded'),
  });
  return {
    record: (record) =>
      retryWhileUnavailable(() => commits.submit(record), { backOff: outageBackOff, signal: stopping }),
    drain: () => commits.drain(),
  };
}

/**
 * Both tables in one statement, so that a delivery and its attempts never disagree. A delivery that was replayed many times keeps
 * its newest attempts. A row that is no longer pending does not change: another process has attempted the delivery too, and
 * recorded how it ended.
 */
const recordDeliveriesSql = `
  WITH recorded AS (
    SELECT * FROM json_to_recordset($1) AS r (
      id uuid, endpoint_id uuid, organization_id uuid, event_id uuid, message_id uuid, event_type text,
      status text, attempts smallint, next_attempt_at timestamptz, lease_until timestamptz, payload text,
      created_at timestamptz, delivered_at timestamptz,
      attempt_at timestamptz, http_status smallint, latency_ms int, error text, response text)
  ), deliveries AS (
    INSERT INTO webhook_deliveries AS d (id, endpoint_id, organization_id, event_id, message_id, event_type, status,
           attempts, next_attempt_at, lease_until, payload, created_at, delivered_at)
    SELECT id, endpoint_id, organization_id, event_id, message_id, event_type, status, attempts, next_attempt_at,
           lease_until, payload, created_at, delivered_at FROM recorded ORDER BY id
    ON CONFLICT (id) DO UPDATE
       SET status = excluded.status, attempts = excluded.attempts, next_attempt_at = excluded.next_attempt_at,
           lease_until = excluded.lease_until, payload = excluded.payload,
           delivered_at = coalesce(excluded.delivered_at, d.delivered_at)
     WHERE d.status = 'pending' AND excluded.attempts >= d.attempts
  ), forgotten AS (
    DELETE FROM webhook_attempts a USING recorded
     WHERE recorded.attempts > ${webhookAttemptLimits.keptMax}
       AND a.delivery_id = recorded.id AND a.number <= recorded.attempts - ${webhookAttemptLimits.keptMax}
  )
  INSERT INTO webhook_attempts (delivery_id, number, at, status, latency_ms, error, response)
  SELECT id, attempts, attempt_at, http_status, latency_ms, error, response
    FROM recorded WHERE attempt_at IS NOT NULL ORDER BY id
  ON CONFLICT DO NOTHING`;

/** Stores the state of deliveries, each with its latest attempt if it has one. */
export async function recordDeliveries(db: Queryable, records: readonly DeliveryRecord[]): Promise<void> {
  await db.query({
    name: 'deliveries.record-deliveries',
    text: recordDeliveriesSql,
    values: [JSON.stringify(latestPerDelivery(records).map(rowOf))],
  });
}

/** By the names that `recordDeliveriesSql` gives them. */
function rowOf({ delivery, status, attempts, nextAttemptAt, leaseUntil, attempt }: DeliveryRecord): object {
  // Content of mail is not kept longer than needed. Most claims end within a second, so they store no body that can be built again.
  const isClaim = leaseUntil !== null;
  const storesBody = status === 'pending' && !(isClaim && delivery.isReproducible);
  return {
    id: delivery.id,
    endpoint_id: delivery.endpoint.id,
    organization_id: delivery.endpoint.organizationId,
    event_id: delivery.eventId,
    message_id: delivery.messageId,
    event_type: delivery.eventType,
    status,
    attempts,
    next_attempt_at: nextAttemptAt,
    lease_until: leaseUntil,
    payload: storesBody ? delivery.body : null,
    created_at: delivery.createdAt,
    delivered_at: status === 'delivered' && attempt ? finishedAt(attempt) : null,
    attempt_at: attempt?.startedAt,
    http_status: attempt?.status,
    latency_ms: attempt?.latencyMs,
    error: attempt?.error,
    response: attempt?.response,
  };
}

/**
 * Stores deliveries that have no row yet; other rows stay as they are, since a process may have leased them. The inserter of the
 * row decides about the first attempt: the broker's consumer leases it to itself, the sweep leaves it to all.
 * @returns the ids of those that it stored
 */
export async function insertNewDeliveries(
  db: Queryable,
  records: readonly DeliveryRecord[],
): Promise<Set<string>> {
  const { rows } = await db.query<{ id: string }>({
    name: 'deliveries.insert-new-deliveries',
    text: `INSERT INTO webhook_deliveries (id, endpoint_id, organization_id, event_id, message_id, event_type, status,
             attempts, next_attempt_at, lease_until, payload, created_at)
           SELECT id, endpoint_id, organization_id, event_id, message_id, event_type, status, attempts, next_attempt_at,
             lease_until, payload, created_at
             FROM json_to_recordset($1) AS r (
               id uuid, endpoint_id uuid, organization_id uuid, event_id uuid, message_id uuid, event_type text,
               status text, attempts smallint, next_attempt_at timestamptz, lease_until timestamptz, payload text,
               created_at timestamptz)
            ORDER BY id
           ON CONFLICT (id) DO NOTHING
           RETURNING id`,
    values: [JSON.stringify(records.map(rowOf))],
  });
  return new Set(rows.map(({ id }) => id));
}

/** Which of the deliveries have a row already. */
export async function findDeliveries(db: Queryable, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await db.query<{ id: string }>({
    name: 'deliveries.find-deliveries',
    text: 'SELECT id FROM webhook_deliveries WHERE id = ANY($1::uuid[])',
    values: [ids],
  });
  return new Set(rows.map(({ id }) => id));
}

/** An upsert cannot touch a row twice: of several records of one delivery, the furthest counts. */
function latestPerDelivery(records: readonly DeliveryRecord[]): readonly DeliveryRecord[] {
  const latest = new Map<string, DeliveryRecord>();
  for (const record of records) {
    const other = latest.get(record.delivery.id);
    if (!other || isFurther(record, other)) latest.set(record.delivery.id, record);
  }
  return latest.size === records.length ? records : [...latest.values()];
}

function isFurther(record: DeliveryRecord, other: DeliveryRecord): boolean {
  if (other.status !== 'pending') return false;
  return record.status !== 'pending' || record.attempts >= other.attempts;
}
