import { z } from 'zod';
import { CommandRefused } from '../command-refused';
import { stanza, type BackupFolder } from './backup-folder';
import { postgresUser, runProgram } from './run-program';

/** A base backup of a terabyte; a restore has the same. */
const copyTimeoutMs = 24 * 3_600_000;
const answerTimeoutMs = 120_000;

const backupSchema = z.object({
  label: z.string(),
  type: z.enum(['full', 'diff', 'incr']),
  /** Unix time, in seconds. */
  timestamp: z.object({ start: z.number(), stop: z.number() }),
  info: z.object({
    size: z.number(),
    /** `size` is missing where a repository stores parts of files. */
    repository: z.object({ delta: z.number().optional() }),
  }),
});

const infoSchema = z
  .array(
    z.object({
      status: z.object({ code: z.number(), message: z.string() }),
      db: z.array(z.object({ version: z.string() })).default([]),
      backup: z.array(backupSchema).default([]),
    }),
  )
  .length(1);

export type StoredBackup = z.output<typeof backupSchema>;

export interface Repository {
  /** Complete base backups, the oldest first. */
  readonly backups: readonly StoredBackup[];
  /** Major version of PostgreSQL of the newest of them. */
  readonly version: string;
}

export function pgbackrest(
  { config }: Pick<BackupFolder, 'config'>,
  args: readonly string[],
  { timeoutMs = answerTimeoutMs }: { readonly timeoutMs?: number } = {},
): Promise<string> {
  return runProgram(['pgbackrest', `--config-path=${config}`, `--stanza=${stanza}`, ...args], {
    as: postgresUser(),
    timeoutMs,
  });
}

/** For what copies a database or reads a whole repository. */
export const pgbackrestLong = (folder: Pick<BackupFolder, 'config'>, args: readonly string[]) =>
  pgbackrest(folder, args, { timeoutMs: copyTimeoutMs });

/** What PostgreSQL calls for each segment of its log. */
export const archiveCommand = (config: string): string =>
  `pgbackrest --config-path=${config} --stanza=${stanza} archive-push %p`;

/** @throws CommandRefused when the repository cannot be read, for example by this passphrase */
export async function readRepository(folder: BackupFolder): Promise<Repository> {
  const answer: unknown = JSON.parse(await pgbackrest(folder, ['--output=json', 'info']));
  const [{ status, db, backup } = { status: { code: -1, message: 'no answer' }, db: [], backup: [] }] =
    infoSchema.parse(answer);
  // 2: there is no base backup yet.
  if (status.code !== 0 && status.code !== 2) {
    throw new CommandRefused(`The repository in ${folder.directory} cannot be read: ${status.message}.`);
  }
  return { backups: backup, version: db.at(-1)?.version ?? '' };
}
