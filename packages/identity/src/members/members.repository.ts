import type { Role } from '@postrider/contracts/access';
import { AppError } from '@postrider/contracts/errors';
import { newId } from '@postrider/contracts/ids';
import {
  insertAuditEntry,
  withTransaction,
  type NewAuditEntry,
  type Pool,
  type PoolClient,
} from '@postrider/db';

type Client = Pick<PoolClient, 'query'>;

/** What a membership allows; domains: none named means all. */
export interface Grant {
  readonly role: Role;
  readonly domainIds: readonly string[];
  readonly content: boolean;
  readonly export: boolean;
}

export interface MemberRow extends Grant {
  readonly id: string;
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  readonly hasSecondFactor: boolean;
  readonly lastSeenAt: Date | null;
  readonly createdAt: Date;
}

/** An organization that a user may open; without a membership it is a client's that was opened read-only. */
export interface OrganizationOfUser extends Grant {
  readonly membershipId: string | null;
  readonly organizationId: string;
  readonly slug: string;
  readonly name: string;
  readonly kind: 'internal' | 'client';
}

/** The user who changes something, as the audit log names them. */
export type UserAuthor = Extract<NewAuditEntry['actor'], { readonly type: 'key' | 'user' }>;

export interface MemberChange {
  readonly organizationId: string;
  readonly id: string;
  readonly author: UserAuthor;
  /** Throws when an author of this role may not change this member, or not in this way; null: removes. */
  readonly permit: (member: MemberRow, changed: Grant | null, authorRole: Role) => void;
}

const memberSql = `
SELECT m.id, m.user_id AS "userId", u.email, u.name, m.role, m.domain_ids AS "domainIds", m.content, m.export,
  u.totp_enabled_at IS NOT NULL OR EXISTS (SELECT FROM passkeys p WHERE p.user_id = u.id) AS "hasSecondFactor",
  (SELECT max(s.last_seen_at) FROM user_sessions s WHERE s.user_id = u.id) AS "lastSeenAt", m.created_at AS "createdAt"
FROM memberships m JOIN users u ON u.id = m.user_id`;

/** Up to `limit + 1` rows, newest first. */
export async function listMembers(
  pool: Pool,
  organizationId: string,
  { limit, beforeId }: { readonly limit: number; readonly beforeId: string | null },
): Promise<MemberRow[]> {
  const { rows } = await pool.query<MemberRow>(
    `${memberSql} WHERE m.organization_id = $1 AND ($2::uuid IS NULL OR m.id < $2) ORDER BY m.id DESC LIMIT $3`,
    [organizationId, beforeId, limit + 1],
  );
  return rows;
}

const organizationsMax = 500;

/** Organizations of a user by name, then those that the session has opened. */
export async function listOrganizationsOf(
  pool: Pool,
  { userId, sessionId }: { readonly userId: string; readonly sessionId: string },
): Promise<OrganizationOfUser[]> {
  const { rows } = await pool.query<OrganizationOfUser>(
    `SELECT m.id AS "membershipId", o.id AS "organizationId", o.slug, o.name, o.kind, m.role,
            m.domain_ids AS "domainIds", m.content, m.export
       FROM memberships m JOIN organizations o ON o.id = m.organization_id WHERE m.user_id = $1
     UNION ALL
     SELECT NULL, o.id, o.slug, o.name, o.kind, 'viewer', '{}', false, false
       FROM opened_organizations v JOIN organizations o ON o.id = v.organization_id
       JOIN memberships p ON p.organization_id = o.parent_organization_id AND p.user_id = $1 AND p.role = 'owner'
      WHERE v.session_id = $2
        AND NOT EXISTS (SELECT FROM memberships m WHERE m.organization_id = o.id AND m.user_id = $1)
      ORDER BY 1 NULLS LAST, 4, 2 LIMIT ${organizationsMax}`,
    [userId, sessionId],
  );
  return rows.toSorted(
    (one, other) =>
      Number(one.membershipId === null) - Number(other.membershipId === null) ||
      one.name.localeCompare(other.name),
  );
}

/** @throws AppError `member_exists` */
export async function addMember(
  client: Client,
  organizationId: string,
  {
    userId,
    grant,
    author,
  }: { readonly userId: string; readonly grant: Grant; readonly author: NewAuditEntry['actor'] },
): Promise<string> {
  const id = newId();
  const { role, domainIds, content, export: mayExport } = grant;
  const { rowCount } = await client.query(
    `INSERT INTO memberships (id, organization_id, user_id, role, domain_ids, content, export)
     VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (organization_id, user_id) DO NOTHING`,
    [id, organizationId, userId, role, domainIds, content, mayExport],
  );
  if (rowCount === 0) throw new AppError('member_exists');
  await insertAuditEntry(client, {
    organizationId,
    actor: author,
    action: 'member.add',
    target: { type: 'member', id },
    after: { user_id: userId, ...describeGrant(grant) },
  });
  return id;
}

/**
 * The role that a provider gives: `newRole` to a user who is no member yet, `changedRole` to a member; null: none. The last owner keeps
 * the role, and a member their domains and rights.
 * @throws AppError `not_found` when there is no such organization
 */
