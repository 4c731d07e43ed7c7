import fs from 'node:fs/promises';
import path from 'node:path';
import { CommandRefused } from '../command-refused';
import type { BackupFolder } from './backup-folder';
import { pgbackrestLong, readRepository } from './pgbackrest';
import { startRecovered, type RecoveredServer } from './recovered-server';
import { targetOf } from './restore-backup';
import { postgresUser, runProgram } from './run-program';

const readTimeoutMs = 24 * 3_600_000;
/** The log comes on top. */
const spaceFactor = 1.2;

export interface Verified {
  readonly backup: string;
  readonly database_bytes: number;
  /** The last commit that was replayed. */
  readonly restored_to: Date | null;
  readonly restore_seconds: number;
  /** Reading every row of every table. */
  readonly read_seconds: number;
}

/** Restores into a folder beside the repository, replays the log, reads every row, and deletes it again. The cluster is not touched. */
export async function verifyBackup(folder: BackupFolder, at: Date | null): Promise<Verified> {
  const { backups, version } = await readRepository(folder);
  const [oldest] = backups;
  const newest = backups.at(-1);
  if (oldest === undefined || newest === undefined)
    throw new CommandRefused(`${folder.directory} has no base backup.`);
  const target = targetOf(at, oldest);
  await requireSpace(folder.directory, newest.info.size * spaceFactor);
  const dataDirectory = path.join(folder.directory, 'verify', 'data');
  await makeEmpty(dataDirectory);
  try {
    const begunMs = performance.now();
    const where = [`--pg1-path=${dataDirectory}`, '--archive-mode=off', '--process-max=2'];
    await pgbackrestLong(folder, [...where, ...target, 'restore']);
    const server = await startRecovered({ dataDirectory, version, role: folder.role, archiveCommand: null });
    const restoredMs = performance.now();
    try {
      const restoredTo = await readAll(server, version);
      return {
        ...{ backup: newest.label, database_bytes: newest.info.size, restored_to: restoredTo },
        restore_seconds: secondsOf(restoredMs - begunMs),
        read_seconds: secondsOf(performance.now() - restoredMs),
      };
    } finally {
      await server.stop();
    }
  } finally {
    await fs.rm(path.dirname(dataDirectory), { recursive: true, force: true });
  }
}

const secondsOf = (ms: number): number => Math.round(ms / 100) / 10;

async function requireSpace(directory: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await fs.statfs(directory);
  if (bavail * bsize >= bytes) return;
  const gigabytes = (count: number): string => (count / 1e9).toFixed(1);
  throw new CommandRefused(
    `${directory} has ${gigabytes(bavail * bsize)} GB free; a restored database needs ${gigabytes(bytes)} GB.`,
  );
}

async function makeEmpty(dataDirectory: string): Promise<void> {
  const parent = path.dirname(dataDirectory);
  await fs.rm(parent, { recursive: true, force: true });
  await fs.mkdir(dataDirectory, { recursive: true, mode: 0o700 });
  const user = postgresUser();
  if (user === null) return;
  for (const each of [parent, dataDirectory]) await fs.chown(each, user.uid, user.gid);
}

/** Each page of each table is read, and each value that is stored apart. */
async function readAll(server: RecoveredServer, version: string): Promise<Date | null> {
  const pool = server.pool('postgres');
  const { rows } = await pool.query<{ name: string; at: Date | null }>(
    `SELECT datname AS name, pg_last_xact_replay_timestamp() AS at
       FROM pg_database WHERE datallowconn AND NOT datistemplate`,
  );
  for (const { name } of rows) {
    const dump = `/usr/lib/postgresql/${version}/bin/pg_dump`;
    await runProgram([dump, '--file=/dev/null', `--dbname=${server.url(name)}`], {
      as: postgresUser(),
      timeoutMs: readTimeoutMs,
    });
  }
  return rows[0]?.at ?? null;
}
