import { randomBytes } from 'node:crypto';
import { withTransaction, type Pool } from '@postrider/db';
import type { Passwords } from '../passwords/passwords';
import { disableTotp } from '../totp/totp';
import { auditUserChange, type UserChangeAuthor } from '../user-audit';
import { findCredentials, setOperator, setPasswordHash } from './users.repository';

/** A user as an operator of the platform lists them. */
export interface ListedUser {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly is_operator: boolean;
  readonly has_second_factor: boolean;
  /** As `acme: owner`. */
  readonly organizations: readonly string[];
  readonly sessions: number;
  readonly last_seen_at: Date | null;
  readonly created_at: Date;
}

/** Newest first. */
export async function listUsers(
  pool: Pool,
  {
    organizationId,
    search,
    isOperator = null,
    beforeId = null,
    limit,
  }: {
    readonly organizationId: string | null;
    /** Part of the email address. */
    readonly search?: string | undefined;
    readonly isOperator?: boolean | null;
    /** Only users before this id. */
    readonly beforeId?: string | null;
    readonly limit: number;
  },
): Promise<ListedUser[]> {
  const { rows } = await pool.query<ListedUser>(
    `SELECT u.id, u.email, u.name, u.is_operator,
            u.totp_enabled_at IS NOT NULL OR EXISTS (SELECT FROM passkeys p WHERE p.user_id = u.id) AS has_second_factor,
            ARRAY(SELECT o.slug || ': ' || m.role FROM memberships m JOIN organizations o ON o.id = m.organization_id
                   WHERE m.user_id = u.id ORDER BY o.slug) AS organizations,
            (SELECT count(*)::int FROM user_sessions s WHERE s.user_id = u.id) AS sessions,
            (SELECT max(s.last_seen_at) FROM user_sessions s WHERE s.user_id = u.id) AS last_seen_at, u.created_at
       FROM users u
      WHERE ($1::uuid IS NULL OR EXISTS (SELECT FROM memberships m WHERE m.user_id = u.id AND m.organization_id = $1))
        AND ($3::text IS NULL OR strpos(u.email, lower($3)) > 0) AND ($4::boolean IS NULL OR u.is_operator = $4)
        AND ($5::uuid IS NULL OR u.id < $5)
      ORDER BY u.id DESC LIMIT $2`,
    [organizationId, limit, search ?? null, isOperator, beforeId],
  );
  return rows;
}

/** Makes a user an operator of the platform, or no longer. @returns false when the address has no user */
export async function changeOperator(
  pool: Pool,
  email: string,
  change: { readonly isOperator: boolean; readonly author: UserChangeAuthor },
): Promise<boolean> {
  return withTransaction(pool, async (client) => {
    const user = await findCredentials(client, { email });
    if (user !== null) await setOperator(client, user.id, change);
    return user !== null;
  });
}

/** 96 bits, to be changed after signing in. */
const newPasswordBytes = 12;

/**
 * For a user who can no longer sign in: removes the authenticator app, recovery codes, passkeys and links with providers, sets a new
 * password, and ends all sessions. Memberships stay.
 * @returns the new password; null: the address has no user
 */
export async function resetUser(
  pool: Pool,
  email: string,
  { passwords, author }: { readonly passwords: Passwords; readonly author: UserChangeAuthor },
): Promise<string | null> {
  const password = randomBytes(newPasswordBytes).toString('base64url');
  const passwordHash = await passwords.hash(password, { network: 'operator', isKnownDevice: true });
  return withTransaction(pool, async (client) => {
    const user = await findCredentials(client, { email });
    if (user === null) return null;
    await disableTotp(client, user.id);
    await client.query('DELETE FROM passkeys WHERE user_id = $1', [user.id]);
    await client.query('DELETE FROM user_identities WHERE user_id = $1', [user.id]);
    await setPasswordHash(client, user.id, passwordHash);
    await client.query('DELETE FROM user_sessions WHERE user_id = $1', [user.id]);
    await auditUserChange(client, user.id, { author, action: 'user.reset' });
    return password;
  });
}

/** Their next requests are refused. @returns how many; null: the address has no user */
export async function endSessions(
  pool: Pool,
  email: string,
  author: UserChangeAuthor,
): Promise<number | null> {
  return withTransaction(pool, async (client) => {
    const user = await findCredentials(client, { email });
    if (user === null) return null;
    const { rowCount } = await client.query('DELETE FROM user_sessions WHERE user_id = $1', [user.id]);
    const ended = rowCount ?? 0;
    await auditUserChange(client, user.id, { author, action: 'user.end_sessions', after: { ended } });
    return ended;
  });
}
