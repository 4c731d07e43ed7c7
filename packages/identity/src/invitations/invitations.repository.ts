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
import type { Clock } from '@postrider/runtime';
import {
  addMember,
  currentRole,
  describeGrant,
  lockOrganization,
  type Grant,
  type UserAuthor,
} from '../members/members.repository';
import { createSecretToken, hashToken, type SecretToken } from '../secret-tokens';
import type { UserChangeAuthor } from '../user-audit';
import { canonicalEmail, setOperator } from '../users/users.repository';

type Client = Pick<PoolClient, 'query'>;

export interface InvitationRow extends Grant {
  readonly id: string;
  readonly email: string;
  readonly invitedBy: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly sentAt: Date | null;
}

/** An invitation as its link opens it. */
export interface OpenedInvitation {
  readonly id: string;
  readonly email: string;
  /** Null: of an operator of the platform, into no organization. */
  readonly organization: { readonly id: string; readonly name: string; readonly grant: Grant } | null;
  readonly isOperator: boolean;
  readonly invitedBy: string | null;
  readonly expiresAt: Date;
  /** The user who has the invited address already. */
  readonly userId: string | null;
}

/**
 * Counts the mail that an invitation is sent with, at the end of the transaction that makes its link. Throws when the platform may not
 * send it; nothing has changed then.
 */
export type RecordInvitationMail = (client: Client, email: string) => Promise<void>;

export interface NewInvitation {
  readonly organizationId: string;
  readonly email: string;
  readonly grant: Grant;
  readonly author: NewAuditEntry['actor'];
  /** Throws when a user of this role may not invite so. */
  readonly permit: (authorRole: Role) => void;
  /** Absent: no mail is sent. */
  readonly recordMail?: RecordInvitationMail;
  /** Only where the operator of the platform invites: the user becomes one as well. */
  readonly isOperator?: boolean;
  /** Takes the place of an open invitation of the address too, whose link no longer works. */
  readonly replacesOpen?: boolean;
}

export interface InvitationName {
  readonly organizationId: string;
  readonly id: string;
  readonly author: UserAuthor;
  /** Throws when a user of this role may not change this invitation. */
  readonly permit: (invitation: InvitationRow, authorRole: Role) => void;
}

export interface IssuedInvitationRow {
  readonly invitation: InvitationRow;
  readonly token: string;
}

const lifeMs = 7 * 86_400_000;
const openMax = 200;

const invitationSql = `
SELECT i.id, i.email, i.role, i.domain_ids AS "domainIds", i.content, i.export, u.name AS "invitedBy",
  i.created_at AS "createdAt", i.expires_at AS "expiresAt", i.sent_at AS "sentAt"
FROM invitations i LEFT JOIN users u ON u.id = i.invited_by_id`;

/** All that are open or expired, newest first. */
export async function listInvitations(pool: Pool, organizationId: string): Promise<InvitationRow[]> {
  const { rows } = await pool.query<InvitationRow>(
    `${invitationSql} WHERE i.organization_id = $1 ORDER BY i.id DESC LIMIT ${openMax}`,
    [organizationId],
  );
  return rows;
}

/**
 * Takes the place of an expired invitation of the address.
 * @throws AppError `member_exists`, `invitation_exists`, `plan_limit`; what `permit` and `recordMail` throw
 */
export async function createInvitation(
  pool: Pool,
  { permit, ...invitation }: NewInvitation,
  clock: Clock,
): Promise<IssuedInvitationRow> {
  const { organizationId, author } = invitation;
  return withTransaction(pool, async (client) => {
    await lockOrganization(client, organizationId);
    if (author.type === 'user') permit(await currentRole(client, { organizationId, userId: author.id }));
    return insertInvitation(client, invitation, clock.now());
  });
}

