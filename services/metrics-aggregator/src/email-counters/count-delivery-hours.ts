import { allOrganizations, deliveryTimeBounds, type Queryable } from '@postrider/db';
import { isMailboxProvider } from '@postrider/mail';
import type { CountableEvent } from './countable-event';

/** What unknown providers are counted as: without a bound there would be a row for each domain that hosts its own mail. */
const otherProviders = 'other';

const buckets = Array.from(
  { length: deliveryTimeBounds.length + 1 },
  (_none, bucket) => `count(*) FILTER (WHERE bucket = ${bucket})`,
);

/**
 * $1 deliveries, $2 bounds of the buckets. Scheduled mail counts from when it was to be sent. Clocks of
 * providers that report deliveries may differ: what seems to be before that is in the first bucket.
 *
 * All organizations share a row for each hour, lane and provider. Two replicas wait for each other there, so this is the last statement
 * of its transaction; rows are locked in the order of their keys by every transaction.
 */
const addToHoursSql = `
INSERT INTO delivery_hours AS c (organization_id, lane, hour, provider, deliveries)
SELECT coalesce(organization_id, '${allOrganizations}'), lane, hour, provider, ARRAY[${buckets.join(', ')}]::int[]
  FROM (
       SELECT e.organization_id, m.lane, e.hour, e.provider,
              width_bucket(extract(epoch FROM e.delivered_at - greatest(m.created_at, m.scheduled_at))::float8, $2::float8[]) AS bucket
         FROM json_to_recordset($1) AS e (message_id uuid, organization_id uuid, hour timestamptz, delivered_at timestamptz, provider text)
         JOIN messages m ON m.id = e.message_id) delivered
 GROUP BY GROUPING SETS ((organization_id, lane, hour, provider), (lane, hour, provider))
 ORDER BY 1, 2, 3, 4
ON CONFLICT (organization_id, lane, hour, provider) DO UPDATE
   SET deliveries = (SELECT array_agg(u.counted + u.added ORDER BY u.bucket)
                       FROM unnest(c.deliveries, excluded.deliveries) WITH ORDINALITY AS u (counted, added, bucket))`;

/** Adds deliveries to the hours in which they took place, by how long they took from acceptance. */
export async function countDeliveryHours(db: Queryable, events: readonly CountableEvent[]): Promise<void> {
  const deliveries = events.flatMap(({ type, provider, messageId, organizationId, hour, occurredAt }) =>
    type === 'email.delivered' && provider !== null
      ? [
          {
            message_id: messageId,
            organization_id: organizationId,
            hour,
            delivered_at: occurredAt,
            provider: isMailboxProvider(provider) ? provider : otherProviders,
          },
        ]
      : [],
  );
  if (deliveries.length === 0) return;
  await db.query({
    name: 'email-counters.add-to-delivery-hours',
    text: addToHoursSql,
    values: [JSON.stringify(deliveries), deliveryTimeBounds],
  });
}
