import { execFile, execFileSync } from 'node:child_process';
import { CommandRefused } from '../command-refused';
import { programEnvironment } from '../config';
import type { FolderOwner } from './backup-folder';

/** What a program prints that is read; more than a list of some hundred backups has. */
const outputBytesMax = 16 * 1_048_576;
const linesShown = 6;

export interface ProgramOptions {
  /** As whom; null: as the user of this command. */
  readonly as: FolderOwner | null;
  readonly timeoutMs: number;
}

/**
 * Runs a program to its end.
 * @returns what it printed
 * @throws CommandRefused with the last lines that it printed, when it fails, is missing or takes too long
 */
export function runProgram(
  [program = '', ...args]: readonly string[],
  { as, timeoutMs }: ProgramOptions,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { env: programEnvironment(), timeout: timeoutMs, maxBuffer: outputBytesMax };
    // PostgreSQL's user cannot read every working directory.
    execFile(program, args, { ...options, cwd: '/', ...as }, (error, stdout, stderr) => {
      if (error === null) return resolve(stdout);
      if (error.code === 'ENOENT') return reject(new CommandRefused(`${program} is not installed.`));
      const lines = `${stderr}\n${stdout}`.split('\n').filter((line) => line.trim() !== '');
      const reason = error.killed === true ? `took more than ${timeoutMs / 1_000} s` : 'failed';
      reject(new CommandRefused([`${program} ${reason}:`, ...lines.slice(-linesShown)].join('\n  ')));
    });
  });
}

/** PostgreSQL refuses to run as root, and pgBackRest writes as its user. Null: this process is not root, and so all of it is one user. */
export function postgresUser(): FolderOwner | null {
  if (process.getuid?.() !== 0) return null;
  const id = (flag: string) =>
    Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8', stdio: 'pipe' }));
  try {
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    throw new CommandRefused('There is no user postgres: run this where PostgreSQL is installed.');
  }
}
