import assert from 'node:assert';
import { type Pool, uuidV7Floor } from '@postrider/db';
import type { Clock } from '@postrider/runtime';

/** A shard is in use for a minute. A later statement may still add to it: that makes a row which is moved next time. */
const inUseMs = 2 * 60_000;
const rowsMax = 10_000;

/** The row of a key's day in which its shards are added up. */
const nilShard = '00000000-0000-0000-0000-000000000000';

/**
 * Adds the shards of each key and day up in one row, and deletes days that no counter is built from any more.
 * @returns how many rows were added up
 */
export async function rollUpKeyUsage({ pool, clock }: { pool: Pool; clock: Clock }): Promise<number> {
  const now = clock.now().getTime();
  const before = uuidV7Floor(new Date(now - inUseMs));
  await pool.query({
    name: 'maintenance.delete-key-usage',
    text: `DELETE FROM key_usage_shards WHERE ctid = ANY (ARRAY(
             SELECT ctid FROM key_usage_shards WHERE day < $1::date LIMIT $2))`,
    values: [new Date(now - keptMs).toISOString().slice(0, 10), rowsMax],
  });
  const { rows } = await pool.query<{ moved: number }>({
    name: 'maintenance.move-key-usage-shards',
    text: moveKeyShardsSql,
    values: [before, rowsMax, nilShard],
  });
  const [result] = rows;
  assert(result !== undefined, 'a count is one row');
  return result.moved;
}

/** Counters of today and yesterday may still be rebuilt. */
const keptMs = 2 * 86_400_000;

/** A row that is added to at the same time is passed over until the next minute. */
const moveKeyShardsSql = `
WITH ended AS MATERIALIZED (
  SELECT key_id, day, shard FROM key_usage_shards WHERE shard < $1 AND shard <> $3
  LIMIT $2 FOR UPDATE SKIP LOCKED
), moved AS (
  DELETE FROM key_usage_shards s USING ended
  WHERE (s.key_id, s.day, s.shard) = (ended.key_id, ended.day, ended.shard)
  RETURNING s.organization_id, s.key_id, s.day, s.recipients
), added AS (
  INSERT INTO key_usage_shards AS known (organization_id, key_id, day, shard, recipients)
  SELECT organization_id, key_id, day, $3, sum(recipients) FROM moved
  GROUP BY organization_id, key_id, day ORDER BY key_id, day
  ON CONFLICT (key_id, day, shard) DO UPDATE SET recipients = known.recipients + excluded.recipients
)
SELECT count(*) AS moved FROM moved`;

/**
 * Moves what statements have counted into `usage_days`. A move is one statement: the sum of both tables has each
 * recipient once, before, after and during it. Rows that another replica is moving are passed over.
 * @returns how many rows were moved
 */
export async function rollUpUsage({ pool, clock }: { pool: Pool; clock: Clock }): Promise<number> {
  const before = uuidV7Floor(new Date(clock.now().getTime() - inUseMs));
  let moved = 0;
  for (;;) {
    const { rows } = await pool.query<{ moved: number }>({
      name: 'maintenance.move-usage-shards',
      text: moveShardsSql,
      values: [before, rowsMax],
    });
    const [result] = rows;
    assert(result !== undefined, 'a count is one row');
    moved += result.moved;
    if (result.moved < rowsMax) return moved;
  }
}

const moveShardsSql = `
WITH ended AS MATERIALIZED (
  SELECT organization_id, day, shard FROM usage_shards WHERE shard < $1
  LIMIT $2 FOR UPDATE SKIP LOCKED
), moved AS (
  DELETE FROM usage_shards s USING ended
  WHERE (s.organization_id, s.day, s.shard) = (ended.organization_id, ended.day, ended.shard)
  RETURNING s.organization_id, s.day, s.recipients
), added AS (
  INSERT INTO usage_days AS known (organization_id, day, recipients)
  SELECT organization_id, day, sum(recipients) FROM moved GROUP BY organization_id, day ORDER BY organization_id, day
  ON CONFLICT (organization_id, day) DO UPDATE SET recipients = known.recipients + excluded.recipients
)
SELECT count(*) AS moved FROM moved`;
