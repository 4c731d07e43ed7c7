import type { ClientBase, Pool } from 'pg';
import { withTransaction } from '../transaction';
import { uuidV7Floor } from '../uuid-v7';
import { listPartitions } from './list-partitions';
import { partitionedTables, type PartitionedTable } from './partitioned-tables';
import { addWeeks, partitionName, startOfWeek } from './week';

/** Serialises everything that creates or drops partitions. */
export const partitionLockKey = 72_707_370;

export interface PartitionRange {
  /** Any instant of the first week. By default a week ago: ids of hosts whose clock is behind fit in on Mondays. */
  readonly from?: Date;
  /** Weeks after the present one; a daily run that is not noticed to fail for a month is still no outage. */
  readonly weeksAhead?: number;
}

/**
 * Creates the weekly partitions from `from` to `weeksAhead` weeks after now that do not exist yet.
 * Idempotent, safe to call from many processes, never blocks reads or writes of the tables.
 * There is no default partition: one would have to be scanned at each later attach, and would rule out
 * `DETACH … CONCURRENTLY`. A row without a partition is refused; `assertPartitions` sees to it that none comes.
 *
 * @returns the names of the partitions it created
 */
export async function ensurePartitions(pool: Pool, range: PartitionRange = {}): Promise<string[]> {
  return withTransaction(pool, (client) => createMissingPartitions(client, range));
}

/** As `ensurePartitions`, inside the caller's transaction. */
export async function createMissingPartitions(
  client: ClientBase,
  range: PartitionRange = {},
): Promise<string[]> {
  const { from = addWeeks(new Date(), -1), weeksAhead = 4 } = range;
  await client.query('SELECT pg_advisory_xact_lock($1)', [partitionLockKey]);
  const tables = await partitionedTablesOf(client);
  const partitions = await listPartitions(client);
  const existing = new Set(partitions.map(({ name }) => name));
  const firstWeek = startOfWeek(from);
  const firstWeekOf = ({ follows }: ManagedTable): Date =>
    partitions.find(({ table, from: first }) => table === follows && first < firstWeek)?.from ?? firstWeek;
  const last = addWeeks(startOfWeek(new Date()), weeksAhead);
  const created: string[] = [];
  for (const managed of tables) {
    const { table, storage } = managed;
    for (let week = firstWeekOf(managed); week <= last; week = addWeeks(week, 1)) {
      const name = partitionName(table, week);
      if (existing.has(name)) continue;
      // CREATE TABLE … PARTITION OF would lock the parent against everything; ATTACH lets reads and writes go on.
      await client.query(
        `CREATE TABLE "${name}"
           (LIKE "${table}" INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING STORAGE INCLUDING COMPRESSION)
           WITH (${storage});
         ALTER TABLE "${table}" ATTACH PARTITION "${name}"
           FOR VALUES FROM ('${uuidV7Floor(week)}') TO ('${uuidV7Floor(addWeeks(week, 1))}')`,
      );
      created.push(name);
    }
  }
  return created;
}

type ManagedTable = Omit<(typeof partitionedTables)[number], 'follows'> & {
  readonly follows?: PartitionedTable;
};

/** Without those of migrations that are still to come; which tables a service needs is looked at when it starts. */
async function partitionedTablesOf(client: ClientBase): Promise<ManagedTable[]> {
  const { rows } = await client.query<{ table: string }>(
    `SELECT relname AS "table" FROM pg_class WHERE relkind = 'p' AND relnamespace = current_schema()::regnamespace`,
  );
  return partitionedTables.filter((each) => rows.some(({ table }) => table === each.table));
}
