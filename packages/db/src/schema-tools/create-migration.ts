import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { migrationsDirectory } from '../migrations/migration-files';
import { partitionedTables } from '../partitions/partitioned-tables';
import { diffSchemas } from './schema-engine';
import { readSchema, readSnapshot, snapshotFile, snapshotOf } from './schema-files';

export interface NewMigration {
  /** Lower case, digits and underscores. */
  readonly name: string;
  /** Make one although the schema did not change, for SQL written by hand. */
  readonly empty?: boolean;
  readonly directory?: string;
  readonly now?: Date;
}

/**
 * Writes `<timestamp>_<name>/migration.sql` with what changed in the schema since the newest migration,
 * and renews the snapshot of the schema. Review it and add what a Prisma schema cannot say.
 *
 * @returns the folder, or undefined when nothing changed
 */
export async function createMigration(migration: NewMigration): Promise<string | undefined> {
  const { name, empty = false, directory = migrationsDirectory, now = new Date() } = migration;
  if (!/^[a-z][a-z0-9_]{0,99}$/.test(name)) throw new RangeError('A migration is named like add_topics');
  const schema = await readSchema();
  const sql = withPartitioning(await diffSchemas(await readSnapshot(directory), schema));
  if (sql === '' && !empty) return undefined;
  const timestamp = now.toISOString().replaceAll(/\D/g, '').slice(0, 14);
  const folder = path.join(directory, `${timestamp}_${name}`);
  await mkdir(folder);
  await writeFile(path.join(folder, 'migration.sql'), sql);
  await writeFile(snapshotFile(directory), snapshotOf(schema));
  return folder;
}

/** A Prisma schema cannot say PARTITION BY: it is added to each new table of `partitionedTables`. */
function withPartitioning(sql: string): string {
  return partitionedTables.reduce(
    (text, { table, column }) =>
      text.replace(
        new RegExp(`(CREATE TABLE "${table}" \\([^;]*\\));`),
        (_match, statement: string) => `${statement} PARTITION BY RANGE ("${column}");`,
      ),
    sql,
  );
}
