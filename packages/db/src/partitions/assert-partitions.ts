import type { Pool } from 'pg';
import { listPartitions } from './list-partitions';
import { partitionedTables } from './partitioned-tables';
import { addWeeks, partitionName, startOfWeek } from './week';

/** A table cannot take rows of this or next week. */
export class MissingPartitionsError extends Error {
  override readonly name = 'MissingPartitionsError';
  readonly partitions: readonly string[];

  constructor(partitions: readonly string[]) {
    super(
      `Missing partitions: ${partitions.join(', ')}. Run the migrations, or see why metrics-aggregator stopped.`,
    );
    this.partitions = partitions;
  }
}

/**
 * Checks at boot that every partitioned table has its partitions for this week and the next.
 * @throws MissingPartitionsError
 */
export async function assertPartitions(pool: Pool, now = new Date()): Promise<void> {
  const existing = new Set((await listPartitions(pool)).map(({ name }) => name));
  const thisWeek = startOfWeek(now);
  const missing = partitionedTables
    .flatMap(({ table }) => [thisWeek, addWeeks(thisWeek, 1)].map((week) => partitionName(table, week)))
    .filter((name) => !existing.has(name));
  if (missing.length > 0) throw new MissingPartitionsError(missing);
}