/** @throws AppError `member_exists`, `invitation_exists`, `plan_limit`; what `recordMail` throws */
export async function insertInvitation(
  client: Client,
  invitation: Omit<NewInvitation, 'permit'>,
  now: Date,
): Promise<IssuedInvitationRow> {
  const { organizationId, email, grant, author, recordMail } = invitation;
  const { isOperator = false, replacesOpen = false } = invitation;
  const secret = createSecretToken();
  const address = canonicalEmail(email);
  await requireRoom(client, { organizationId, address, now, replacesOpen });
  const id = newId();
  await client.query(
    `INSERT INTO invitations (id, organization_id, email, role, domain_ids, content, export, is_operator, token_hash,
                              invited_by_id, created_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      ...[id, organizationId, address, grant.role, grant.domainIds, grant.content, grant.export, isOperator],
      ...[secret.tokenHash, author.type === 'user' ? author.id : null],
      ...[now, new Date(now.getTime() + lifeMs)],
    ],
  );
  await insertAuditEntry(client, {
    organizationId,
    actor: author,
    action: 'invitation.create',
    target: { type: 'invitation', id },
    after: { email: address, ...describeGrant(grant), ...(isOperator && { is_operator: true }) },
  });
  await recordMail?.(client, address);
  return { invitation: await findInvitation(client, organizationId, id), token: secret.token };
}

async function requireRoom(
  client: Client,
  invited: { organizationId: string; address: string; now: Date; replacesOpen: boolean },
): Promise<void> {
  const { organizationId, address, now, replacesOpen } = invited;
  await client.query(
    'DELETE FROM invitations WHERE organization_id = $1 AND email = $2 AND ($4 OR expires_at <= $3)',
    [organizationId, address, now, replacesOpen],
  );
  const { rows } = await client.query<{ members: number; invitations: number; open: number }>(
    `SELECT (SELECT count(*)::int FROM memberships m JOIN users u ON u.id = m.user_id
              WHERE m.organization_id = $1 AND u.email = $2) AS members,
            count(*) FILTER (WHERE email = $2)::int AS invitations, count(*)::int AS open
       FROM invitations WHERE organization_id = $1`,
    [organizationId, address],
  );
  const [found] = rows;
  if (found?.members) throw new AppError('member_exists');
  if (found?.invitations) throw new AppError('invitation_exists');
  if ((found?.open ?? 0) >= openMax) {
    throw new AppError('plan_limit', `An organization has at most ${openMax} open invitations.`);
  }
}

/** For a platform operator, into no organization. */
export async function inviteOperator(
  pool: Pool,
  { email, author }: { readonly email: string; readonly author: UserChangeAuthor },
  clock: Clock,
): Promise<SecretToken> {
  const secret = createSecretToken();
  const [id, now, address] = [newId(), clock.now(), canonicalEmail(email)];
  await withTransaction(pool, async (client) => {
    await client.query(
      `INSERT INTO invitations (id, email, domain_ids, content, export, is_operator, token_hash, created_at, expires_at)
       VALUES ($1, $2, '{}', false, false, true, $3, $4, $5)`,
      [id, address, secret.tokenHash, now, new Date(now.getTime() + lifeMs)],
    );
    await insertAuditEntry(client, {
      ...{ organizationId: null, actor: author, action: 'user.invite_operator' },
      ...{ target: { type: 'invitation', id }, after: { email: address } },
    });
  });
  return secret;
}

/**
 * A new link for 7 days; the one before no longer works.
 * @throws AppError `not_found`; what `permit` and `recordMail` throw
 */
export async function renewInvitation(
  pool: Pool,
  { recordMail, ...name }: InvitationName & { readonly recordMail?: RecordInvitationMail },
  clock: Clock,
): Promise<IssuedInvitationRow> {
  const { organizationId, id, author } = name;
  const secret = createSecretToken();
  const expiresAt = new Date(clock.now().getTime() + lifeMs);
  return withTransaction(pool, async (client) => {
    const invitation = await lockInvitation(client, name);
    await client.query(
      'UPDATE invitations SET token_hash = $3, expires_at = $4 WHERE organization_id = $1 AND id = $2',
      [...[organizationId, id, secret.tokenHash, expiresAt]],
    );
    await insertAuditEntry(client, {
      organizationId,
      actor: author,
      action: 'invitation.renew',
      target: { type: 'invitation', id },
      after: { email: invitation.email },
    });
    await recordMail?.(client, invitation.email);
    return { invitation: { ...invitation, expiresAt }, token: secret.token };
  });
}

/** @throws AppError `not_found`; what `permit` throws */
export async function revokeInvitation(pool: Pool, name: InvitationName): Promise<void> {
  const { organizationId, id, author } = name;
  await withTransaction(pool, async (client) => {
    const { email, ...invitation } = await lockInvitation(client, name);
    await client.query('DELETE FROM invitations WHERE organization_id = $1 AND id = $2', [
      organizationId,
      id,
    ]);
    await insertAuditEntry(client, {
      organizationId,
      actor: author,
      action: 'invitation.revoke',
      target: { type: 'invitation', id },
      before: { email, ...describeGrant(invitation) },
    });
  });
}

export async function markInvitationSent(pool: Pool, id: string, now: Date): Promise<void> {
  await pool.query('UPDATE invitations SET sent_at = $2 WHERE id = $1', [id, now]);
}

async function lockInvitation(
  client: Client,
  { organizationId, id, author, permit }: InvitationName,
): Promise<InvitationRow> {
  await lockOrganization(client, organizationId);
  const authorRole = await currentRole(client, { organizationId, userId: author.id });
  const invitation = await findInvitation(client, organizationId, id);
  permit(invitation, authorRole);
  return invitation;
}

/** @throws AppError `not_found` */
async function findInvitation(client: Client, organizationId: string, id: string): Promise<InvitationRow> {
  const { rows } = await client.query<InvitationRow>(
    `${invitationSql} WHERE i.organization_id = $1 AND i.id = $2`,
    [organizationId, id],
  );
  const [row] = rows;
  if (row === undefined) throw new AppError('not_found');
  return row;
}

interface OpenedRow extends InvitationRow {
  readonly organizationId: string | null;
  readonly organizationName: string | null;
  readonly isOperator: boolean;
  readonly userId: string | null;
}

const openedSql = `
SELECT i.id, i.email, i.role, i.domain_ids AS "domainIds", i.content, i.export, i.is_operator AS "isOperator",
  i.expires_at AS "expiresAt", inviter.name AS "invitedBy", o.id AS "organizationId", o.name AS "organizationName",
  invited.id AS "userId"
FROM invitations i
  LEFT JOIN organizations o ON o.id = i.organization_id
  LEFT JOIN users inviter ON inviter.id = i.invited_by_id
  LEFT JOIN users invited ON invited.email = i.email`;

/** @throws AppError `invalid_invitation` */
export async function openInvitation(client: Client, token: string, clock: Clock): Promise<OpenedInvitation> {
  const { rows } = await client.query<OpenedRow>(
    `${openedSql} WHERE i.token_hash = $1 AND i.expires_at > $2`,
    [hashToken(token), clock.now()],
  );
  return openedOf(rows[0]);
}

/** Open invitations of an address, in the order in which their organizations are locked. */
export async function listInvitationsOf(
  client: Client,
  email: string,
  clock: Clock,
): Promise<OpenedInvitation[]> {
  const { rows } = await client.query<OpenedRow>(
    `${openedSql} WHERE i.email = $1 AND i.expires_at > $2 ORDER BY i.organization_id LIMIT ${openMax}`,
    [canonicalEmail(email), clock.now()],
  );
  return rows.map(openedOf);
}

/**
 * Makes the user a member, once.
 * @throws AppError `invalid_invitation` when it was accepted or revoked meanwhile, `member_exists`
 */
export async function acceptInvitation(
  client: Client,
  invitation: OpenedInvitation,
  { userId, requestId }: { readonly userId: string; readonly requestId: string },
): Promise<void> {
  const { organization, isOperator, id } = invitation;
  if (organization !== null) await lockOrganization(client, organization.id);
  const { rowCount } = await client.query('DELETE FROM invitations WHERE id = $1', [id]);
  if (rowCount === 0) throw new AppError('invalid_invitation');
  const author = { type: 'user', id: userId, requestId } as const;
  if (isOperator) await setOperator(client, userId, { isOperator: true, author });
  if (organization === null) return;
  await nameFirstAdmin(client, organization, invitation.email);
  await addMember(client, organization.id, { userId, grant: organization.grant, author });
}

/** Alerts go to the first admin unless the organization has named an address. */
async function nameFirstAdmin(
  client: Client,
  { id, grant }: NonNullable<OpenedInvitation['organization']>,
  email: string,
): Promise<void> {
  if (grant.role !== 'admin' && grant.role !== 'owner') return;
  await client.query(
    `UPDATE organizations SET alert_email = $2 WHERE id = $1 AND alert_email IS NULL
       AND NOT EXISTS (SELECT FROM memberships WHERE organization_id = $1 AND role IN ('admin', 'owner'))`,
    [id, email],
  );
}

function openedOf(row: OpenedRow | undefined): OpenedInvitation {
  if (row === undefined) throw new AppError('invalid_invitation');
  const { id, email, isOperator, invitedBy, expiresAt, userId, organizationId, organizationName } = row;
  const { role, domainIds, content, export: mayExport } = row;
  const grant = { role, domainIds, content, export: mayExport };
  const organization =
    organizationId === null ? null : { id: organizationId, name: organizationName ?? '', grant };
  return { id, email, organization, isOperator, invitedBy, expiresAt, userId };
}
