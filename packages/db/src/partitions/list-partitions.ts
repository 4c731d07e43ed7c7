import type { ClientBase, Pool } from 'pg';
import { uuidV7Time } from '../uuid-v7';
import { partitionedTables, type PartitionedTable } from './partitioned-tables';

export interface Partition {
  readonly table: PartitionedTable;
  readonly name: string;
  /** First instant whose ids belong here. */
  readonly from: Date;
  /** First instant whose ids no longer belong here. */
  readonly to: Date;
  /** A DETACH that was interrupted and must be finished. */
  readonly detachPending: boolean;
}

/** The partitions that exist now, by table and time. */
export async function listPartitions(db: Pool | ClientBase): Promise<Partition[]> {
  const { rows } = await db.query<{
    table: PartitionedTable;
    name: string;
    bound_from: string;
    bound_to: string;
    detach_pending: boolean;
  }>(
    `SELECT parent.relname AS table, child.relname AS name, bound[1] AS bound_from, bound[2] AS bound_to,
            inhdetachpending AS detach_pending
       FROM pg_inherits
       JOIN pg_class parent ON parent.oid = inhparent
       JOIN pg_class child ON child.oid = inhrelid
      CROSS JOIN regexp_match(pg_get_expr(child.relpartbound, child.oid), 'FROM \\(''(.*)''\\) TO \\(''(.*)''\\)') bound
      WHERE parent.relnamespace = current_schema()::regnamespace AND parent.relname = ANY($1)
      ORDER BY parent.relname, bound[1]`,
    [partitionedTables.map(({ table }) => table)],
  );
  return rows.map((row) => ({
    table: row.table,
    name: row.name,
    from: uuidV7Time(row.bound_from),
    to: uuidV7Time(row.bound_to),
    detachPending: row.detach_pending,
  }));
}
