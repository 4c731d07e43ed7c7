import type { Pool } from 'pg';
import type { PartitionedTable } from './partitioned-tables';

export interface PartitionWeek {
  readonly partition: string;
  /** The Monday it begins with. */
  readonly from: Date;
}

/**
 * The weeks for which a table has partitions, earliest first, by their names. It waits for no lock: `listPartitions` reads bounds, for which
 * PostgreSQL locks each partition of each table.
 */
export async function listWeeks(pool: Pool, table: PartitionedTable): Promise<PartitionWeek[]> {
  const { rows } = await pool.query<PartitionWeek>({
    name: 'partitions.list-weeks',
    text: `SELECT relname::text AS partition, to_date(right(relname, 8), 'YYYYMMDD')::timestamp AT TIME ZONE 'UTC' AS from
      FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
      WHERE inhparent = to_regclass($1) AND NOT inhdetachpending ORDER BY relname`,
    values: [table],
  });
  return rows;
}
