import { AppError } from '@postrider/contracts/errors';
import { newId } from '@postrider/contracts/ids';
import type { Pool, PoolClient } from '@postrider/db';
import { auditUserChange, type UserChangeAuthor } from '../user-audit';

/** What a user can sign in with. Secrets stay in this package. */
export interface UserCredentials {
  readonly id: string;
  readonly email: string;
  readonly passwordHash: string | null;
  /** Sealed. */
  readonly totpSecret: string | null;
}

export interface UserProfile {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly isOperator: boolean;
  readonly hasPassword: boolean;
  readonly totpEnabledAt: Date | null;
  readonly recoveryCodesLeft: number;
  readonly passkeys: number;
  /** Of the OpenID Connect providers that the user is linked with. */
  readonly issuers: readonly string[];
  readonly createdAt: Date;
}

type Client = Pick<PoolClient, 'query'>;

/** Addresses are compared and stored in lower case. */
export function canonicalEmail(email: string): string {
  return email.trim().toLowerCase();
}

const credentialColumns = 'id, email, password_hash AS "passwordHash", totp_secret AS "totpSecret"';

export async function findCredentials(
  client: Client,
  name: { readonly email: string } | { readonly id: string },
): Promise<UserCredentials | null> {
  const [column, value] = 'email' in name ? ['email', canonicalEmail(name.email)] : ['id', name.id];
  const { rows } = await client.query<UserCredentials>(
    `SELECT ${credentialColumns} FROM users WHERE ${column} = $1`,
    [value],
  );
  return rows[0] ?? null;
}

/** Besides passkeys. */
export interface OfferedMethods {
  readonly password: boolean;
  /** Of the OpenID Connect providers that are set up. */
  readonly issuers: readonly string[];
}

/**
 * A user must keep a way to sign in that the platform offers.
 * @throws AppError `last_sign_in_method`
 */
export async function requireSignInMethod(
  client: Pick<PoolClient, 'query'>,
  userId: string,
  { password, issuers }: OfferedMethods,
): Promise<void> {
  const { rowCount } = await client.query(
    `SELECT FROM users u WHERE u.id = $1 AND ((u.password_hash IS NOT NULL AND $2)
       OR EXISTS (SELECT FROM passkeys p WHERE p.user_id = u.id)
       OR EXISTS (SELECT FROM user_identities i WHERE i.user_id = u.id AND i.issuer = ANY($3)))`,
    [userId, password, issuers],
  );
  if (rowCount === 0) throw new AppError('last_sign_in_method');
}

export async function findProfile(pool: Pool, id: string): Promise<UserProfile | null> {
  const { rows } = await pool.query<UserProfile>(
    `SELECT u.id, u.email, u.name, u.is_operator AS "isOperator", u.password_hash IS NOT NULL AS "hasPassword",
            u.totp_enabled_at AS "totpEnabledAt", u.created_at AS "createdAt",
            (SELECT count(*)::int FROM recovery_codes c WHERE c.user_id = u.id AND c.used_at IS NULL) AS "recoveryCodesLeft",
            (SELECT count(*)::int FROM passkeys p WHERE p.user_id = u.id) AS passkeys,
            ARRAY(SELECT issuer FROM user_identities i WHERE i.user_id = u.id) AS issuers
       FROM users u WHERE u.id = $1`,
    [id],
  );
  return rows[0] ?? null;
}

export interface NewUser {
  /** Default: a new one. */
  readonly id?: string;
  readonly email: string;
  readonly name: string;
  readonly passwordHash: string | null;
  readonly isOperator?: boolean;
}

/** @returns the id; null when the address has a user already */
export async function createUser(client: Client, user: NewUser): Promise<string | null> {
  const { id = newId() } = user;
  const { rowCount } = await client.query(
    `INSERT INTO users (id, email, name, password_hash, is_operator) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (email) DO NOTHING`,
    [id, canonicalEmail(user.email), user.name, user.passwordHash, user.isOperator ?? false],
  );
  return rowCount === 1 ? id : null;
}

/** @returns false when it is the name already */
export async function renameUser(client: Client, id: string, name: string): Promise<boolean> {
  const { rowCount } = await client.query('UPDATE users SET name = $2 WHERE id = $1 AND name <> $2', [
    id,
    name,
  ]);
  return rowCount === 1;
}

export async function setPasswordHash(client: Client, id: string, passwordHash: string): Promise<void> {
  await client.query('UPDATE users SET password_hash = $2 WHERE id = $1', [id, passwordHash]);
}

export async function setOperator(
  client: Client,
  id: string,
  { isOperator, author }: { readonly isOperator: boolean; readonly author: UserChangeAuthor },
): Promise<void> {
  await client.query('UPDATE users SET is_operator = $2 WHERE id = $1', [id, isOperator]);
  await auditUserChange(client, id, {
    author,
    action: isOperator ? 'user.set_operator' : 'user.unset_operator',
  });
}
