import { listPartitions, type Partition, type Pool } from '@postrider/db';

export interface TableSize {
  readonly table: Partition['table'];
  readonly partitions: number;
  readonly from: Date;
  readonly to: Date;
  readonly bytes: number;
  /** As PostgreSQL estimates them. */
  readonly rows: number;
  /** Partitions whose removal was interrupted. */
  readonly interrupted: number;
}

/** Partitioned tables, the largest first. No table is read: sizes are those of files, rows are of the last ANALYZE. */
export async function readTableSizes(pool: Pool): Promise<TableSize[]> {
  const partitions = await listPartitions(pool);
  const { rows } = await pool.query<{ name: string; bytes: number | null; rows: number }>(
    `SELECT relname AS name, pg_total_relation_size(oid)::float8 AS bytes, greatest(reltuples, 0)::float8 AS rows
       FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relname = ANY($1)`,
    [partitions.map(({ name }) => name)],
  );
  const sizes = new Map(rows.map((row) => [row.name, row]));
  const sizeOf = (table: Partition['table'], own: readonly Partition[]): TableSize => {
    const sum = (count: 'bytes' | 'rows') =>
      own.reduce((total, { name }) => total + Math.round(sizes.get(name)?.[count] ?? 0), 0);
    return {
      ...{ table, partitions: own.length, bytes: sum('bytes'), rows: sum('rows') },
      from: new Date(Math.min(...own.map(({ from }) => from.getTime()))),
      to: new Date(Math.max(...own.map(({ to }) => to.getTime()))),
      interrupted: own.filter(({ detachPending }) => detachPending).length,
    };
  };
  return [...Map.groupBy(partitions, ({ table }) => table)]
    .map(([table, own]) => sizeOf(table, own))
    .toSorted((one, other) => other.bytes - one.bytes);
}
