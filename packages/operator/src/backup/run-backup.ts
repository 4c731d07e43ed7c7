import path from 'node:path';
import type { Pool } from '@postrider/db';
import { wait } from '@postrider/runtime';
import { CommandRefused } from '../command-refused';
import { copyFile, repositoryOf, type BackupFolder } from './backup-folder';
import {
  beginRun,
  deleteExpiredRuns,
  endRun,
  failRun,
  readLastRuns,
  recordCopy,
  recordLogCopy,
  setCopied,
} from './backup-runs.repository';
import { pgbackrestLong, readRepository, type StoredBackup } from './pgbackrest';
import { runProgram } from './run-program';
import { deleteSettingsBefore, exists, writeSettingsArchive } from './settings-archive';

const dayMs = 86_400_000;
/** 02:30 UTC, when campaigns rarely run. */
const dueAtMs = 2.5 * 3_600_000;
/** A base backup that fails late has copied a database: not with each run of the timer. */
const retryMs = 3_600_000;
/** Old weeks of mail never change, so what follows a full backup is small until the next. */
const fullEveryMs = 6.5 * dayMs;
const copyTimeoutMs = 6 * 3_600_000;
const copyLogEveryMs = 4 * 60_000;

export interface BackupOptions {
  readonly pool: Pool;
  readonly folder: BackupFolder;
  /** Files and folders whose content is kept with each base backup. */
  readonly settings: readonly string[];
  /** A base backup even if none is due. */
  readonly isForced: boolean;
}

export interface BackupDone {
  /** The base backup; null: none was due. */
  readonly backup: string | null;
  /** Whether the repository was copied away; null: no copy is configured. */
  readonly copied: boolean | null;
}

/** Makes a base backup when one is due, and brings the copy on another machine up to date, with the newest log. */
export async function runBackup(options: BackupOptions): Promise<BackupDone> {
  const { pool } = options;
  const isWanted = options.isForced || isDue(await readLastRuns(pool), new Date());
  if (!(await exists(copyFile(options.folder.config)))) {
    const made = isWanted ? await makeBackup(options) : null;
    await setCopied(pool, false);
    return { backup: made?.label ?? null, copied: null };
  }
  const made = isWanted ? await withCopiesOfLog(makeBackup(options), options) : null;
  await setCopied(pool, true);
  await copyLog(options);
  await withCopiesOfLog(copyBackups(options), options);
  return { backup: made?.label ?? null, copied: true };
}

/** A large database takes hours; what is sent meanwhile is to be in the copy within minutes all the same. */
async function withCopiesOfLog<T>(work: Promise<T>, options: BackupOptions): Promise<T> {
  const ended = new AbortController();
  const end = (): void => ended.abort();
  work.then(end, end);
  while (await wait(copyLogEveryMs, ended.signal)) await copyLog(options).catch(() => undefined);
  return work;
}

export function isDue(
  { made, tried }: { readonly made: Date | null; readonly tried: Date | null },
  now: Date,
): boolean {
  if (tried !== null && now.getTime() - tried.getTime() < retryMs) return false;
  const today = now.getTime() - (now.getTime() % dayMs) + dueAtMs;
  const dueAt = today <= now.getTime() ? today : today - dayMs;
  return made === null || made.getTime() < dueAt;
}

async function makeBackup({ pool, folder, settings }: BackupOptions): Promise<StoredBackup> {
  const now = new Date();
  const id = await beginRun(pool, now);
  try {
    const { directory, passphrase } = folder;
    await writeSettingsArchive({ directory, passphrase, paths: settings, now });
    const type = isFullDue((await readRepository(folder)).backups, now) ? 'full' : 'diff';
    await pgbackrestLong(folder, [`--type=${type}`, 'backup']);
    const { backups } = await readRepository(folder);
    const made = backups.at(-1);
    if (made === undefined) throw new CommandRefused('pgBackRest lists no backup after it made one.');
    await endRun(pool, id, made);
    await deleteExpiredRuns(
      pool,
      backups.map(({ label }) => label),
    );
    const oldest = Math.min(...backups.map(({ timestamp }) => timestamp.start * 1_000));
    // The settings are as old as the base backup that they belong to, or a little older.
    await deleteSettingsBefore(directory, new Date(oldest - dayMs));
    return made;
  } catch (error) {
    await failRun(pool, id, error instanceof Error ? error.message : String(error));
    throw error;
  }
}

function isFullDue(backups: readonly StoredBackup[], now: Date): boolean {
  const newest = backups.findLast(({ type }) => type === 'full');
  return newest === undefined || now.getTime() - newest.timestamp.stop * 1_000 > fullEveryMs;
}

/** What is copied is encrypted already. */
async function copyLog({ pool, folder }: BackupOptions): Promise<void> {
  const begunAt = new Date();
  const archive = path.join(repositoryOf(folder.directory), 'archive');
  await rclone(folder, [archive, `copy:${path.relative(folder.directory, archive)}`]);
  await recordLogCopy(pool, begunAt);
}

async function copyBackups({ pool, folder }: BackupOptions): Promise<void> {
  const begunAt = new Date();
  const repository = path.basename(repositoryOf(folder.directory));
  await rclone(folder, [
    `--exclude=/${repository}/archive/**`,
    '--exclude=/verify/**',
    folder.directory,
    'copy:',
  ]);
  await recordCopy(pool, begunAt);
}

/** Without a base backup, nothing is copied: a disk that is not mounted must not empty the copy. */
async function rclone(folder: BackupFolder, args: readonly string[]): Promise<void> {
  if ((await readRepository(folder)).backups.length === 0) {
    throw new CommandRefused(`${folder.directory} has no base backup: nothing is copied.`);
  }
  const common = [`--config=${copyFile(folder.config)}`, 'sync', '--delete-after'];
  const filters = ['--exclude=*.pgbackrest.tmp', '--exclude=*.part'];
  await runProgram(['rclone', ...common, ...filters, ...args], { as: null, timeoutMs: copyTimeoutMs });
}
