import fs from 'node:fs/promises';
import path from 'node:path';
import { CommandRefused } from '../command-refused';

/** The section of pgBackRest's configuration that describes the cluster. */
export const stanza = 'postrider';

/** What pgBackRest's configuration says, as far as commands need it. */
export interface BackupFolder {
  /** The folder of the configuration: `pgbackrest.conf`, `conf.d/passphrase.conf` and, for copies, `rclone.conf`. */
  readonly config: string;
  /** Holds the repository of pgBackRest and the encrypted settings: all that a restore needs, besides the passphrase. */
  readonly directory: string;
  readonly passphrase: string;
  readonly dataDirectory: string;
  /** Null: where libpq looks. */
  readonly socket: string | null;
  readonly port: string;
  readonly role: string;
}

export const mainFile = (config: string): string => path.join(config, 'pgbackrest.conf');
export const passphraseFile = (config: string): string => path.join(config, 'conf.d', 'passphrase.conf');
export const copyFile = (config: string): string => path.join(config, 'rclone.conf');
export const repositoryOf = (directory: string): string => path.join(directory, 'pgbackrest');

/** @throws CommandRefused when there is no usable configuration */
export async function readBackupFolder(config: string): Promise<BackupFolder> {
  const main = readOptions(await readFile(mainFile(config)));
  const secret = readOptions(await readFile(passphraseFile(config)));
  const repository = needed(main, 'repo1-path', mainFile(config));
  return {
    config,
    directory: path.dirname(repository),
    passphrase: needed(secret, 'repo1-cipher-pass', passphraseFile(config)),
    dataDirectory: needed(main, 'pg1-path', mainFile(config)),
    socket: main.get('pg1-socket-path') ?? null,
    port: main.get('pg1-port') ?? '5432',
    role: main.get('pg1-user') ?? 'postgres',
  };
}

async function readFile(file: string): Promise<string> {
  try {
    return await fs.readFile(file, 'utf8');
  } catch (error) {
    throw new CommandRefused(
      `${file} cannot be read (${(error as NodeJS.ErrnoException).code ?? String(error)}). \`backup init\` writes it.`,
    );
  }
}

/** Names are unique in the files that `backup init` writes: sections do not matter. */
function readOptions(text: string): ReadonlyMap<string, string> {
  const pairs = [...text.matchAll(/^([\w-]+)=(.*)$/gm)];
  return new Map(pairs.map(([, name = '', value = '']) => [name, value.trim()]));
}

function needed(options: ReadonlyMap<string, string>, name: string, file: string): string {
  const value = options.get(name);
  if (value !== undefined && value !== '') return value;
  throw new CommandRefused(`${file}: ${name} is missing.`);
}

export interface FolderOwner {
  readonly uid: number;
  readonly gid: number;
}

export interface NewBackupFolder extends Omit<BackupFolder, 'passphrase'> {
  readonly keptDays: number;
}

/**
 * Keeps what is there, so that it may be edited. PostgreSQL's user reads both files: it archives the log.
 * @returns whether the main file was written
 */
export async function writeMainFile(folder: NewBackupFolder, owner: FolderOwner | null): Promise<boolean> {
  const { socket } = folder;
  const lines = [
    "# pgBackRest's configuration for `postrider backup`. The passphrase is in conf.d, and in no backup.",
    '[global]',
    `repo1-path=${repositoryOf(folder.directory)}`,
    'repo1-cipher-type=aes-256-cbc',
    'repo1-bundle=y',
    '# Days that can be restored to any moment.',
    'repo1-retention-full-type=time',
    `repo1-retention-full=${folder.keptDays}`,
    'compress-type=zst',
    'start-fast=y',
    'log-level-console=warn',
    'log-level-file=off',
    '',
    `[${stanza}]`,
    `pg1-path=${folder.dataDirectory}`,
    `pg1-port=${folder.port}`,
    ...(socket === null ? [] : [`pg1-socket-path=${socket}`]),
    `pg1-user=${folder.role}`,
  ];
  await makeFolder(folder.config, owner);
  return writeOnce(mainFile(folder.config), `${lines.join('\n')}\n`, owner);
}

/** @returns whether it was written */
export async function writePassphrase(
  config: string,
  passphrase: string,
  owner: FolderOwner | null,
): Promise<boolean> {
  await makeFolder(config, owner);
  await makeFolder(path.dirname(passphraseFile(config)), owner);
  return writeOnce(passphraseFile(config), `[global]\nrepo1-cipher-pass=${passphrase}\n`, owner);
}

/** Where pgBackRest writes belongs to PostgreSQL's user; the settings beside it are root's. Modes hold whatever the umask is. */
export async function makeDirectories(directory: string, owner: FolderOwner | null): Promise<void> {
  const isNew = (await fs.mkdir(directory, { recursive: true })) !== undefined;
  if (isNew) await fs.chmod(directory, 0o755);
  await makeFolder(repositoryOf(directory), owner, owner?.uid);
}

async function makeFolder(folder: string, owner: FolderOwner | null, uid = 0): Promise<void> {
  await fs.mkdir(folder, { recursive: true });
  await fs.chmod(folder, 0o750);
  if (owner !== null) await fs.chown(folder, uid, owner.gid);
}

async function writeOnce(file: string, text: string, owner: FolderOwner | null): Promise<boolean> {
  try {
    await fs.writeFile(file, text, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
  if (owner !== null) await fs.chown(file, 0, owner.gid);
  await fs.chmod(file, 0o640);
  return true;
}
