import { roles, type Role } from '@postrider/contracts/access';
import { AppError } from '@postrider/contracts/errors';
import {
  changeOperator,
  createInvitation,
  createPasswords,
  endSessions,
  inviteOperator,
  listUsers,
  resetUser,
} from '@postrider/identity';
import { systemClock } from '@postrider/runtime';
import { Option, type Command } from 'commander';
import { CommandRefused } from '../command-refused';
import { consoleOrigin } from '../config';
import { organizationIdOf } from '../organizations/find-organization';
import { countArgument } from '../output/arguments';
import type { Row } from '../output/render-answer';
import type { RunCommand } from '../run-command';
import type { Session } from '../session';

interface InviteOptions {
  readonly organization?: string;
  readonly role: Role;
  readonly operator: boolean;
}

export function addCommands(group: Command, run: RunCommand): void {
  group
    .command('invite')
    .description('invite a user; prints the link, which works once and for 7 days')
    .argument('<email>')
    .option('--organization <organization>', 'id or slug of the organization to join')
    .addOption(new Option('--role <role>', 'role in the organization').choices([...roles]).default('owner'))
    .option('--platform-operator', 'invite an operator of the platform instead', false)
    .action(
      (
        email: string,
        { platformOperator, ...options }: InviteOptions & { readonly platformOperator: boolean },
      ) => run((session) => invite(session, email, { ...options, operator: platformOperator })),
    );
  group
    .command('list')
    .description('list users with their organizations, newest first')
    .option('--organization <organization>', 'id or slug: only its members')
    .option('--limit <count>', 'maximum number of users', countArgument, 100)
    .action(({ organization, limit }: { readonly organization?: string; readonly limit: number }) =>
      run(async (session) => {
        const organizationId =
          organization === undefined ? null : await organizationIdOf(session, organization);
        const users = await listUsers(session.pool(), { organizationId, limit });
        return users.map((user): Row => ({ ...user, organizations: user.organizations.join(', ') }));
      }),
    );
  addChangeCommands(group, run);
}

/** What changes a user who exists. */
function addChangeCommands(group: Command, run: RunCommand): void {
  group
    .command('operator')
    .description('make a user an operator of the platform, or no longer')
    .argument('<email>')
    .option('--remove', 'no longer an operator', false)
    .action((email: string, { remove }: { readonly remove: boolean }) =>
      run(async (session) => {
        if (
          !(await changeOperator(session.pool(), email, { isOperator: !remove, author: authorOf(session) }))
        )
          throw noUser(email);
        return { email, is_operator: !remove };
      }),
    );
  group
    .command('reset')
    .description(
      'for a user who cannot sign in: remove second factors, passkeys and links with providers, set a new password, which is printed, and end all sessions',
    )
    .argument('<email>')
    .action((email: string) =>
      run(async (session) => {
        const password = await resetUser(session.pool(), email, {
          ...{ passwords: createPasswords(), author: authorOf(session) },
        });
        if (password === null) throw noUser(email);
        return { email, password };
      }),
    );
  group
    .command('end-sessions')
    .description('end all sessions of a user; the next request of each is refused')
    .argument('<email>')
    .action((email: string) =>
      run(async (session) => {
        const ended = await endSessions(session.pool(), email, authorOf(session));
        if (ended === null) throw noUser(email);
        return { email, ended };
      }),
    );
}

async function invite(session: Session, email: string, options: InviteOptions): Promise<Row> {
  const { organization, role, operator } = options;
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new CommandRefused(`${email} is not an email address.`);
  if (operator) {
    if (organization !== undefined)
      throw new CommandRefused('Name either --organization or --platform-operator.');
    const { token } = await inviteOperator(session.pool(), { email, author: authorOf(session) }, systemClock);
    return { email, platform_operator: true, url: linkOf(token) };
  }
  if (organization === undefined) throw new CommandRefused('Name --organization or --platform-operator.');
  const organizationId = await organizationIdOf(session, organization);
  const invitation = {
    ...{ organizationId, email, grant: { role, domainIds: [], content: true, export: true } },
    author: authorOf(session),
    permit: () => undefined,
  };
  try {
    const { token } = await createInvitation(session.pool(), invitation, systemClock);
    return { email, organization_id: organizationId, role, url: linkOf(token) };
  } catch (error) {
    throw error instanceof AppError ? new CommandRefused(error.message) : error;
  }
}

function authorOf({ operator: name }: Session) {
  return { type: 'operator', name } as const;
}

/** A path where this command does not know where browsers reach the console. */
function linkOf(token: string): string {
  return `${consoleOrigin()}/console/invitation#${token}`;
}

function noUser(email: string): CommandRefused {
  return new CommandRefused(`There is no user with the address ${email}.`);
}
