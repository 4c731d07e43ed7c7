import { ensurePartitions, listPartitions } from '@postrider/db';
import type { Command } from 'commander';
import { countArgument } from '../output/arguments';
import type { RunCommand } from '../run-command';

export function addCommands(group: Command, run: RunCommand): void {
  group
    .command('list')
    .action(() =>
      run(async (session) => (await listPartitions(session.pool())).map((partition) => ({ ...partition }))),
    );
  group
    .command('ensure')
    .description('create the partitions of the coming weeks, as metrics-aggregator does every six hours')
    .option('--weeks-ahead <count>', 'number of weeks after the current one', countArgument, 4)
    .action(({ weeksAhead }: { weeksAhead: number }) =>
      run(async (session) => ({ created: await ensurePartitions(session.pool(), { weeksAhead }) })),
    );
}
