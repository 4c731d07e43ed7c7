import { execFile, spawn } from 'node:child_process';
import fs from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { eventually, freePort } from '@postrider/testkit';
import type pg from 'pg';

const run = promisify(execFile);
const timeout = 120_000;

/** A streaming standby of a local PostgreSQL server. */
export interface Standby {
  /** It gets nothing more: as far as it goes is as far as the server will have gone. */
  stop(): Promise<void>;
  /** Puts it where the data of its primary are, which does not run: started there, it waits for its promotion. */
  takePlace(): Promise<void>;
  /** Also when it has taken the place. */
  delete(): Promise<void>;
}

/** @param pool of a superuser of the primary */
export async function startStandby(pool: pg.Pool, databaseUrl: string): Promise<Standby> {
  const { rows } = await pool.query<{ data_directory: string }>('SHOW data_directory');
  const primary = rows[0]?.data_directory ?? '';
  const { uid, gid } = await fs.stat(primary);
  const [pid = ''] = (await fs.readFile(path.join(primary, 'postmaster.pid'), 'utf8')).split('\n');
  const program = await fs.readlink(`/proc/${pid}/exe`);
  const data = `${primary}.standby`;
  await fs.rm(data, { recursive: true, force: true });
  await fs.mkdir(data, { mode: 0o700 });
  await fs.chown(data, uid, gid);
  const as = { cwd: '/', uid, gid, timeout };
  const backup = ['--write-recovery-conf', '--wal-method=stream', '--checkpoint=fast'];
  await run('pg_basebackup', [`--pgdata=${data}`, ...backup, `--dbname=${databaseUrl}`], as);
  const port = await freePort();
  const settings = [
    `port=${port}`,
    'unix_socket_directories=',
    'listen_addresses=127.0.0.1',
    'max_connections=300',
  ];
  const server = spawn(program, ['-D', data, ...settings.flatMap((setting) => ['-c', setting])], {
    ...{ cwd: '/', uid, gid },
    stdio: 'ignore',
  });
  const exited = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  const stop = async (): Promise<void> => {
    server.kill('SIGINT');
    await exited;
  };
  await eventually(
    async () =>
      (await pool.query(`SELECT FROM pg_stat_replication WHERE state = 'streaming'`)).rowCount === 1,
    { timeoutMs: timeout, what: 'a standby that follows' },
  );
  return {
    stop,
    takePlace: async () => {
      await fs.rename(primary, `${primary}.lost`);
      await fs.rename(data, primary);
    },
    delete: async () => {
      await stop();
      for (const folder of [data, `${primary}.lost`]) await fs.rm(folder, { recursive: true, force: true });
    },
  };
}
