import { mintToken, type Mode, modes, type Permission, permissions } from '@postrider/contracts';
import { Option, type Command } from 'commander';
import { CommandRefused } from '../command-refused';
import { organizationIdOf } from '../organizations/find-organization';
import { idArgument } from '../output/arguments';
import type { Row } from '../output/render-answer';
import type { RunCommand } from '../run-command';
import type { Session } from '../session';
import { insertKey, listKeys, revokeKey } from './keys.repository';

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

async function create(session: Session, organization: string, options: CreateOptions): Promise<Row> {
  const organizationId = await organizationIdOf(session, organization);
  const { name, mode } = options;
  const permission = options.permission.toUpperCase() as Permission;
  const minted = mintToken(mode);
  const key = { name, mode, permission, minted };
  const id = await insertKey(session.pool(), organizationId, { key, operator: session.operator });
  return { id, organization_id: organizationId, name, mode, permission, token: minted.token };
}

async function revoke(session: Session, id: string): Promise<Row> {
  const organizationId = await revokeKey(session.pool(), id, session.operator);
  if (organizationId === null) throw new CommandRefused(`There is no active key with the id ${id}.`);
  await session.bumpCacheVersion(organizationId);
  return { id, organization_id: organizationId, status: 'revoked' };
}
