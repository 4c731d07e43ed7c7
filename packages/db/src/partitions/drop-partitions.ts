import type { ClientBase, Pool } from 'pg';
import { partitionLockKey } from './ensure-partitions';
import { listPartitions } from './list-partitions';
import type { PartitionedTable } from './partitioned-tables';
import { partitionName, startOfWeek } from './week';

/** A DETACH waits for every transaction that has used the table; longer than this one is stuck. */
const detachTimeoutMs = 60_000;

/** Added to the name of a partition that a smaller one has replaced, until it is dropped. */
export const replacedSuffix = '_replaced';

/**
 * Drops the partitions of a table whose whole week lies before `date`, except those named: retention without deleting rows.
 * Reads and writes of the table go on: a partition is detached concurrently, then dropped. What an interrupted
 * call began, the next one finishes. When another process is at it, nothing is done.
 *
 * @returns the names of the partitions that were dropped
 */
export async function dropPartitionsBefore(
  pool: Pool,
  table: PartitionedTable,
  { date, except = [] }: { readonly date: Date; readonly except?: readonly string[] },
): Promise<string[]> {
  const client = await pool.connect();
  try {
    // Without a listener a connection lost between two statements would end the process.
    client.on('error', () => undefined);
    await client.query(`SET statement_timeout = ${detachTimeoutMs}; SET lock_timeout = ${detachTimeoutMs}`);
    const { rows } = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1) AS locked', [
      partitionLockKey,
    ]);
    if (!rows[0]?.locked) return [];
    for (const { name, detachPending } of await partitionsBefore(client, table, date)) {
      if (except.includes(name)) continue;
      const how = detachPending ? 'FINALIZE' : 'CONCURRENTLY';
      await client.query(`ALTER TABLE "${table}" DETACH PARTITION "${name}" ${how}`);
    }
    const detached = await detachedBefore(client, table, date);
    for (const name of detached) await client.query(`DROP TABLE "${name}"`);
    // Said, not left to the end of the session: that comes when the server notices, too late for the next table's call.
    await client.query('SELECT pg_advisory_unlock($1)', [partitionLockKey]);
    return detached;
  } finally {
    // Closing the session gives back the lock and the longer timeouts.
    client.release(true);
  }
}

async function partitionsBefore(client: ClientBase, table: PartitionedTable, date: Date) {
  return (await listPartitions(client)).filter(
    (partition) => partition.table === table && partition.to <= date,
  );
}

/** Former partitions, also those that a crash left between its DETACH, or its replacement, and its DROP. */
async function detachedBefore(client: ClientBase, table: PartitionedTable, date: Date): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class
      WHERE relkind = 'r' AND NOT relispartition AND relnamespace = current_schema()::regnamespace
        AND relname ~ ('^' || $1 || '_p[0-9]{8}(${replacedSuffix})?$') AND relname < $2
      ORDER BY relname`,
    // The week that holds `date` stays; names sort by time.
    [table, partitionName(table, startOfWeek(date))],
  );
  return rows.map(({ name }) => name);
}
