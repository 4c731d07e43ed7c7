import type { Pool } from 'pg';
import { withTransaction } from '../transaction';
import { partitionedTables } from './partitioned-tables';
import { partitionName, startOfWeek } from './week';

/** A partition has grown by this since its statistics were made: plans made before may walk all of it for a few rows. */
const grownFactor = 4;
/** Half a megabyte. In less, a plan cannot go far wrong. */
const pagesMin = 64;
/**
 * Three thousand rows (three hundred times this) tell how large a partition is and that its keys are unique. With thirty thousand, the
 * default, one ANALYZE of messages took a second, in the middle of the flood that had made it grow.
 */
const sampledTarget = 10;

/**
 * Renews the statistics of this week's partitions that have grown fourfold since the last ones. A prepared statement keeps its plan
 * until statistics are renewed, and the plan of an empty partition walks all of it where it should look rows up: with 100,000 messages,
 * recording four outcomes took 20 ms. Autovacuum renews them as well, but a minute later, and a week or an installation begins with
 * empty partitions. As each has to grow fourfold, this happens some ten times a week.
 *
 * @returns the names of the partitions whose statistics it has renewed
 */
export async function analyzeGrownPartitions(pool: Pool, now: Date): Promise<string[]> {
  const week = startOfWeek(now);
  const { rows } = await pool.query<{ name: string }>({
    name: 'partitions.find-grown',
    text: `
SELECT relname AS name FROM pg_class
WHERE relnamespace = current_schema()::regnamespace AND relname = ANY($1::text[])
  AND pg_relation_size(oid) / current_setting('block_size')::integer >= greatest($2::integer, $3::integer * relpages)
ORDER BY relname`,
    values: [partitionedTables.map(({ table }) => partitionName(table, week)), pagesMin, grownFactor],
  });
  for (const { name } of rows) await analyze(pool, name);
  return rows.map(({ name }) => name);
}

async function analyze(pool: Pool, partition: string): Promise<void> {
  await withTransaction(pool, async (client) => {
    await client.query(`SET LOCAL default_statistics_target = ${sampledTarget}`);
    // The holder is analyzing or vacuuming it, which renews its statistics too.
    await client.query(`ANALYZE (SKIP_LOCKED) "${partition}"`);
  });
}
