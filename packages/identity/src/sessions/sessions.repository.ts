import { newId } from '@postrider/contracts/ids';
import type { Pool, PoolClient } from '@postrider/db';
import type { Clock } from '@postrider/runtime';
import { createSecretToken, hashToken } from '../secret-tokens';

export type SessionMethod = 'password' | 'passkey' | 'provider' | 'invitation';

/** A session that has not ended, and its user. */
export interface UserSession {
  readonly id: string;
  readonly method: SessionMethod;
  readonly hasSecondFactor: boolean;
  readonly authenticatedAt: Date;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  readonly expiresAt: Date;
  readonly user: SessionUser;
}

export interface SessionUser {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly isOperator: boolean;
  /** An authenticator app or a passkey. */
  readonly hasSecondFactor: boolean;
}

export interface NewSession {
  readonly userId: string;
  readonly method: SessionMethod;
  readonly hasSecondFactor: boolean;
  /** Default: now. */
  readonly authenticatedAt?: Date;
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
}

export interface SessionSummaryRow {
  readonly id: string;
  readonly method: SessionMethod;
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  readonly expiresAt: Date;
}

export interface SessionLimits {
  /** A session that is not used for so long ends. */
  readonly idleMs: number;
  /** Any session ends after so long. */
  readonly maxMs: number;
}

export interface Sessions {
  /** @returns the token for the browser's cookie, which is stored nowhere */
  start(client: Pick<PoolClient, 'query'>, session: NewSession): Promise<string>;
  /** Read on each request, so an end is noticed on the next request on every replica. Null: none, ended or expired. */
  find(token: string): Promise<UserSession | null>;
  authenticateAgain(id: string, proof: { readonly hasSecondFactor: boolean }): Promise<void>;
  end(client: Pick<PoolClient, 'query'>, userId: string, id: string): Promise<boolean>;
  endOthers(client: Pick<PoolClient, 'query'>, userId: string, exceptId: string): Promise<number>;
  list(userId: string): Promise<SessionSummaryRow[]>;
  sweep(): Promise<void>;
}

const listMax = 100;
/** Accuracy of `last_seen_at`: one write a minute, whatever the requests. */
const touchMs = 60_000;
const userAgentCharsMax = 400;

/** Anything longer is no token of ours, and is not hashed. */
const tokenPattern = /^[\w-]{43}$/;

export function createSessions({
  pool,
  clock,
  limits,
}: {
  readonly pool: Pool;
  readonly clock: Clock;
  readonly limits: SessionLimits;
}): Sessions {
  const idleSince = () => new Date(clock.now().getTime() - limits.idleMs);
  const touch = async ({ id, lastSeenAt }: UserSession): Promise<void> => {
    const now = clock.now();
    if (now.getTime() - lastSeenAt.getTime() < touchMs) return;
    await pool.query({
      name: 'identity.touch-session',
      text: 'UPDATE user_sessions SET last_seen_at = $2 WHERE id = $1',
      values: [id, now],
    });
  };
  return {
    start: (client, session) => startSession(client, session, { now: clock.now(), maxMs: limits.maxMs }),
    find: async (token) => {
      if (!tokenPattern.test(token)) return null;
      const { rows } = await pool.query<SessionRow>({
        name: 'identity.find-session',
        text: findSessionSql,
        values: [hashToken(token), clock.now(), idleSince()],
      });
      const [row] = rows;
      if (row === undefined) return null;
      const session = sessionOf(row);
      await touch(session);
      return session;
    },
    authenticateAgain: async (id, { hasSecondFactor }) => {
      await pool.query(
        `UPDATE user_sessions SET authenticated_at = $2, has_second_factor = has_second_factor OR $3 WHERE id = $1`,
        [id, clock.now(), hasSecondFactor],
      );
    },
    end: endSession,
    endOthers: endOtherSessions,
    list: async (userId) => {
      const { rows } = await pool.query<SessionSummaryRow>(
        `SELECT id, method, ip_address AS "ipAddress", user_agent AS "userAgent", created_at AS "createdAt",
                last_seen_at AS "lastSeenAt", expires_at AS "expiresAt"
           FROM user_sessions WHERE user_id = $1 AND expires_at > $2 AND last_seen_at > $3
          ORDER BY id DESC LIMIT ${listMax}`,
        [userId, clock.now(), idleSince()],
      );
      return rows;
    },
    sweep: async () => {
      await pool.query('DELETE FROM user_sessions WHERE expires_at < $1 OR last_seen_at < $2', [
        clock.now(),
        idleSince(),
      ]);
    },
  };
}

async function startSession(
  client: Pick<PoolClient, 'query'>,
  { userId, method, hasSecondFactor, authenticatedAt, ipAddress, userAgent }: NewSession,
  { now, maxMs }: { readonly now: Date; readonly maxMs: number },
): Promise<string> {
  const { token, tokenHash } = createSecretToken();
  await client.query(
    `INSERT INTO user_sessions (id, user_id, token_hash, method, has_second_factor, authenticated_at,
                                ip_address, user_agent, created_at, last_seen_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, $10)`,
    [
      ...[newId(), userId, tokenHash, method, hasSecondFactor, authenticatedAt ?? now, ipAddress],
      ...[userAgent?.slice(0, userAgentCharsMax) ?? null, now, new Date(now.getTime() + maxMs)],
    ],
  );
  return token;
}

const endSession: Sessions['end'] = async (client, userId, id) => {
  const { rowCount } = await client.query('DELETE FROM user_sessions WHERE user_id = $1 AND id = $2', [
    userId,
    id,
  ]);
  return rowCount === 1;
};

const endOtherSessions: Sessions['endOthers'] = async (client, userId, exceptId) => {
  const { rowCount } = await client.query('DELETE FROM user_sessions WHERE user_id = $1 AND id <> $2', [
    userId,
    exceptId,
  ]);
  return rowCount ?? 0;
};

interface SessionRow extends Omit<UserSession, 'user'> {
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  readonly isOperator: boolean;
  readonly userHasSecondFactor: boolean;
}

const findSessionSql = `
SELECT s.id, s.method, s.has_second_factor AS "hasSecondFactor", s.authenticated_at AS "authenticatedAt",
  s.created_at AS "createdAt", s.last_seen_at AS "lastSeenAt", s.expires_at AS "expiresAt",
  u.id AS "userId", u.email, u.name, u.is_operator AS "isOperator",
  u.totp_enabled_at IS NOT NULL OR EXISTS (SELECT FROM passkeys p WHERE p.user_id = u.id) AS "userHasSecondFactor"
FROM user_sessions s JOIN users u ON u.id = s.user_id
WHERE s.token_hash = $1 AND s.expires_at > $2 AND s.last_seen_at > $3`;

function sessionOf({
  userId,
  email,
  name,
  isOperator,
  userHasSecondFactor,
  ...session
}: SessionRow): UserSession {
  return { ...session, user: { id: userId, email, name, isOperator, hasSecondFactor: userHasSecondFactor } };
}
