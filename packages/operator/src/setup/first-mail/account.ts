import { checkInput } from '@postrider/contracts/errors';
import { createOrganizationRequest, reservedSlugs } from '@postrider/contracts/organizations';
import { createInvitation, listUsers } from '@postrider/identity';
import { systemClock } from '@postrider/runtime';
import { CommandRefused } from '../../command-refused';
import { consoleOrigin } from '../../config';
import { createOrganization, findOrganizationId } from '../../organizations/organizations.repository';
import type { Session } from '../../session';
import { addSource } from '../../sources/add-source';
import type { Answers } from '../answers/answers';
import type { PublicAddress } from '../machine/addresses';

export interface Account {
  readonly organizationId: string;
  readonly isNew: boolean;
}

/** The organization of the platform's owner, which also sends the platform's own mail. */
export async function ensureOrganization(session: Session, answers: Answers): Promise<Account> {
  const { organization: name, slug, owner } = answers;
  const found = await findOrganizationId(session.pool(), slug);
  if (found !== null) return { organizationId: found, isNew: false };
  const checked = checkInput(createOrganizationRequest, { name, slug, alert_email: owner });
  if (!checked.ok) {
    throw new CommandRefused(
      checked.problems.map(({ path, message }) => `${fieldOf(path)}: ${message}`).join('\n'),
    );
  }
  if (reservedSlugs.has(slug)) throw new CommandRefused(`slug: ${slug} is reserved; choose another one`);
  const organization = { name: checked.value.name, slug, alertEmail: owner };
  const created = await createOrganization(
    session.pool(),
    { ...organization, kind: 'internal', plan: 'internal' },
    session.operator,
  );
  const id = created ?? (await findOrganizationId(session.pool(), slug));
  if (id === null) throw new CommandRefused(`slug: ${slug} is in use`);
  return { organizationId: id, isNew: created !== null };
}

function fieldOf(path: string): string {
  return { name: 'organization', alert_email: 'owner' }[path] ?? path;
}

/** Mail that goes straight to MX hosts leaves from the machine's IPv4 address. @returns the addresses that are new */
export async function ensureSources(
  session: Session,
  answers: Answers,
  addresses: readonly PublicAddress[],
): Promise<string[]> {
  if (answers.delivery !== 'direct') return [];
  const added: string[] = [];
  for (const { address, bindAddress } of addresses) {
    if (address.includes(':')) continue;
    const source = { address, bindAddress, helloName: answers.ehlo_name, pool: 'default', warmUp: false };
    if ((await addSource(session.pool(), source, session.operator)) === 'added') added.push(address);
  }
  return added;
}

/**
 * Invites the owner, who becomes an operator of the platform as well. Done again before the link is used, there is a new link and the
 * one before no longer works.
 * @returns the link; null: the owner has joined
 */
export async function inviteOwner(
  session: Session,
  { owner }: Answers,
  organizationId: string,
): Promise<string | null> {
  const members = await listUsers(session.pool(), { organizationId, search: owner, limit: 100 });
  if (members.some(({ email }) => email === owner.toLowerCase())) return null;
  const { token } = await createInvitation(
    session.pool(),
    {
      ...{ organizationId, email: owner },
      grant: { role: 'owner', domainIds: [], content: true, export: true },
      author: { type: 'operator', name: session.operator },
      permit: () => undefined,
      isOperator: true,
      replacesOpen: true,
    },
    systemClock,
  );
  return `${consoleOrigin()}/console/invitation#${token}`;
}
