import { execFile } from 'node:child_process';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const timeout = 120_000;

/** A dump of a database, as docs/recovery.md makes it. */
export interface DatabaseBackup {
  /** The database is as it was then; open connections are cut off. */
  restore(): Promise<void>;
  delete(): Promise<void>;
}

export async function backUpDatabase(databaseUrl: string): Promise<DatabaseBackup> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'postrider-backup-'));
  const file = path.join(folder, 'postrider.dump');
  await run('pg_dump', ['--format=custom', '--compress=1', `--file=${file}`, databaseUrl], { timeout });
  const { pathname } = new URL(databaseUrl);
  const admin = new URL(databaseUrl);
  admin.pathname = '/postgres';
  const sql = (text: string) => ['--quiet', '--no-psqlrc', '--command', text, admin.toString()];
  return {
    restore: async () => {
      const name = `"${pathname.slice(1)}"`;
      await run('psql', sql(`DROP DATABASE ${name} WITH (FORCE)`), { timeout });
      await run('psql', sql(`CREATE DATABASE ${name} TEMPLATE template0`), { timeout });
      await run('pg_restore', ['--exit-on-error', '--jobs=2', `--dbname=${databaseUrl}`, file], { timeout });
    },
    delete: () => fs.rm(folder, { recursive: true, force: true }),
  };
}
