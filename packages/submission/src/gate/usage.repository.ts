import type { Pool } from '@postrider/db';

/** Live recipients accepted in the UTC month and day of a time, without those of canceled messages. */
export interface Usage {
  readonly month: number;
  readonly day: number;
}

/**
 * Days that the aggregator has summed up, and the messages of the days after them; canceled ones are taken off again,
 * since one can be canceled long after its day was summed up.
 */
export async function readUsage(pool: Pool, organizationId: string, now: Date): Promise<Usage> {
  const { rows } = await pool.query<Usage>({
    name: 'quota-usage',
    text: usageQuery,
    values: [organizationId, now.toISOString()],
  });
  return rows[0] ?? { month: 0, day: 0 };
}

/** The id of a message begins with its time (UUIDv7), so indexes that end with the id find the days to add. */
const lowestIdOf = (day: string): string =>
  `rpad(lpad(to_hex((extract(epoch FROM ${day}) * 1000)::bigint), 12, '0'), 32, '0')::uuid`;

const usageQuery = `
WITH today AS (SELECT ($2::timestamptz AT TIME ZONE 'UTC')::date AS day),
rolled AS (
  SELECT u.day, u.recipients FROM usage_days u, today
  WHERE u.organization_id = $1 AND u.day >= date_trunc('month', today.day) AND u.day < today.day
),
since AS (
  SELECT coalesce(max(rolled.day) + 1, date_trunc('month', today.day)::date) AS day
  FROM today LEFT JOIN rolled ON true GROUP BY today.day
),
recent AS (
  SELECT sum(m.recipient_count) AS recipients,
    sum(m.recipient_count) FILTER (WHERE (m.created_at AT TIME ZONE 'UTC')::date = today.day) AS today
  FROM messages m, since, today
  WHERE m.organization_id = $1 AND m.mode = 'live'
    AND m.id >= ${lowestIdOf('since.day')}
),
canceled AS (
  SELECT sum(m.recipient_count) AS recipients,
    sum(m.recipient_count) FILTER (WHERE (m.created_at AT TIME ZONE 'UTC')::date = today.day) AS today
  FROM messages m, today
  WHERE m.organization_id = $1 AND m.mode = 'live' AND m.status = 'canceled'
    AND m.id >= ${lowestIdOf("date_trunc('month', today.day)")}
)
SELECT
  (coalesce((SELECT sum(recipients) FROM rolled), 0) + coalesce(recent.recipients, 0)
    - coalesce(canceled.recipients, 0))::bigint AS month,
  (coalesce(recent.today, 0) - coalesce(canceled.today, 0))::bigint AS day
FROM recent, canceled`;
