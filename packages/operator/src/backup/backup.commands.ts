import { readBackupAges } from '@postrider/db';
import { wait } from '@postrider/runtime';
import { Option, type Command } from 'commander';
import { countArgument, durationArgument, timeArgument } from '../output/arguments';
import type { Row } from '../output/render-answer';
import type { RunCommand } from '../run-command';
import type { Session } from '../session';
import { readBackupFolder } from './backup-folder';
import { listRuns } from './backup-runs.repository';
import { initBackups, type InitOptions } from './init-backups';
import { restoreBackup } from './restore-backup';
import { runBackup } from './run-backup';
import { verifyBackup } from './verify-backup';

const byDefault = {
  config: '/etc/postrider-backup',
  directory: '/var/backups/postrider',
  settings: ['/etc/postrider', '/etc/postrider-backup'],
};
const config = () =>
  new Option('--config <folder>', 'folder of the configuration of backups').default(byDefault.config);
const directory = () =>
  new Option('--directory <folder>', 'where backups are stored').default(byDefault.directory);
const passphraseFile = (otherwise: string) =>
  new Option('--passphrase-file <file>', `file with the passphrase, - for standard input${otherwise}`);
const at = () =>
  new Option('--at <time>', 'a moment, such as 2026-11-28T09:15:00Z (default: the newest)').argParser(
    timeArgument,
  );

export function addCommands(group: Command, run: RunCommand): void {
  addInit(group, run);
  addRun(group, run);
  group
    .command('status')
    .description('list base backups, and show how far the log reaches')
    .action(() => run(readStatus));
  group
    .command('verify')
    .description(
      'restore the newest backup into a folder, replay the log, read every row, and delete it again',
    )
    .addOption(config())
    .addOption(at())
    .action((options: { config: string; at?: Date }) =>
      run(async () => ({
        ...(await verifyBackup(await readBackupFolder(options.config), options.at ?? null)),
      })),
    );
  addRestore(group, run);
}

function addInit(group: Command, run: RunCommand): void {
  group
    .command('init')
    .description('configure backups on the machine of PostgreSQL; what exists is kept')
    .addOption(config())
    .addOption(directory())
    .option('--keep-days <count>', 'days that can be restored to any moment', countArgument, 7)
    .option('--socket <folder>', 'folder of the socket of PostgreSQL', '/var/run/postgresql')
    .option('--port <port>', 'port of PostgreSQL', '5432')
    .option('--role <name>', 'superuser of PostgreSQL', 'postgres')
    .addOption(passphraseFile(' (default: a new one is shown)'))
    .action((options: InitOptions) => run(async () => ({ ...(await initBackups(options)) })));
}

interface RunOptions {
  readonly config: string;
  readonly settings: readonly string[];
  readonly now: boolean;
  readonly every?: number;
}

function addRun(group: Command, run: RunCommand): void {
  group
    .command('run')
    .description(
      'make a base backup if none was made since 02:30 UTC, and update the copy on another machine',
    )
    .addOption(config())
    .option('--settings <path...>', 'files and folders with settings and secrets', byDefault.settings)
    .option('--now', 'make a base backup in any case', false)
    .option('--every <duration>', 'repeat until stopped, for example every 5m', durationArgument)
    .action((options: RunOptions) =>
      run((session) =>
        options.every === undefined
          ? runOnce(session, options)
          : runRepeatedly(session, options, options.every),
      ),
    );
}

async function runOnce(session: Session, options: RunOptions): Promise<Row> {
  const done = await runBackup({
    pool: session.pool(),
    folder: await readBackupFolder(options.config),
    settings: options.settings,
    isForced: options.now,
  });
  return { ...done };
}

/** In a container, where no timer of the system starts it. A failure is reported, and tried again. */
async function runRepeatedly(session: Session, options: RunOptions, everyMs: number): Promise<Row> {
  const stopping = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => stopping.abort());
  do {
    try {
      const done = await runOnce(session, options);
      if (done['backup'] !== null) process.stdout.write(`${JSON.stringify(done)}\n`);
    } catch (error) {
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    }
  } while (await wait(everyMs, stopping.signal));
  return { stopped: true };
}

/** The log of a minute ago is archived where anything was written, and metrics-aggregator writes something. */
const completeSeconds = 300;

async function readStatus(session: Session): Promise<Row> {
  const pool = session.pool();
  const ages = await readBackupAges(pool);
  // Before the first base backup.
  if (ages === null) {
    const none = { newest_age_seconds: null, log_age_seconds: null, log_archived_at: null };
    return { ...none, log_reaches_now: false, backups: [] };
  }
  return {
    newest_age_seconds: Math.round(ages.baseSeconds),
    log_age_seconds: Math.round(ages.logSeconds),
    log_reaches_now: ages.logSeconds < completeSeconds,
    log_archived_at: ages.logArchivedAt,
    backups: await listRuns(pool),
  };
}

interface RestoreArguments {
  readonly config: string;
  readonly directory: string;
  readonly passphraseFile?: string;
  readonly at?: Date;
  readonly replace: boolean;
}

function addRestore(group: Command, run: RunCommand): void {
  group
    .command('restore')
    .description('restore settings, where there are none, and the database, and hold all due email')
    .addOption(config())
    .addOption(directory())
    .addOption(passphraseFile(', on a machine without configuration'))
    .addOption(at())
    .option('--replace', 'move the present data away; delete it where it is a volume', false)
    .action((options: RestoreArguments) =>
      run(async ({ operator }) => ({
        ...(await restoreBackup({
          ...{ config: options.config, directory: options.directory, operator },
          ...{ at: options.at ?? null, passphraseFile: options.passphraseFile, isReplacing: options.replace },
        })),
      })),
    );
}
