import { spawn, type ChildProcess } from 'node:child_process';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createDatabase, type Pool } from '@postrider/db';
import { wait } from '@postrider/runtime';
import { CommandRefused } from '../command-refused';
import { programEnvironment } from '../config';
import { postgresUser } from './run-program';
import { exists } from './settings-archive';

export interface RecoveredServer {
  /** Of one of its databases. */
  pool(database: string): Pool;
  /** Url of one of its databases. */
  url(database: string): string;
  /** As a fast shutdown; what is to be archived is archived first. */
  stop(): Promise<void>;
}

export interface RecoverOptions {
  readonly dataDirectory: string;
  /** Major version of PostgreSQL. */
  readonly version: string;
  readonly role: string;
  /** Null: what happens to this copy of the database must not reach the archive. */
  readonly archiveCommand: string | null;
}

const recoveryTimeoutMs = 24 * 3_600_000;
const stopTimeoutMs = 10 * 60_000;
const lookEveryMs = 200;
const linesShown = 6;

/**
 * Runs PostgreSQL on a restored data directory until it has replayed the log and can be written to. It listens on a socket that only
 * this user and PostgreSQL's can reach, so no service sees the database before what is due has been declared held.
 */
export async function startRecovered(options: RecoverOptions): Promise<RecoveredServer> {
  const user = postgresUser();
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'postrider-restore-'));
  const files = { hba: path.join(folder, 'pg_hba.conf'), main: path.join(folder, 'postgresql.conf') };
  await fs.writeFile(files.hba, 'local all all trust\n', { mode: 0o644 });
  // The cluster's own may be in another folder (Debian), and may not fit this machine.
  await fs.writeFile(files.main, '', { mode: 0o644 });
  if (user !== null) await fs.chown(folder, user.uid, user.gid);
  const server = spawn(await programOf(options.version), settingsOf(options, { folder, ...files }), {
    ...{ cwd: '/', env: programEnvironment(), stdio: ['ignore', 'ignore', 'pipe'] },
    ...user,
  });
  const log = lastLines(server);
  const exited = new Promise<void>((resolve) => {
    server.once('exit', () => resolve());
    server.once('error', () => resolve());
  });
  const pools: { end(): Promise<void> }[] = [];
  const url = (database: string): string =>
    `postgresql://${encodeURIComponent(options.role)}@/${encodeURIComponent(database)}?host=${encodeURIComponent(folder)}`;
  const recovered: RecoveredServer = {
    url,
    pool: (database) => {
      const { pool } = createDatabase({
        ...{ url: url(database), applicationName: 'operator', poolSize: 1 },
        onConnectionError: () => undefined,
      });
      pools.push(pool);
      return pool;
    },
    stop: async () => {
      await Promise.all(pools.map((pool) => pool.end()));
      server.kill('SIGINT');
      const ended = new AbortController();
      void exited.then(() => ended.abort());
      const isLate = await wait(stopTimeoutMs, ended.signal);
      await fs.rm(folder, { recursive: true, force: true });
      if (isLate) throw new CommandRefused(`PostgreSQL does not stop:\n  ${log().join('\n  ')}`);
    },
  };
  try {
    await untilWritable(recovered.pool('postgres'), { server, log });
  } catch (error) {
    await recovered.stop();
    throw error;
  }
  return recovered;
}

function settingsOf(
  { dataDirectory, archiveCommand }: RecoverOptions,
  { folder, hba, main }: { readonly folder: string; readonly hba: string; readonly main: string },
): string[] {
  const settings = {
    ...{ data_directory: dataDirectory, config_file: main, hba_file: hba, ident_file: main },
    ...{ listen_addresses: '', unix_socket_directories: folder, port: '5432', ssl: 'off' },
    ...{ external_pid_file: '', logging_collector: 'off', log_destination: 'stderr' },
    // Replay needs no setting as large as it was on the lost machine, as long as nothing reads meanwhile.
    hot_standby: 'off',
    archive_mode: archiveCommand === null ? 'off' : 'on',
    archive_command: archiveCommand ?? '',
  };
  return [
    '-D',
    dataDirectory,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
}

async function untilWritable(
  pool: Pool,
  { server, log }: { readonly server: ChildProcess; readonly log: () => readonly string[] },
): Promise<void> {
  const deadline = performance.now() + recoveryTimeoutMs;
  while (performance.now() < deadline) {
    if (server.exitCode !== null || server.signalCode !== null || server.pid === undefined) {
      throw new CommandRefused(`PostgreSQL ended while it replayed the log:\n  ${log().join('\n  ')}`);
    }
    const isWritable = await pool
      .query<{ writable: boolean }>('SELECT NOT pg_is_in_recovery() AS writable')
      .then(({ rows }) => rows[0]?.writable === true)
      .catch(() => false);
    if (isWritable) return;
    await wait(lookEveryMs);
  }
  throw new CommandRefused(`PostgreSQL still replays the log after ${recoveryTimeoutMs / 3_600_000} hours.`);
}

/** Debian has each major version in a folder of its own, and so has the image. */
async function programOf(version: string): Promise<string> {
  const program = `/usr/lib/postgresql/${version}/bin/postgres`;
  if (await exists(program)) return program;
  throw new CommandRefused(
    `The backup is of PostgreSQL ${version}, and ${program} does not exist: install it.`,
  );
}

function lastLines({ stderr }: ChildProcess): () => readonly string[] {
  let text = '';
  stderr?.on('data', (part: Buffer) => {
    text = (text + part.toString()).slice(-8_192);
  });
  return () => text.trim().split('\n').slice(-linesShown);
}
