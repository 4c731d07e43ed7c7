import type { Command } from 'commander';
import type { Row } from '../output/render-answer';
import type { RunCommand } from '../run-command';
import type { Session } from '../session';
import { changeOrganization, findPausableIds } from './organizations.repository';

interface AllOptions {
  readonly reason: string;
  readonly dryRun: boolean;
}

export function addPauseCommands(group: Command, run: RunCommand): void {
  group
    .command('pause-all')
    .description('pause all organizations: no live email is accepted or sent')
    .requiredOption('--reason <text>', 'shown to the organizations; pass the same to `resume-all`')
    .option('--dry-run', 'only count the organizations', false)
    .action((options: AllOptions) => run((session) => pauseAll(session, options)));
  group
    .command('resume-all')
    .description('resume the organizations that were paused with exactly this reason')
    .requiredOption('--reason <text>', 'reason given to `pause-all`')
    .option('--dry-run', 'only count the organizations', false)
    .action((options: AllOptions) => run((session) => resumeAll(session, options)));
}

function pauseAll(session: Session, options: AllOptions): Promise<Row> {
  return changeAll(session, options, {
    ids: () => findPausableIds(session.pool(), null),
    done: 'paused',
    change: {
      action: 'org.pause',
      columns: { sending_paused_at: new Date(), sending_paused_reason: options.reason },
      onlyIf: (before) => before['sending_paused_at'] === null,
    },
  });
}

function resumeAll(session: Session, options: AllOptions): Promise<Row> {
  return changeAll(session, options, {
    ids: () => findPausableIds(session.pool(), options.reason),
    done: 'resumed',
    change: {
      action: 'org.resume',
      columns: { sending_paused_at: null, sending_paused_reason: null },
      onlyIf: (before) => before['sending_paused_reason'] === options.reason,
    },
  });
}

/** One by one, each with its audit entry: if it is interrupted, repeat the command. */
async function changeAll(
  session: Session,
  { dryRun }: AllOptions,
  {
    ids,
    done,
    change,
  }: {
    readonly ids: () => Promise<readonly string[]>;
    readonly done: 'paused' | 'resumed';
    readonly change: Omit<Parameters<typeof changeOrganization>[2], 'operator'>;
  },
): Promise<Row> {
  const chosen = await ids();
  if (dryRun) return { [done]: chosen.length, dry_run: true };
  let changed = 0;
  for (const id of chosen) {
    if (!(await changeOrganization(session.pool(), id, { ...change, operator: session.operator }))) continue;
    await session.bumpCacheVersion(id);
    changed += 1;
    session.progress.at(changed, `organizations ${done}`);
  }
  return { [done]: changed };
}
