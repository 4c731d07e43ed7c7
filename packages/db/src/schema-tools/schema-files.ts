import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { migrationsDirectory } from '../migrations/migration-files';
import type { SchemaFile } from './schema-engine';

const schemaDirectory = path.resolve(__dirname, '../../prisma/schema');

/** Name of the copy of the whole schema that is kept beside each migration: where the next diff begins. */
export const snapshotName = 'schema.prisma';

/** The schema as it is now, by domain. */
export async function readSchema(): Promise<SchemaFile[]> {
  const names = (await readdir(schemaDirectory)).filter((name) => name.endsWith('.prisma')).sort();
  return Promise.all(
    names.map(async (name) => {
      const file = path.join(schemaDirectory, name);
      return { path: file, content: await readFile(file, 'utf8') };
    }),
  );
}

/** The whole schema as one file. */
export function snapshotOf(schema: readonly SchemaFile[]): string {
  return schema.map(({ content }) => content).join('\n');
}

/** The schema as the newest migration left it; empty before the first one. */
export async function readSnapshot(directory = migrationsDirectory): Promise<SchemaFile[]> {
  const newest = (await readdir(directory, { withFileTypes: true }))
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
    .at(-1);
  if (newest === undefined) return [];
  const file = path.join(directory, newest, snapshotName);
  return [{ path: file, content: await readFile(file, 'utf8') }];
}
