import { webhookAttemptLimits } from '@postrider/contracts';
import type { Queryable } from '@postrider/db';
import { finishedAt, type DeliveryRecord } from './delivery-record';

/**
 * Both tables in one statement, so that a delivery and its tries never disagree. Of a delivery that was replayed again and
 * again the newest tries are kept. A row that is no longer pending
 * stays as it is: a delivery that was made twice, by two processes, was delivered.
 */
const recordStatement = `
  WITH recorded AS (
    SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[], $6::text[], $7::text[],
                         $8::smallint[], $9::timestamptz[], $10::timestamptz[], $11::text[], $12::timestamptz[],
                         $13::timestamptz[], $14::timestamptz[], $15::smallint[], $16::int[], $17::text[], $18::text[])
      AS r (id, endpoint_id, organization_id, event_id, message_id, event_type, status, attempts, next_attempt_at,
            lease_until, payload, created_at, delivered_at, attempt_at, http_status, latency_ms, error, response)
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

/** Stores the state of deliveries, each with its latest try if it has one. */
export async function recordDeliveries(db: Queryable, records: readonly DeliveryRecord[]): Promise<void> {
  const rows = latestPerDelivery(records);
  const column = <T>(value: (record: DeliveryRecord) => T): T[] => rows.map(value);
  await db.query({
    name: 'webhook-deliveries-record',
    text: recordStatement,
    values: [
      column(({ delivery }) => delivery.id),
      column(({ delivery }) => delivery.endpoint.id),
      column(({ delivery }) => delivery.endpoint.organizationId),
      column(({ delivery }) => delivery.eventId),
      column(({ delivery }) => delivery.messageId),
      column(({ delivery }) => delivery.eventType),
      column(({ status }) => status),
      column(({ attempts }) => attempts),
      column(({ nextAttemptAt }) => isoTime(nextAttemptAt)),
      column(({ leaseUntil }) => isoTime(leaseUntil)),
      // Content of mail is kept no longer than it is needed.
      column(({ delivery, status }) => (status === 'pending' ? delivery.body : null)),
      column(({ delivery }) => isoTime(delivery.createdAt)),
      column(({ status, attempt }) =>
        status === 'delivered' ? isoTime(attempt && finishedAt(attempt)) : null,
      ),
      column(({ attempt }) => isoTime(attempt?.startedAt)),
      column(({ attempt }) => attempt?.status ?? null),
      column(({ attempt }) => attempt?.latencyMs ?? null),
      column(({ attempt }) => attempt?.error ?? null),
      column(({ attempt }) => attempt?.response ?? null),
    ],
  });
}

/** Which of the deliveries have a row already. */
export async function findDeliveries(db: Queryable, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await db.query<{ id: string }>({
    name: 'webhook-deliveries-find',
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

function isoTime(time: Date | null | undefined): string | null {
  return time ? time.toISOString() : null;
}
