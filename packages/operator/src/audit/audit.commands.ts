import { auditActorTypes, type AuditActorType } from '@postrider/contracts';
import { Option, type Command } from 'commander';
import { organizationIdOf } from '../organizations/find-organization';
import { countArgument, timeArgument } from '../output/arguments';
import type { RunCommand } from '../run-command';
import { listAuditEntries, type AuditFilter } from './audit.repository';

export function addAuditCommands(program: Command, run: RunCommand): void {
  program
    .command('audit')
    .description('the audit log: each change by a key, a user, an operator or the system')
    .command('list')
    .description('newest first, with the values before and after; never a secret')
    .option('--organization <organization>', 'id or slug; default: all')
    .option('--action <action>', 'exactly this one, for example org.pause')
    .addOption(new Option('--actor <type>', 'type of the actor').choices([...auditActorTypes]))
    .option('--name <name>', 'name of the actor: a login, or the name of a key')
    .option('--target <id-or-type>', 'id of the object that was changed, or its type')
    .option('--since <time>', 'made from then on', timeArgument)
    .option('--until <time>', 'made before', timeArgument)
    .option('--limit <count>', 'at most this many', countArgument, 100)
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
