import { auditActorTypes, type AuditActorType } from '@postrider/contracts/audit';
import { Option, type Command } from 'commander';
import { organizationIdOf } from '../organizations/find-organization';
import { countArgument, timeArgument } from '../output/arguments';
import type { RunCommand } from '../run-command';
import { listAuditEntries, type AuditFilter } from './audit.repository';

export function addCommands(group: Command, run: RunCommand): void {
  group
    .command('list')
    .description('list entries with the values before and after, without secrets, newest first')
    .option('--organization <organization>', 'id or slug of the organization (default: all)')
    .option('--action <action>', 'exact action, for example org.pause')
    .addOption(new Option('--actor <type>', 'actor type').choices([...auditActorTypes]))
    .option('--name <name>', 'actor name: a login, or the name of a key')
    .option('--target <id-or-type>', 'id or type of the changed object')
    .option('--since <time>', 'entries created at or after this time', timeArgument)
    .option('--until <time>', 'entries created before this time', timeArgument)
    .option('--limit <count>', 'maximum number of entries', countArgument, 100)
    .action(({ organization, ...filter }: ListOptions) =>
      run(async (session) => {
        const id = organization === undefined ? null : await organizationIdOf(session, organization);
        return listAuditEntries(session.pool(), { ...filter, organizationId: id });
      }),
    );
}

interface ListOptions extends Omit<AuditFilter, 'organizationId'> {
  readonly organization?: string;
  readonly actor?: AuditActorType;
}
