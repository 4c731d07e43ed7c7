import { hash, randomBytes } from 'node:crypto';
import type { Role } from '@postrider/contracts/access';
import { newId } from '@postrider/contracts/ids';
import { insertRow, type Queryable } from './insert-row';

export interface UserFixture {
  readonly id: string;
  readonly email: string;
  readonly sessionId: string;
  /** For the session cookie. */
  readonly sessionToken: string;
}

export interface UserOverrides {
  readonly email?: string;
  readonly name?: string;
  readonly passwordHash?: string | null;
  readonly isOperator?: boolean;
  /** Whether the session was begun with a second factor. */
  readonly hasSecondFactor?: boolean;
  /** Of the session; default now. */
  readonly authenticatedAt?: Date;
}

/** A user with a session that has just begun. */
export async function createUser(db: Queryable, overrides: UserOverrides = {}): Promise<UserFixture> {
  const [id, sessionId, now] = [newId(), newId(), new Date()];
  const { email = `u${randomBytes(6).toString('hex')}@example.com`, authenticatedAt = now } = overrides;
  await insertRow(db, 'users', {
    ...{ id, email, name: overrides.name ?? 'Ada' },
    password_hash: overrides.passwordHash ?? null,
    is_operator: overrides.isOperator ?? false,
  });
  const sessionToken = randomBytes(32).toString('base64url');
  await insertRow(db, 'user_sessions', {
    id: sessionId,
    user_id: id,
    token_hash: hash('sha256', sessionToken, 'buffer'),
    method: 'password',
    has_second_factor: overrides.hasSecondFactor ?? false,
    authenticated_at: authenticatedAt,
    last_seen_at: now,
    expires_at: new Date(now.getTime() + 86_400_000),
  });
  return { id, email, sessionId, sessionToken };
}

export interface MemberFixture extends UserFixture {
  readonly organizationId: string;
  readonly membershipId: string;
}

export interface MemberOverrides extends UserOverrides {
  readonly organizationId: string;
  readonly role?: Role;
  readonly domainIds?: readonly string[];
  readonly content?: boolean;
  readonly export?: boolean;
}

/** A signed-in member of an organization; an owner by default. */
export async function createMember(
  db: Queryable,
  {
    organizationId,
    role = 'owner',
    domainIds = [],
    content = true,
    export: mayExport = true,
    ...user
  }: MemberOverrides,
): Promise<MemberFixture> {
  const created = await createUser(db, user);
  const membershipId = newId();
  await insertRow(db, 'memberships', {
    id: membershipId,
    organization_id: organizationId,
    user_id: created.id,
    role,
    domain_ids: domainIds,
    content,
    export: mayExport,
  });
  return { ...created, organizationId, membershipId };
}
