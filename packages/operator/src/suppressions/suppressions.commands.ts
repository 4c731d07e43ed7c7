import { isId } from '@postrider/contracts/ids';
import { suppressionReasons, type SuppressionReason } from '@postrider/contracts/statuses';
import { normaliseAddress } from '@postrider/mail';
import { Option, type Command } from 'commander';
import { CommandRefused } from '../command-refused';
import { organizationIdOf } from '../organizations/find-organization';
import { countArgument } from '../output/arguments';
import type { Row } from '../output/render-answer';
import type { RunCommand } from '../run-command';
import type { Session } from '../session';
import { listSuppressions, removeSuppressions } from './suppressions.repository';

export function addCommands(group: Command, run: RunCommand): void {
  group
    .command('remove')
    .description('remove the entries of an address, of the organization and its domains')
    .argument('<address-or-id>', 'address, or id of a single entry')
    .requiredOption('--organization <organization>', 'id or slug of the organization')
    .action((name: string, { organization }: { organization: string }) =>
      run((session) => remove(session, organization, name)),
    );
  group
    .command('list')
    .description('list entries, including expired ones that are not deleted yet, newest first')
    .requiredOption('--organization <organization>', 'id or slug of the organization')
    .option('--email <address>', 'only this address')
    .addOption(new Option('--reason <reason>').choices(suppressionReasons))
    .option('--limit <count>', 'maximum number of entries', countArgument, 100)
    .action(({ organization, ...filters }: SuppressionOptions) =>
      run(async (session) =>
        listSuppressions(session.pool(), await organizationIdOf(session, organization), filters),
      ),
    );
}

async function remove(session: Session, organization: string, name: string): Promise<Row[]> {
  const organizationId = await organizationIdOf(session, organization);
  const removed = await removeSuppressions(session.pool(), organizationId, {
    ...(isId(name) ? { id: name } : { email: normaliseAddress(name.trim()) }),
    operator: session.operator,
  });
  if (removed.length === 0) throw new CommandRefused(`${organization} has no suppression of ${name}.`);
  return removed;
}

interface SuppressionOptions {
  readonly organization: string;
  readonly email?: string;
  readonly reason?: SuppressionReason;
  readonly limit: number;
}
