import { suppressionReasons, type SuppressionReason } from '@postrider/contracts';
import { Option, type Command } from 'commander';
import { organizationIdOf } from '../organizations/find-organization';
import { countArgument } from '../output/arguments';
import type { RunCommand } from '../run-command';
import { listImports, listSuppressions } from './suppressions.repository';

/** To look at, and no more: what an organization suppresses is its own. */
export function addSuppressionCommands(program: Command, run: RunCommand): void {
  program
    .command('suppressions')
    .description('addresses that get no mail from an organization')
    .command('list')
    .description('newest first; with those that have ended and are not deleted yet')
    .requiredOption('--organization <organization>', 'id or slug')
    .option('--email <address>', 'of this address alone')
    .addOption(new Option('--reason <reason>').choices(suppressionReasons))
    .option('--limit <count>', 'at most this many', countArgument, 100)
    .action(({ organization, ...filters }: SuppressionOptions) =>
      run(async (session) =>
        listSuppressions(session.pool(), await organizationIdOf(session, organization), filters),
      ),
    );
  program
    .command('imports')
    .description('files of addresses that were taken in, or are')
    .command('list')
    .option('--organization <organization>', 'id or slug; default: all')
    .option('--limit <count>', 'at most this many', countArgument, 100)
    .action(({ organization, limit }: { organization?: string; limit: number }) =>
      run(async (session) => {
        const id = organization === undefined ? null : await organizationIdOf(session, organization);
        return listImports(session.pool(), id, limit);
      }),
    );
}

interface SuppressionOptions {
  readonly organization: string;
  readonly email?: string;
  readonly reason?: SuppressionReason;
  readonly limit: number;
}
