import type { Command } from 'commander';
import { organizationIdOf } from '../organizations/find-organization';
import { countArgument } from '../output/arguments';
import type { RunCommand } from '../run-command';
import { listImports } from './imports.repository';

export function addCommands(group: Command, run: RunCommand): void {
  group
    .command('list')
    .description('newest first, with the progress of each')
    .option('--organization <organization>', 'id or slug; default: all')
    .option('--limit <count>', 'at most this many', countArgument, 100)
    .action(({ organization, limit }: { organization?: string; limit: number }) =>
      run(async (session) => {
        const organizationId =
          organization === undefined ? null : await organizationIdOf(session, organization);
        return listImports(session.pool(), { organizationId, limit });
      }),
    );
}
