import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** The same distance from `src/migrations` and from `dist/migrations`. */
export const migrationsDirectory = path.resolve(__dirname, '../../prisma/migrations');

export interface MigrationFile {
  /** Folder name, `<yyyymmddhhmmss>_<name>`: sorts by age. */
  readonly name: string;
  readonly sql: string;
  /** SHA-256 of the file in hex: what `prisma migrate` stores and compares. */
  readonly checksum: string;
}

/** All migrations under version control, oldest first. */
export async function readMigrations(directory = migrationsDirectory): Promise<MigrationFile[]> {
  const names = (await readdir(directory, { withFileTypes: true }))
    .filter((entry) => entry.isDirectory() && /^\d{14}_[a-z0-9_]+$/.test(entry.name))
    .map((entry) => entry.name)
    .sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(path.join(directory, name, 'migration.sql'), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}
