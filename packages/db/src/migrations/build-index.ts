import assert from 'node:assert';
import { setTimeout as delay } from 'node:timers/promises';
import { sqlState } from '@postrider/runtime';
import type { ClientBase } from 'pg';

/** A statement `CREATE INDEX` of a migration, taken apart. */
export interface IndexStatement {
  /** `CREATE INDEX` or `CREATE UNIQUE INDEX`. */
  readonly create: string;
  readonly name: string;
  readonly table: string;
  /** What follows the table: columns, INCLUDE, WHERE. */
  readonly definition: string;
}

/** The indexes of a migration that creates indexes and nothing else; null: it does something else, too. */
export function indexesAlone(sql: string): IndexStatement[] | null {
  const statements = sql
    .replaceAll(/--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
  const indexes = statements.map((statement) =>
    /^(CREATE (?:UNIQUE )?INDEX) "?(\w+)"? ON "?(\w+)"?\s*(.+)$/s.exec(statement),
  );
  if (indexes.length === 0 || indexes.includes(null)) return null;
  return indexes.map((match) => {
    const [, create = '', name = '', table = '', definition = ''] = match ?? [];
    return { create, name, table, definition };
  });
}

/** Writes that arrive while a statement waits for its lock wait behind it: it gives up soon, and tries again. */
const lockTimeoutMs = 500;
const lockAttemptsMax = 240;
const lockPauseMs = 500;
/** PostgreSQL cuts longer names off. */
const identifierCharsMax = 63;
/** Partitions may come and go meanwhile; each look takes those that have no index yet. */
const looksMax = 10;

/**
 * Builds an index without blocking writes for longer than `lockTimeoutMs`: concurrently on a table, or on one partition after the other.
 * - the parent has none → CREATE INDEX … ON ONLY: an invalid index of the parent, which new partitions get from the beginning
 * - a partition has none → CREATE INDEX CONCURRENTLY, then ATTACH PARTITION
 * - one is invalid, since its build was interrupted → dropped, and built again
 * - all partitions are attached → PostgreSQL makes the parent's valid
 *
 * Cannot be in a transaction. What was built stays when it is interrupted, and the next call goes on from there.
 */
export async function buildIndex(
  client: ClientBase,
  index: IndexStatement,
  say: (line: string) => void,
): Promise<void> {
  const { create, name, table, definition } = index;
  await client.query(`SET lock_timeout = ${lockTimeoutMs}`);
  try {
    if (!(await isPartitioned(client, table))) {
      await buildConcurrently(client, { ...index, say });
      return;
    }
    const createParent = create.replace('INDEX', 'INDEX IF NOT EXISTS');
    await withBriefLock(client, `${createParent} "${name}" ON ONLY "${table}" ${definition}`);
    for (let look = 1; look <= looksMax; look += 1) {
      const partitions = await partitionsWithout(client, index);
      for (const [done, partition] of partitions.entries()) {
        const progress = (line: string): void => say(`${line} (${done + 1} of ${partitions.length})`);
        await buildOnPartition(client, index, { partition, say: progress });
      }
      if (partitions.length === 0) break;
    }
    if ((await validityOf(client, name)) !== true) throw new Error(`index ${name} is not valid`);
  } finally {
    await client.query('SET lock_timeout = 0');
  }
}

async function buildOnPartition(
  client: ClientBase,
  { create, name, table, definition }: IndexStatement,
  { partition, say }: { readonly partition: string; readonly say: (line: string) => void },
): Promise<void> {
  // As PostgreSQL names it: by `sameIndex` of `database-errors.ts` it is known which index a duplicate is refused by.
  const usual = `${partition}${name.slice(table.length)}`.replace(/_key$/, '_idx');
  const partitionIndex = await notOfAnother(client, { usual, parent: name });
  const isNamed = name.startsWith(`${table}_`) && partitionIndex.length <= identifierCharsMax;
  assert(
    isNamed,
    `index ${name} is called ${table}_…, and with the week of a partition it has at most 63 characters`,
  );
  try {
    await buildConcurrently(client, { create, name: partitionIndex, table: partition, definition, say });
    await withBriefLock(client, `ALTER INDEX "${name}" ATTACH PARTITION "${partitionIndex}"`);
  } catch (error) {
    // Retention has dropped the partition.
    if (sqlState(error) !== '42P01') throw error;
  }
}

/** PostgreSQL names indexes of partitions after their columns: one of another index with the same columns may have the usual name. */
async function notOfAnother(
  client: ClientBase,
  { usual, parent }: { readonly usual: string; readonly parent: string },
): Promise<string> {
  for (let number = 0; ; number += 1) {
    const candidate = number === 0 ? usual : `${usual}${number}`;
    const { rowCount } = await client.query(
      'SELECT FROM pg_inherits WHERE inhrelid = to_regclass(quote_ident($1)) AND inhparent <> to_regclass(quote_ident($2))',
      [candidate, parent],
    );
    if (rowCount === 0) return candidate;
  }
}

async function buildConcurrently(
  client: ClientBase,
  { create, name, table, definition, say }: IndexStatement & { readonly say: (line: string) => void },
): Promise<void> {
  const startedMs = performance.now();
  const valid = await validityOf(client, name);
  if (valid === true) return;
  if (valid === false) {
    say(`index ${name} of an interrupted build is dropped`);
    await withBriefLock(client, `DROP INDEX CONCURRENTLY "${name}"`);
  }
  // Waits for transactions, not for locks that writes would wait behind.
  await client.query('SET lock_timeout = 0');
  await client.query(`${create} CONCURRENTLY "${name}" ON "${table}" ${definition}`);
  await client.query(`SET lock_timeout = ${lockTimeoutMs}`);
  say(`index ${name} on ${table} built in ${((performance.now() - startedMs) / 1_000).toFixed(1)} s`);
}

async function withBriefLock(client: ClientBase, sql: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.query(sql);
      return;
    } catch (error) {
      const isLockTimeout = sqlState(error) === '55P03';
      if (!isLockTimeout || attempt === lockAttemptsMax) throw error;
      await delay(lockPauseMs);
    }
  }
}

async function isPartitioned(client: ClientBase, table: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `SELECT FROM pg_class WHERE relname = $1 AND relkind = 'p' AND relnamespace = current_schema()::regnamespace`,
    [table],
  );
  return rowCount === 1;
}

/** Undefined: there is no index of that name. */
async function validityOf(client: ClientBase, index: string): Promise<boolean | undefined> {
  const { rows } = await client.query<{ valid: boolean }>(
    `SELECT indisvalid AS valid FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
      WHERE relname = $1 AND relnamespace = current_schema()::regnamespace`,
    [index],
  );
  return rows[0]?.valid;
}

/** Partitions that have no index attached to this one yet, oldest first. */
async function partitionsWithout(client: ClientBase, { name, table }: IndexStatement): Promise<string[]> {
  const { rows } = await client.query<{ partition: string }>(
    `SELECT p.relname AS partition
       FROM pg_inherits t JOIN pg_class p ON p.oid = t.inhrelid
      WHERE t.inhparent = to_regclass(quote_ident($2)) AND NOT t.inhdetachpending
        AND NOT EXISTS (SELECT FROM pg_inherits i JOIN pg_index x ON x.indexrelid = i.inhrelid
                         WHERE i.inhparent = to_regclass(quote_ident($1)) AND x.indrelid = p.oid)
      ORDER BY p.relname`,
    [name, table],
  );
  return rows.map(({ partition }) => partition);
}
