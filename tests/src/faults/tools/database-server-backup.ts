import { execFile } from 'node:child_process';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Engine } from '@postrider/devtools';
import { eventually, projectRoot } from '@postrider/testkit';
import pg from 'pg';
import type { System } from '../../system/system';

const run = promisify(execFile);
const timeoutMs = 120_000;

/** Backups of the whole server, as the operator makes them. */
export interface ServerBackup {
  /** A base backup. */
  make(): Promise<void>;
  /** Waits until all that was committed before is in the archive. */
  archiveAll(): Promise<void>;
  /** Kills the server, deletes its data, and brings it back from the backup. It does not run afterwards. */
  loseAndRestore(): Promise<void>;
  delete(): Promise<void>;
}

/** Restarts the server, so that it archives its log. */
export async function startServerBackup(
  { pool, context, settings }: System,
  postgres: Engine,
): Promise<ServerBackup> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'postrider-backup-'));
  await fs.chmod(folder, 0o755);
  const kept = path.join(folder, 'settings');
  await fs.writeFile(kept, 'MASTER_KEY=…\n');
  const server = new URL(context.databaseUrl);
  const postrider = async (...args: readonly string[]): Promise<void> => {
    const main = path.join(projectRoot(), 'packages/operator/dist/main.js');
    const env = {
      ...settings,
      ...{ PATH: process.env['PATH'], PGHOST: server.hostname, PGPASSWORD: server.password },
    };
    const config = ['--config', path.join(folder, 'config')];
    await run(process.execPath, [main, '--json', 'backup', ...args, ...config], { env, timeout: timeoutMs });
  };
  const { rows } = await pool.query<{ data: string }>(`SELECT current_setting('data_directory') AS data`);
  const data = rows[0]?.data ?? '';
  const where = ['--socket', '', '--port', server.port, '--role', decodeURIComponent(server.username)];
  await postrider('init', '--directory', path.join(folder, 'backup'), ...where);
  await postgres.restart();
  return {
    make: () => postrider('run', '--now', '--settings', kept),
    archiveAll: () => archiveAll(pool),
    loseAndRestore: async () => {
      await postgres.kill();
      await fs.rm(data, { recursive: true });
      await postrider('restore');
    },
    delete: async () => {
      await forgetInTemplates(server);
      const names = ['archive_mode', 'archive_command', 'archive_timeout', 'wal_level'];
      for (const name of names) await query(server, `ALTER SYSTEM RESET ${name}`);
      await postgres.restart();
      await fs.rm(folder, { recursive: true, force: true });
    },
  };
}

/** Databases of later scenarios are copies of these, and would begin with a restoration. */
async function forgetInTemplates(server: URL): Promise<void> {
  const url = new URL(server);
  const find = `SELECT datname FROM pg_database WHERE datname LIKE 'template\\_postrider\\_%'`;
  for (const { datname } of await query<{ datname: string }>(url, find)) {
    url.pathname = `/${datname}`;
    await query(url, 'DELETE FROM restorations');
  }
}

async function query<Row extends pg.QueryResultRow>(url: URL, text: string): Promise<readonly Row[]> {
  const client = new pg.Client({ connectionString: url.toString() });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

async function archiveAll(pool: System['pool']): Promise<void> {
  const { rows } = await pool.query<{ segment: string }>(
    'SELECT pg_walfile_name(pg_switch_wal()) AS segment',
  );
  const isArchived = async (): Promise<boolean> => {
    const { rowCount } = await pool.query('SELECT FROM pg_stat_archiver WHERE last_archived_wal >= $1', [
      rows[0]?.segment,
    ]);
    return rowCount === 1;
  };
  await eventually(isArchived, { timeoutMs, what: 'a log that is archived' });
}
