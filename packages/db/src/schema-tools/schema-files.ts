import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { migrationsDirectory } from '../migrations/migration-files';
import type { SchemaFile } from './schema-engine';

const schemaDirectory = path.resolve(__dirname, '../../prisma/schema');

/** The whole schema as the newest migration left it, beside the migrations: the next diff begins there. */
export function snapshotFile(directory: string): string {
  return path.join(directory, 'schema.prisma');
}

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
  const file = snapshotFile(directory);
  return existsSync(file) ? [{ path: file, content: await readFile(file, 'utf8') }] : [];
}
