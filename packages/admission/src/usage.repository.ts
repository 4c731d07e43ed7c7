import type { Pool } from '@postrider/db';
import assert from 'node:assert';

/** Live recipients accepted in the UTC month and day of a time, without those of canceled messages. */
export interface Usage {
  readonly month: number;
  readonly day: number;
}

// A gateway whose clock is ahead may already count in tomorrow: that belongs to the month.
const ofMonth = `organization_id = $1 AND day >= date_trunc('month', $2::date)::date
  AND day < (date_trunc('month', $2::date) + interval '1 month')::date`;

const readUsageSql = `
SELECT coalesce(sum(recipients), 0)::bigint AS month,
       coalesce(sum(recipients) FILTER (WHERE day = $2::date), 0)::bigint AS day
  FROM (SELECT day, recipients FROM usage_days WHERE ${ofMonth}
        UNION ALL
        SELECT day, recipients FROM usage_shards WHERE ${ofMonth}) AS counted`;

/**
 * Exact for all that is committed, from at most a row a day and one for each shard in use, whatever the number of messages:
 * a move from shards to days is one statement, so each recipient is seen in one of the two.
 */
export async function readUsage(pool: Pool, organizationId: string, now: Date): Promise<Usage> {
  const { rows } = await pool.query<Usage>({
    name: 'usage.read-usage',
    text: readUsageSql,
    values: [organizationId, now.toISOString().slice(0, 10)],
  });
  const [usage] = rows;
  assert(usage !== undefined, 'sums are one row');
  return usage;
}

/** Live recipients that a key with a daily limit has been accepted for on the UTC day of a time: exact for all that is committed. */
export async function readKeyUsage(pool: Pool, keyId: string, now: Date): Promise<number> {
  const { rows } = await pool.query<{ used: number }>({
    name: 'usage.read-key-usage',
    text: `SELECT coalesce(sum(recipients), 0)::bigint AS used FROM key_usage_shards WHERE key_id = $1 AND day = $2`,
    values: [keyId, now.toISOString().slice(0, 10)],
  });
  const [usage] = rows;
  assert(usage !== undefined, 'a sum is one row');
  return usage.used;
}

export interface RecentKey {
  readonly organizationId: string;
  readonly keyId: string;
}

/** Keys with a daily limit that have sent on the UTC day of a time or the day before. */
export async function findRecentLimitedKeys(pool: Pool, now: Date): Promise<readonly RecentKey[]> {
  const { rows } = await pool.query<RecentKey>({
    name: 'usage.find-recent-limited-keys',
    text: `SELECT DISTINCT organization_id AS "organizationId", key_id AS "keyId"
             FROM key_usage_shards WHERE day >= $1::date - 1`,
    values: [now.toISOString().slice(0, 10)],
  });
  return rows;
}

const findRecentSendersSql = `
SELECT organization_id AS id FROM usage_days WHERE day >= $1::date - 1
UNION
SELECT organization_id FROM usage_shards`;

/** Organizations with recipients accepted on the UTC day of a time or the day before. */
export async function findRecentSenders(pool: Pool, now: Date): Promise<readonly string[]> {
  const { rows } = await pool.query<{ id: string }>({
    name: 'usage.find-recent-senders',
    text: findRecentSendersSql,
    values: [now.toISOString().slice(0, 10)],
  });
  return rows.map(({ id }) => id);
}
