import { includesRole, type Role } from '@postrider/contracts/access';
import { AppError } from '@postrider/contracts/errors';
import { withTransaction, type Pool, type PoolClient } from '@postrider/db';
import type { Clock } from '@postrider/runtime';
import { acceptInvitation, listInvitationsOf } from '../invitations/invitations.repository';
import { grantRole } from '../members/members.repository';
import { auditUserChange } from '../user-audit';
import {
  createUser,
  findCredentials,
  requireSignInMethod,
  type OfferedMethods,
  type UserCredentials,
} from '../users/users.repository';
import type { ProviderIdentity } from './openid-providers';
import { ProviderSignInRefused } from './provider-refusal';
import type { SignInProvider } from './provider-setting';

type Client = Pick<PoolClient, 'query'>;

export interface ProviderSignIn {
  readonly provider: SignInProvider;
  readonly identity: ProviderIdentity;
  readonly requestId: string;
}

/**
 * The user whom a provider has identified. One who is not linked yet is found by verified address, or created as the provider's
 * `create` says; then the role follows the provider's claim.
 * @throws ProviderSignInRefused
 */
export async function findProviderUser(
  pool: Pool,
  signIn: ProviderSignIn,
  clock: Clock,
): Promise<UserCredentials> {
  return withTransaction(pool, async (client) => {
    await lockIdentity(client, signIn.identity);
    const linkedId = await findLinked(client, signIn.identity);
    const user =
      linkedId === null
        ? await linkByAddress(client, signIn, clock)
        : await findCredentials(client, { id: linkedId });
    if (user === null) throw new ProviderSignInRefused('not_invited');
    await requireOwnUser(client, signIn.provider, { userId: user.id, isNew: linkedId === null });
    await applyRole(client, signIn, user);
    return user;
  });
}

/** Two first sign-ins at once make one user. */
async function lockIdentity(client: Client, { issuer, subject }: ProviderIdentity): Promise<void> {
  await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`${issuer} ${subject}`]);
}

async function findLinked(client: Client, { issuer, subject }: ProviderIdentity): Promise<string | null> {
  const { rows } = await client.query<{ id: string }>(
    'SELECT user_id AS id FROM user_identities WHERE issuer = $1 AND subject = $2',
    [issuer, subject],
  );
  return rows[0]?.id ?? null;
}

/**
 * The provider of one organization says which addresses are whose, and without `email_domains` it may say so of any address. It then
 * signs in only users of that organization: no operators, and it is linked with no users of others.
 * @throws ProviderSignInRefused
 */
async function requireOwnUser(
  client: Client,
  { organization: slug, email_domains: emailDomains }: SignInProvider,
  { userId, isNew }: { readonly userId: string; readonly isNew: boolean },
): Promise<void> {
  if (slug === undefined || emailDomains !== undefined) return;
  const { rowCount } = await client.query(
    `SELECT FROM users u WHERE u.id = $1 AND (u.is_operator OR ($3 AND EXISTS (
       SELECT FROM memberships m JOIN organizations o ON o.id = m.organization_id
        WHERE m.user_id = u.id AND o.slug <> $2)))`,
    [userId, slug, isNew],
  );
  if (rowCount !== 0) throw new ProviderSignInRefused('not_allowed');
}

/** @returns null when there is no user with the address, and the provider creates none */
async function linkByAddress(
  client: Client,
  signIn: ProviderSignIn,
  clock: Clock,
): Promise<UserCredentials | null> {
  const { provider, identity, requestId } = signIn;
  const { email, isEmailVerified, issuer, subject } = identity;
  if (email === null || !isEmailVerified) throw new ProviderSignInRefused('email_not_verified');
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  if (provider.email_domains !== undefined && !provider.email_domains.includes(domain)) {
    throw new ProviderSignInRefused('not_allowed');
  }
  const user =
    (await findCredentials(client, { email })) ?? (await register(client, signIn, { email, clock }));
  if (user === null) return null;
  // An address may be given to another person, who gets no access to the account of the person before.
  const { rowCount } = await client.query(
    `INSERT INTO user_identities (issuer, subject, user_id)
     SELECT $1, $2, $3 WHERE NOT EXISTS (SELECT FROM user_identities WHERE user_id = $3 AND issuer = $1)`,
    [issuer, subject, user.id],
  );
  if (rowCount === 0) throw new ProviderSignInRefused('not_allowed');
  await auditUserChange(client, user.id, {
    author: { type: 'user', id: user.id, requestId },
    action: 'user.link_provider',
    after: { provider: provider.id, issuer, subject },
  });
  return user;
}

/**
 * The provider no longer signs the user in, until it identifies them by their address again.
 * @throws AppError `not_found` when it is not linked, `last_sign_in_method`
 */
export async function unlinkProvider(
  client: Client,
  { id: provider, issuer }: Pick<SignInProvider, 'id' | 'issuer'>,
  {
    userId,
    requestId,
    offered,
  }: { readonly userId: string; readonly requestId: string; readonly offered: OfferedMethods },
): Promise<void> {
  await client.query('SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE', [userId]);
  const { rowCount } = await client.query('DELETE FROM user_identities WHERE user_id = $1 AND issuer = $2', [
    userId,
    issuer,
  ]);
  if (rowCount === 0) throw new AppError('not_found');
  await requireSignInMethod(client, userId, offered);
  await auditUserChange(client, userId, {
    author: { type: 'user', id: userId, requestId },
    action: 'user.unlink_provider',
    before: { provider, issuer },
  });
}

/** A new user, with the invitations of the address; null: the provider creates none. */
async function register(
  client: Client,
  { provider, identity, requestId }: ProviderSignIn,
  { email, clock }: { readonly email: string; readonly clock: Clock },
): Promise<UserCredentials | null> {
  const { create } = provider;
  const invitations = create === 'never' ? [] : await listInvitationsOf(client, email, clock);
  if (create === 'never' || (create === 'invited' && invitations.length === 0)) return null;
  const id = await createUser(client, { email, name: identity.name ?? email, passwordHash: null });
  if (id !== null) {
    await auditUserChange(client, id, {
      author: { type: 'user', id, requestId },
      action: 'user.create',
      after: { email, provider: provider.id },
    });
    for (const invitation of invitations)
      await acceptInvitation(client, invitation, { userId: id, requestId });
  }
  return findCredentials(client, { email });
}

async function applyRole(
  client: Client,
  { provider, identity }: ProviderSignIn,
  user: UserCredentials,
): Promise<void> {
  const { id, organization: slug, role, roles: byValue } = provider;
  if (slug === undefined) return;
  const claimed = byValue === undefined ? null : highestRole(identity.groups, byValue);
  const { rows } = await client.query<{ id: string }>('SELECT id FROM organizations WHERE slug = $1', [slug]);
  const organizationId = rows[0]?.id;
  if (organizationId === undefined) {
    const cause = new Error(`there is no organization ${slug}`);
    throw new ProviderSignInRefused('provider_failed', { cause });
  }
  const author = { type: 'system', name: `provider ${id}` } as const;
  await grantRole(client, organizationId, {
    ...{ userId: user.id, author, changedRole: claimed, newRole: claimed ?? role ?? null },
  });
}

function highestRole(groups: readonly string[], byValue: Readonly<Record<string, Role>>): Role | null {
  const found = groups.flatMap((group) =>
    Object.hasOwn(byValue, group) ? [byValue[group] ?? []].flat() : [],
  );
  return found.reduce<Role | null>(
    (highest, each) => (highest === null || includesRole(each, highest) ? each : highest),
    null,
  );
}
