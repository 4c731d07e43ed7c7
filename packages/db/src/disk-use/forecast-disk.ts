import type { Queryable } from '../client/create-database';
import { listPartitions } from '../partitions/list-partitions';
import type { PartitionedTable } from '../partitions/partitioned-tables';
import type { Pool } from 'pg';

const dayMs = 86_400_000;
/** This week and the one before: campaigns that are weekly are in both. */
const lookedBackDays = 14;
/** What retention drops within so many days makes room. */
const lookedAheadDays = 7;
/** Growth of a fresh installation is that of a day at least: an hour says little. */
const grownDaysMin = 1;

export interface DiskGrowth {
  readonly databaseBytes: number;
  /** Bytes that the weekly partitions of the last two weeks have, by the day; without what retention will drop within a week. */
  readonly bytesPerDay: number;
}

/** For how many days rows of a table are kept; undefined: for ever. */
export type KeptDays = (table: PartitionedTable) => number | undefined;

/** No table is read: sizes are those of files. */
export async function readDiskGrowth(
  pool: Pool,
  { now, keptDays }: { readonly now: Date; readonly keptDays: KeptDays },
): Promise<DiskGrowth> {
  const partitions = await listPartitions(pool);
  const { databaseBytes, sizes } = await readSizes(
    pool,
    partitions.map(({ name }) => name),
  );
  const since = now.getTime() - lookedBackDays * dayMs;
  const recent = partitions.filter(({ from, to }) => to.getTime() > since && from < now);
  const begun = Math.min(now.getTime(), ...recent.map(({ from }) => from.getTime()));
  const grownDays = Math.max(grownDaysMin, (now.getTime() - begun) / dayMs);
  const leaving = partitions.filter(({ table, to }) => {
    const days = keptDays(table);
    return days !== undefined && to.getTime() + (days - lookedAheadDays) * dayMs <= now.getTime();
  });
  const sum = (own: typeof partitions): number =>
    own.reduce((total, { name }) => total + (sizes.get(name) ?? 0), 0);
  return { databaseBytes, bytesPerDay: sum(recent) / grownDays - sum(leaving) / lookedAheadDays };
}

async function readSizes(
  db: Queryable,
  names: readonly string[],
): Promise<{ databaseBytes: number; sizes: ReadonlyMap<string, number> }> {
  const { rows } = await db.query<{ name: string | null; bytes: number }>(
    `SELECT relname AS name, coalesce(pg_total_relation_size(oid), 0)::float8 AS bytes
       FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relname = ANY($1)
     UNION ALL SELECT NULL, pg_database_size(current_database())::float8`,
    [names],
  );
  return {
    databaseBytes: rows.find(({ name }) => name === null)?.bytes ?? 0,
    sizes: new Map(rows.flatMap(({ name, bytes }) => (name === null ? [] : [[name, bytes]]))),
  };
}

/** Ten years: what does not grow is never full. */
const daysMax = 3_650;

/** In how many days a disk with so much free space is full at this growth. */
export function daysUntilFull(freeBytes: number, { bytesPerDay }: DiskGrowth): number {
  return bytesPerDay <= 0 ? daysMax : Math.min(daysMax, freeBytes / bytesPerDay);
}
