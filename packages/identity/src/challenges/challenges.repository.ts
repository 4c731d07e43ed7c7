import { newId } from '@postrider/contracts/ids';
import type { Pool } from '@postrider/db';
import type { Clock } from '@postrider/runtime';
import { createSecretToken, hashToken } from '../secret-tokens';

export type ChallengeKind =
  'totp' | 'passkey' | 'new_passkey' | 'new_totp' | 'provider' | 'google_postmaster';

/** A step that a browser has begun and holds the token of. */
export interface Challenge {
  readonly id: string;
  readonly userId: string | null;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface NewChallenge {
  readonly kind: ChallengeKind;
  readonly userId: string | null;
  readonly data: Readonly<Record<string, unknown>>;
  readonly lifeMs: number;
}

export interface Challenges {
  /** @returns the token, which the browser keeps or brings back */
  begin(challenge: NewChallenge): Promise<string>;
  /** Ends the challenge: whatever comes of it, it does not work a second time. Null: unknown, used or expired. */
  take(token: string, kind: ChallengeKind): Promise<Challenge | null>;
  /** Without ending it. */
  read(token: string, kind: ChallengeKind): Promise<Challenge | null>;
  /** Counts a wrong answer, and ends the challenge with the last one. */
  fail(id: string, failuresMax: number): Promise<void>;
  /** Ends it; false: it was ended meanwhile. */
  end(id: string): Promise<boolean>;
  sweep(): Promise<void>;
}

const columns = 'id, user_id AS "userId", data';

export function createChallenges({
  pool,
  clock,
}: {
  readonly pool: Pool;
  readonly clock: Clock;
}): Challenges {
  const one = async (text: string, values: readonly unknown[]): Promise<Challenge | null> => {
    const { rows } = await pool.query<Challenge>(text, [...values]);
    return rows[0] ?? null;
  };
  return {
    begin: async ({ kind, userId, data, lifeMs }) => {
      const { token, tokenHash } = createSecretToken();
      await pool.query(
        `INSERT INTO sign_in_challenges (id, token_hash, kind, user_id, data, expires_at) VALUES ($1, $2, $3, $4, $5, $6)`,
        [newId(), tokenHash, kind, userId, JSON.stringify(data), new Date(clock.now().getTime() + lifeMs)],
      );
      return token;
    },
    take: (token, kind) =>
      one(
        `DELETE FROM sign_in_challenges WHERE token_hash = $1 AND kind = $2 AND expires_at > $3 RETURNING ${columns}`,
        [hashToken(token), kind, clock.now()],
      ),
    read: (token, kind) =>
      one(
        `SELECT ${columns} FROM sign_in_challenges WHERE token_hash = $1 AND kind = $2 AND expires_at > $3`,
        [hashToken(token), kind, clock.now()],
      ),
    fail: async (id, failuresMax) => {
      await pool.query(
        `WITH failed AS (
           UPDATE sign_in_challenges SET failures = failures + 1 WHERE id = $1 AND failures + 1 < $2 RETURNING id)
         DELETE FROM sign_in_challenges WHERE id = $1 AND NOT EXISTS (SELECT FROM failed)`,
        [id, failuresMax],
      );
    },
    end: async (id) => {
      const { rowCount } = await pool.query('DELETE FROM sign_in_challenges WHERE id = $1', [id]);
      return rowCount === 1;
    },
    sweep: async () => {
      await pool.query('DELETE FROM sign_in_challenges WHERE expires_at < $1', [clock.now()]);
    },
  };
}
