import type { Command } from 'commander';
import type { Row } from '../output/render-answer';
import type { RunCommand } from '../run-command';
import type { Session } from '../session';
import { changeAllSending, type AllSendingChange } from './pause-all';

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
    .action((options: AllOptions) => run((session) => changeAll(session, 'pause', options)));
  group
    .command('resume-all')
    .description('resume the organizations that were paused with exactly this reason')
    .requiredOption('--reason <text>', 'reason given to `pause-all`')
    .option('--dry-run', 'only count the organizations', false)
    .action((options: AllOptions) => run((session) => changeAll(session, 'resume', options)));
}

async function changeAll(
  session: Session,
  change: AllSendingChange['change'],
  { reason, dryRun }: AllOptions,
): Promise<Row> {
  const done = `${change}d` as const;
  const { organizations } = await changeAllSending(
    { pool: session.pool(), bumpCacheVersion: (id) => session.bumpCacheVersion(id) },
    {
      ...{ change, reason, dryRun, operator: session.operator, limit: Infinity },
      onChanged: (changed) => session.progress.at(changed, `organizations ${done}`),
    },
  );
  return { [done]: organizations, ...(dryRun && { dry_run: true }) };
}
