import type { Pool } from 'pg';
import { SettingsError } from '@postrider/runtime';
import { listPartitions } from './list-partitions';
import { partitionedTables } from './partitioned-tables';
import { addWeeks, partitionName, startOfWeek } from './week';

/**
 * Checks at boot that every partitioned table has its partitions for this week and the next.
 * @throws SettingsError with what the operator has to do
 */
export async function assertPartitions(pool: Pool, now = new Date()): Promise<void> {
  const existing = new Set((await listPartitions(pool)).map(({ name }) => name));
  const thisWeek = startOfWeek(now);
  const missing = partitionedTables
    .flatMap(({ table }) => [thisWeek, addWeeks(thisWeek, 1)].map((week) => partitionName(table, week)))
    .filter((name) => !existing.has(name));
  const [first, ...others] = missing;
  if (first === undefined) return;
  const which = others.length === 0 ? first : `${first} and ${others.length} more`;
  throw new SettingsError([
    `DATABASE_URL: the database has no partitions for this week or the next (${which}). Run the migrations, and check why metrics-aggregator stopped`,
  ]);
}
