import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import { CommandRefused } from '../command-refused';
import {
  makeDirectories,
  readBackupFolder,
  writeMainFile,
  writePassphrase,
  type NewBackupFolder,
} from './backup-folder';
import { archiveCommand, pgbackrest } from './pgbackrest';
import { postgresUser, runProgram } from './run-program';

const passphraseBytes = 24;
const answerTimeoutMs = 60_000;

export interface InitOptions {
  readonly config: string;
  readonly directory: string;
  readonly keepDays: number;
  /** Empty: where libpq looks. */
  readonly socket: string;
  readonly port: string;
  readonly role: string;
  readonly passphraseFile: string | undefined;
}

export interface Initialized {
  readonly configuration: string;
  readonly directory: string;
  /** Null: it is the one that was there or given. */
  readonly passphrase: string | null;
  readonly next: readonly string[];
}

/** May be repeated: what exists is kept. */
export async function initBackups(options: InitOptions): Promise<Initialized> {
  const { config, socket, port, role } = options;
  const owner = postgresUser();
  const connection = { socket: socket === '' ? null : socket, port, role };
  const dataDirectory = await queryAsOwner(connection, 'SHOW data_directory');
  const folder: NewBackupFolder = {
    ...{ config, directory: options.directory, dataDirectory, keptDays: options.keepDays },
    ...connection,
  };
  await writeMainFile(folder, owner);
  const given = options.passphraseFile === undefined ? null : await readPassphrase(options.passphraseFile);
  const passphrase = given ?? randomBytes(passphraseBytes).toString('base64url');
  const isNew = await writePassphrase(config, passphrase, owner);
  const { directory } = await readBackupFolder(config);
  await makeDirectories(directory, owner);
  await pgbackrest({ config }, ['--no-online', 'stanza-create']);
  const isArchiving = await archive(connection, config);
  return {
    configuration: config,
    directory,
    passphrase: isNew && given === null ? passphrase : null,
    next: [
      ...(isNew
        ? ['Keep the passphrase where your passwords are: without it, no backup can be opened.']
        : []),
      ...(isArchiving ? [] : ['Restart PostgreSQL: it archives its log from then on.']),
    ],
  };
}

/** A passphrase is one line; `-` is standard input. */
export async function readPassphrase(file: string): Promise<string> {
  const text = (await fs.readFile(file === '-' ? '/dev/stdin' : file, 'utf8')).trim();
  if (/^[\x21-\x7e]{16,}$/.test(text)) return text;
  throw new CommandRefused('The passphrase must be one line of 16 or more ASCII characters without blanks.');
}

interface Connection {
  readonly socket: string | null;
  readonly port: string;
  readonly role: string;
}

/** Settings of PostgreSQL's own command line stay; others are set for the next start. @returns whether it archives already */
async function archive(connection: Connection, config: string): Promise<boolean> {
  const current = await queryAsOwner(
    connection,
    `SELECT current_setting('archive_mode') || ' ' || current_setting('archive_command')`,
  );
  if (current === `on ${archiveCommand(config)}`) return true;
  const settings = {
    archive_mode: 'on',
    archive_command: archiveCommand(config),
    // What is lost with the machine, at most.
    archive_timeout: '60',
    wal_level: 'replica',
  };
  for (const [name, value] of Object.entries(settings)) {
    await queryAsOwner(connection, `ALTER SYSTEM SET ${name} = '${value.replaceAll("'", "''")}'`);
  }
  await queryAsOwner(connection, 'SELECT pg_reload_conf()');
  return current.startsWith('on ');
}

function queryAsOwner({ socket, port, role }: Connection, sql: string): Promise<string> {
  const host = socket === null ? [] : [`--host=${socket}`];
  const connection = [...host, `--port=${port}`, `--username=${role}`, '--dbname=postgres', '--no-password'];
  const format = ['--no-psqlrc', '--quiet', '--tuples-only', '--no-align'];
  const command = ['psql', ...connection, ...format, `--command=${sql}`];
  return runProgram(command, { as: postgresUser(), timeoutMs: answerTimeoutMs }).then((text) => text.trim());
}