export async function grantRole(
  client: Client,
  organizationId: string,
  given: {
    readonly userId: string;
    readonly newRole: Role | null;
    readonly changedRole: Role | null;
    readonly author: NewAuditEntry['actor'];
  },
): Promise<void> {
  const { userId, newRole, changedRole, author } = given;
  await lockOrganization(client, organizationId);
  const { rows } = await client.query<MemberRow>(
    `${memberSql} WHERE m.organization_id = $1 AND m.user_id = $2`,
    [organizationId, userId],
  );
  const [member] = rows;
  if (member === undefined) {
    if (newRole === null) return;
    const grant = { role: newRole, domainIds: [], content: true, export: true };
    await addMember(client, organizationId, { userId, grant, author });
    return;
  }
  if (changedRole === null || changedRole === member.role) return;
  if (member.role === 'owner' && !(await hasOtherOwner(client, organizationId, member))) return;
  await client.query('UPDATE memberships SET role = $3 WHERE organization_id = $1 AND id = $2', [
    ...[organizationId, member.id, changedRole],
  ]);
  await insertAuditEntry(client, {
    ...{ organizationId, actor: author, action: 'member.update', target: { type: 'member', id: member.id } },
    before: describeGrant(member),
    after: describeGrant({ ...member, role: changedRole }),
  });
}

/** @throws AppError `not_found`, `last_owner`; what `permit` throws */
export async function updateMember(
  pool: Pool,
  change: MemberChange & { readonly grant: (member: MemberRow) => Grant },
): Promise<MemberRow> {
  return withTransaction(pool, async (client) => {
    const { member, authorRole } = await lockMember(client, change);
    const grant = change.grant(member);
    change.permit(member, grant, authorRole);
    if (member.role === 'owner' && grant.role !== 'owner') {
      await requireOtherOwner(client, change.organizationId, member);
    }
    await client.query(
      'UPDATE memberships SET role = $3, domain_ids = $4, content = $5, export = $6 WHERE organization_id = $1 AND id = $2',
      [change.organizationId, change.id, grant.role, grant.domainIds, grant.content, grant.export],
    );
    await insertAuditEntry(client, {
      organizationId: change.organizationId,
      actor: change.author,
      action: 'member.update',
      target: { type: 'member', id: change.id },
      before: describeGrant(member),
      after: describeGrant(grant),
    });
    return { ...member, ...grant };
  });
}

/** @throws AppError `not_found`, `last_owner`; what `permit` throws */
export async function removeMember(pool: Pool, change: MemberChange): Promise<void> {
  await withTransaction(pool, async (client) => {
    const { member, authorRole } = await lockMember(client, change);
    change.permit(member, null, authorRole);
    if (member.role === 'owner') await requireOtherOwner(client, change.organizationId, member);
    await client.query('DELETE FROM memberships WHERE organization_id = $1 AND id = $2', [
      change.organizationId,
      change.id,
    ]);
    await insertAuditEntry(client, {
      organizationId: change.organizationId,
      actor: change.author,
      action: 'member.remove',
      target: { type: 'member', id: change.id },
      before: { user_id: member.userId, ...describeGrant(member) },
    });
  });
}

/**
 * Changes of members, invitations and keys of one organization take turns: two owners cannot both leave, and a member who is being
 * removed cannot finish granting something.
 * @throws AppError `not_found` when there is no such organization
 */
export async function lockOrganization(client: Client, organizationId: string): Promise<void> {
  const { rowCount } = await client.query('SELECT FROM organizations WHERE id = $1 FOR NO KEY UPDATE', [
    organizationId,
  ]);
  if (rowCount === 0) throw new AppError('not_found');
}

/**
 * The user's role as it is now, in an organization that is locked.
 * @throws AppError `unauthorized` when the user is no longer a member
 */
export async function currentRole(
  client: Client,
  { organizationId, userId }: { readonly organizationId: string; readonly userId: string },
): Promise<Role> {
  const { rows } = await client.query<{ role: Role }>(
    'SELECT role FROM memberships WHERE organization_id = $1 AND user_id = $2',
    [organizationId, userId],
  );
  const role = rows[0]?.role;
  if (role === undefined)
    throw new AppError('unauthorized', 'You are no longer a member of the organization.');
  return role;
}

export function describeGrant({
  role,
  domainIds,
  content,
  export: mayExport,
}: Grant): Record<string, unknown> {
  return { role, domain_ids: domainIds.length === 0 ? null : domainIds, content, export: mayExport };
}

async function lockMember(
  client: Client,
  { organizationId, id, author }: MemberChange,
): Promise<{ member: MemberRow; authorRole: Role }> {
  await lockOrganization(client, organizationId);
  const authorRole = await currentRole(client, { organizationId, userId: author.id });
  const { rows } = await client.query<MemberRow>(`${memberSql} WHERE m.organization_id = $1 AND m.id = $2`, [
    organizationId,
    id,
  ]);
  const [member] = rows;
  if (member === undefined) throw new AppError('not_found');
  return { member, authorRole };
}

async function requireOtherOwner(client: Client, organizationId: string, member: MemberRow): Promise<void> {
  if (!(await hasOtherOwner(client, organizationId, member))) throw new AppError('last_owner');
}

async function hasOtherOwner(client: Client, organizationId: string, { id }: MemberRow): Promise<boolean> {
  const { rowCount } = await client.query(
    `SELECT FROM memberships WHERE organization_id = $1 AND role = 'owner' AND id <> $2 LIMIT 1`,
    [organizationId, id],
  );
  return rowCount !== 0;
}
