import { type Mode, modes, type Permission, permissions } from '@postrider/contracts/statuses';
import { Option, type Command } from 'commander';
import { CommandRefused } from '../command-refused';
import { organizationIdOf } from '../organizations/find-organization';
import { idArgument } from '../output/arguments';
import type { Row } from '../output/render-answer';
import type { RunCommand } from '../run-command';
import type { Session } from '../session';
import { createKey, listKeys, revokeKey } from './keys.repository';

interface CreateOptions {
  readonly name: string;
  readonly permission: Lowercase<Permission>;
  readonly mode: Mode;
}

export function addCommands(group: Command, run: RunCommand): void {
  group
    .command('list')
    .argument('<organization>', 'id or slug')
    .action((name: string) =>
      run(async (session) => listKeys(session.pool(), await organizationIdOf(session, name))),
    );
  group
    .command('create')
    .description('create a key; its token is shown only once')
    .argument('<organization>', 'id or slug')
    .option('--name <name>', 'shown in lists and logs', 'First admin key')
    .addOption(
      new Option('--permission <permission>')
        .choices(permissions.map((each) => each.toLowerCase()))
        .default('admin'),
    )
    .addOption(new Option('--mode <mode>').choices([...modes]).default('live'))
    .action((organization: string, options: CreateOptions) =>
      run((session) => create(session, organization, options)),
    );
  group
    .command('revoke')
    .argument('<key>', 'id', idArgument)
    .action((id: string) => run((session) => revoke(session, id)));
}

async function create(
  session: Session,
  organization: string,
  { name, mode, permission }: CreateOptions,
): Promise<Row> {
  const organizationId = await organizationIdOf(session, organization);
  const key = { name, mode, permission: permission.toUpperCase() as Permission };
  const { id, token } = await createKey(session.pool(), organizationId, {
    ...key,
    operator: session.operator,
  });
  return { id, organization_id: organizationId, ...key, token };
}

async function revoke(session: Session, id: string): Promise<Row> {
  const organizationId = await revokeKey(session.pool(), id, session.operator);
  if (organizationId === null) throw new CommandRefused(`There is no active key with the id ${id}.`);
  await session.bumpCacheVersion(organizationId);
  return { id, organization_id: organizationId, status: 'revoked' };
}
