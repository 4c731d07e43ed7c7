import fs from 'node:fs/promises';
import path from 'node:path';
import { CommandRefused } from '../command-refused';
import { declareRestoration } from '../restored/restored.repository';
import {
  mainFile,
  passphraseFile,
  readBackupFolder,
  writePassphrase,
  type BackupFolder,
  type FolderOwner,
} from './backup-folder';
import { readPassphrase } from './init-backups';
import { archiveCommand, pgbackrestLong, readRepository, type StoredBackup } from './pgbackrest';
import { startRecovered, type RecoveredServer } from './recovered-server';
import { postgresUser, runProgram } from './run-program';
import { exists, extractSettings } from './settings-archive';

const answerTimeoutMs = 30_000;

export interface RestoreOptions {
  readonly config: string;
  readonly operator: string;
  /** Null: the newest moment that the log reaches. */
  readonly at: Date | null;
  /** Of an empty machine, which has no configuration yet. */
  readonly directory: string;
  readonly passphraseFile: string | undefined;
  /** A data directory that has something in it is moved away; where it is a mount, its content is deleted. */
  readonly isReplacing: boolean;
}

export interface Restored {
  readonly settings: string;
  readonly previous_data: string;
  readonly restored_to: Date | null;
  readonly held: readonly string[];
}

/** Settings, where there are none, and the database; what is due is declared held before any service can read it. */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const settings = await restoreSettings(options);
  const folder = await readBackupFolder(options.config);
  const { backups, version } = await readRepository(folder);
  const [oldest] = backups;
  if (oldest === undefined) throw new CommandRefused(`${folder.directory} has no base backup.`);
  const target = targetOf(options.at, oldest);
  await refuseWhileRunning(folder);
  const previous = await makeRoom(folder, options.isReplacing);
  await pgbackrestLong(folder, [...target, '--process-max=2', 'restore']);
  const { dataDirectory, role } = folder;
  const server = await startRecovered({
    ...{ dataDirectory, version, role },
    archiveCommand: archiveCommand(folder.config),
  });
  try {
    const held = await declareAll(server, options.operator);
    const restoredTo = await readEnd(server);
    return { settings, previous_data: previous, restored_to: restoredTo, held };
  } finally {
    await server.stop();
  }
}

async function restoreSettings({
  config,
  directory,
  passphraseFile: given,
}: RestoreOptions): Promise<string> {
  const isConfigured = await exists(mainFile(config));
  if (isConfigured && (await exists(passphraseFile(config)))) return `kept: ${config} exists`;
  if (given === undefined) {
    throw new CommandRefused(`${passphraseFile(config)} does not exist: give --passphrase-file.`);
  }
  const passphrase = await readPassphrase(given);
  const file = isConfigured ? null : await extractSettings({ directory, passphrase, into: '/' });
  if (!(await exists(mainFile(config))))
    throw new CommandRefused(`${file} does not have ${mainFile(config)}.`);
  await writePassphrase(config, passphrase, postgresUser());
  return file === null ? `kept: ${config} exists` : `restored from ${file}`;
}

/**
 * The options of pgBackRest for a moment; without one, everything that the archive has is replayed.
 *
 * @param oldest of the complete base backups
 * @throws CommandRefused when no backup leads to that moment: pgBackRest finds out only once the data directory is empty
 */
export function targetOf(at: Date | null, oldest: StoredBackup): readonly string[] {
  if (at === null) return [];
  if (at > new Date()) throw new CommandRefused(`--at: ${at.toISOString()} is in the future.`);
  // In whole seconds, the target's fraction cut off, a backup must have ended before the target.
  const earliest = new Date((oldest.timestamp.stop + 1) * 1000);
  if (at < earliest) {
    throw new CommandRefused(
      `--at: the oldest base backup can be restored to ${earliest.toISOString()} or later, not to ${at.toISOString()}.`,
    );
  }
  const target = at.toISOString().replace('T', ' ').replace('Z', '+00');
  return ['--type=time', `--target=${target}`, '--target-action=promote'];
}

async function refuseWhileRunning({ socket, port }: BackupFolder): Promise<void> {
  const where = [...(socket === null ? [] : [`--host=${socket}`]), `--port=${port}`];
  // It fails where nothing listens, as it should be.
  const answer = await runProgram(['pg_isready', ...where], {
    as: postgresUser(),
    timeoutMs: answerTimeoutMs,
  }).catch((error: unknown) => String(error));
  if (/accepting connections|rejecting connections/.test(answer)) {
    throw new CommandRefused('PostgreSQL is running. Stop it, and all services, before a restore.');
  }
}

/** @returns where the previous content is */
async function makeRoom({ dataDirectory }: BackupFolder, isReplacing: boolean): Promise<string> {
  const owner = postgresUser();
  const content = await fs.readdir(dataDirectory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  let previous = 'there was none';
  if (content.length > 0) {
    if (!isReplacing) {
      throw new CommandRefused(`${dataDirectory} is not empty. With --replace it is moved away.`);
    }
    previous = await moveAway(dataDirectory, content);
  }
  await fs.mkdir(dataDirectory, { recursive: true });
  await giveTo(dataDirectory, owner);
  return previous;
}

async function giveTo(folder: string, owner: FolderOwner | null): Promise<void> {
  await fs.chmod(folder, 0o700);
  if (owner !== null) await fs.chown(folder, owner.uid, owner.gid);
}

async function moveAway(folder: string, content: readonly string[]): Promise<string> {
  const away = `${folder}.before-restore-${new Date().toISOString().replace(/[-:]|\.\d+/g, '')}`;
  try {
    await fs.rename(folder, away);
    return away;
  } catch (error) {
    // A volume of a container, mounted there, cannot be moved.
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EBUSY' && code !== 'EXDEV') throw error;
    for (const name of content) await fs.rm(path.join(folder, name), { recursive: true });
    return 'deleted';
  }
}

/** Workers hold what is due when they find this; without it, an empty Redis and a new backup look like an ordinary start. */
async function declareAll(server: RecoveredServer, operator: string): Promise<string[]> {
  const { rows } = await server
    .pool('postgres')
    .query<{ name: string }>(
      'SELECT datname AS name FROM pg_database WHERE datallowconn AND NOT datistemplate ORDER BY datname',
    );
  const held: string[] = [];
  for (const { name } of rows) {
    const pool = server.pool(name);
    const known = await pool.query(`SELECT FROM pg_class WHERE oid = to_regclass('restorations')`);
    if (known.rowCount === 0) continue;
    await declareRestoration(pool, operator);
    held.push(name);
  }
  return held;
}

/** The last commit that was replayed. */
async function readEnd(server: RecoveredServer): Promise<Date | null> {
  const { rows } = await server
    .pool('postgres')
    .query<{ at: Date | null }>('SELECT pg_last_xact_replay_timestamp() AS at');
  return rows[0]?.at ?? null;
}
