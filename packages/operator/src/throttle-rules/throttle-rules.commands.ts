import { readFileSync } from 'node:fs';
import { parseThrottleRules, ThrottleRulesError, type ThrottleRule } from '@postrider/mail';
import type { Command } from 'commander';
import { CommandRefused } from '../command-refused';
import { durationArgument } from '../output/arguments';
import type { Row } from '../output/render-answer';
import type { RunCommand } from '../run-command';
import type { Session } from '../session';
import { describeAction, startDryRun } from './dry-run';
import { readReplies } from './replies.repository';

const dayMs = 86_400_000;

export function addCommands(group: Command, run: RunCommand): void {
  group
    .command('check')
    .argument('<file>', 'JSON')
    .description('validate the file and show the resulting rules in order')
    .action((file: string) =>
      run(() =>
        Promise.resolve(
          readRules(file).map(({ name, match, after, action, reason }) => ({
            rule: name,
            match: JSON.stringify(match),
            after: after.replies === 1 ? null : `${after.replies} in ${after.withinMs / 60_000} min`,
            action: describeAction(action),
            reason,
          })),
        ),
      ),
    );
  group
    .command('dry-run')
    .argument('<file>', 'JSON')
    .description('show what the rules would have done with recent replies; changes nothing')
    .option('--since <time>', 'duration such as 24h or 7d', durationArgument, dayMs)
    .action((file: string, { since }: { since: number }) => run((session) => dryRun(session, file, since)));
}

async function dryRun(session: Session, file: string, sinceMs: number): Promise<Row[]> {
  const run = startDryRun(readRules(file));
  let seen = 0;
  for await (const replies of readReplies(session.pool(), new Date(Date.now() - sinceMs))) {
    for (const reply of replies) run.see(reply);
    seen += replies.length;
    session.progress.at(seen, 'replies');
  }
  return run.rows();
}

function readRules(file: string): readonly ThrottleRule[] {
  try {
    return parseThrottleRules(readFileSync(file, 'utf8'));
  } catch (error) {
    if (error instanceof ThrottleRulesError) throw new CommandRefused(`${file}:\n${error.message}`);
    throw new CommandRefused(`${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
