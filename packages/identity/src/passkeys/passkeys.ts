import { AppError, invalidRequest } from '@postrider/contracts/errors';
import { newId } from '@postrider/contracts/ids';
import type { Pool, PoolClient } from '@postrider/db';
import type { Clock } from '@postrider/runtime';
import type {
  AuthenticationResponseJSON,
  RegistrationResponseJSON,
  WebAuthnCredential,
} from '@simplewebauthn/server';
import type { Challenges } from '../challenges/challenges.repository';
import { requireSignInMethod, type OfferedMethods } from '../users/users.repository';

/** The site that passkeys are bound to. */
export interface PasskeySite {
  /** Host name of the console. */
  readonly rpId: string;
  readonly origins: readonly string[];
}

export interface PasskeyRow {
  readonly id: string;
  readonly name: string;
  readonly isSynced: boolean;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

/** A passkey that was just created, not stored yet. */
export interface NewPasskey {
  readonly credential: WebAuthnCredential;
  readonly isSynced: boolean;
}

export interface PasskeyOptions {
  readonly options: Readonly<Record<string, unknown>>;
  readonly challengeToken: string;
}

export interface Passkeys {
  /** @param user an id that exists, or that the user will be created with */
  beginCreation(user: {
    readonly id: string;
    readonly email: string;
    readonly name: string;
  }): Promise<PasskeyOptions>;
  /**
   * @returns the passkey, and the id that its options were made for
   * @throws AppError `invalid_credentials`
   */
  finishCreation(
    challengeToken: string | undefined,
    response: unknown,
  ): Promise<{ readonly passkey: NewPasskey; readonly userId: string }>;
  /** @param userId only passkeys of this user; null: whichever the browser offers */
  beginUse(userId: string | null): Promise<PasskeyOptions>;
  /** @throws AppError `invalid_credentials` */
  finishUse(
    challengeToken: string | undefined,
    response: unknown,
  ): Promise<{ readonly id: string; readonly email: string }>;
  /** @throws AppError `validation_error` when the user has too many */
  add(
    client: Pick<PoolClient, 'query'>,
    userId: string,
    given: NewPasskey & { readonly name: string },
  ): Promise<PasskeyRow>;
  list(userId: string): Promise<PasskeyRow[]>;
  rename(
    client: Pick<PoolClient, 'query'>,
    userId: string,
    passkey: { readonly id: string; readonly name: string },
  ): Promise<(PasskeyRow & { readonly isChanged: boolean }) | null>;
  /** @throws AppError `not_found`, `last_sign_in_method` */
  remove(
    client: Pick<PoolClient, 'query'>,
    userId: string,
    passkey: { readonly id: string; readonly offered: OfferedMethods },
  ): Promise<void>;
}

const rpName = 'Postrider';
const challengeLifeMs = 5 * 60_000;
const passkeysMax = 20;
/** EdDSA, ES256 and RS256 (COSE). */
const algorithms = [-8, -7, -257];
const shown = `id, name, is_synced AS "isSynced", created_at AS "createdAt", last_used_at AS "lastUsedAt"`;

/** Loaded with the first passkey: it takes some 20 MB of memory, and most processes see none. */
const webAuthn = () => import('@simplewebauthn/server');

interface StoredPasskey {
  readonly id: string;
  readonly userId: string;
  readonly email: string;
  readonly credentialId: string;
  readonly publicKey: Buffer;
  readonly counter: string;
  readonly transports: string[];
}

export interface PasskeyParts {
  readonly pool: Pool;
  readonly clock: Clock;
  readonly challenges: Challenges;
  readonly site: PasskeySite;
}

export function createPasskeys(parts: PasskeyParts): Passkeys {
  return { ...creation(parts), ...use(parts), ...storage(parts) };
}

function creation({
  pool,
  challenges,
  site,
}: PasskeyParts): Pick<Passkeys, 'beginCreation' | 'finishCreation'> {
  return {
    beginCreation: async ({ id, email, name }) => {
      const known = await pool.query<{ id: string }>(
        'SELECT credential_id AS id FROM passkeys WHERE user_id = $1',
        [id],
      );
      const { generateRegistrationOptions } = await webAuthn();
      const options = await generateRegistrationOptions({
        ...{ rpName, rpID: site.rpId, userName: email, userDisplayName: name, attestationType: 'none' },
        userID: new Uint8Array(Buffer.from(id.replaceAll('-', ''), 'hex')),
        timeout: challengeLifeMs,
        supportedAlgorithmIDs: algorithms,
        excludeCredentials: known.rows,
        // Passkeys sign in without an address, and verify their user: they are two factors.
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
      const data = { challenge: options.challenge, userId: id };
      const token = await challenges.begin({
        kind: 'new_passkey',
        userId: null,
        data,
        lifeMs: challengeLifeMs,
      });
      return { options: { ...options }, challengeToken: token };
    },
    finishCreation: async (challengeToken, response) => {
      const challenge =
        challengeToken === undefined ? null : await challenges.take(challengeToken, 'new_passkey');
      if (challenge === null) throw expired();
      const { verifyRegistrationResponse } = await webAuthn();
      const verified = await orRefuse(() =>
        verifyRegistrationResponse({
          response: response as RegistrationResponseJSON,
          expectedChallenge: String(challenge.data['challenge']),
          expectedOrigin: [...site.origins],
          expectedRPID: site.rpId,
          requireUserVerification: true,
          supportedAlgorithmIDs: algorithms,
        }),
      );
      if (!verified.verified) throw new AppError('invalid_credentials');
      const { credential, credentialBackedUp } = verified.registrationInfo;
      return {
        passkey: { credential, isSynced: credentialBackedUp },
        userId: String(challenge.data['userId']),
      };
    },
  };
}

function use({ pool, clock, challenges, site }: PasskeyParts): Pick<Passkeys, 'beginUse' | 'finishUse'> {
  return {
    beginUse: async (userId) => {
      const { rows } = await pool.query<{ id: string; transports: string[] }>(
        'SELECT credential_id AS id, transports FROM passkeys WHERE user_id = $1',
        [userId],
      );
      const { generateAuthenticationOptions } = await webAuthn();
      const options = await generateAuthenticationOptions({
        ...{ rpID: site.rpId, userVerification: 'required', timeout: challengeLifeMs },
        ...(userId !== null && { allowCredentials: rows }),
      });
      const data = { challenge: options.challenge };
      const token = await challenges.begin({ kind: 'passkey', userId, data, lifeMs: challengeLifeMs });
      return { options: { ...options }, challengeToken: token };
    },
    finishUse: async (challengeToken, response) => {
      const challenge =
        challengeToken === undefined ? null : await challenges.take(challengeToken, 'passkey');
      if (challenge === null) throw expired();
      const given = response as AuthenticationResponseJSON;
      const stored = await findStored(pool, String(given.id));
      if (stored === null || (challenge.userId !== null && challenge.userId !== stored.userId)) {
        throw new AppError('invalid_credentials');
      }
      const { verifyAuthenticationResponse } = await webAuthn();
      const { verified, authenticationInfo } = await orRefuse(() =>
        verifyAuthenticationResponse({
          response: given,
          expectedChallenge: String(challenge.data['challenge']),
          expectedOrigin: [...site.origins],
          expectedRPID: site.rpId,
          requireUserVerification: true,
          credential: {
            id: stored.credentialId,
            publicKey: new Uint8Array(stored.publicKey),
            counter: Number(stored.counter),
          },
        }),
      );
      if (!verified) throw new AppError('invalid_credentials');
      // A counter that does not grow is a copied key; of two requests at once one finds it grown.
      const { rowCount } = await pool.query(
        `UPDATE passkeys SET counter = $2, last_used_at = $3, is_synced = $4
          WHERE id = $1 AND (counter < $2 OR (counter = 0 AND $2 = 0))`,
        [stored.id, authenticationInfo.newCounter, clock.now(), authenticationInfo.credentialBackedUp],
      );
      if (rowCount === 0) throw new AppError('invalid_credentials');
      return { id: stored.userId, email: stored.email };
    },
  };
}

function storage({ pool }: PasskeyParts): Pick<Passkeys, 'add' | 'list' | 'rename' | 'remove'> {
  return {
    add: async (client, userId, { credential, isSynced, name }) => {
      await client.query('SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE', [userId]);
      const { rows } = await client.query<PasskeyRow>(
        `INSERT INTO passkeys (id, user_id, name, credential_id, public_key, counter, transports, is_synced)
         SELECT $1, $2, $3, $4, $5, $6, $7, $8
          WHERE (SELECT count(*) FROM passkeys WHERE user_id = $2) < ${passkeysMax}
         ON CONFLICT (credential_id) DO NOTHING RETURNING ${shown}`,
        [
          ...[newId(), userId, name, credential.id, Buffer.from(credential.publicKey), credential.counter],
          ...[credential.transports ?? [], isSynced],
        ],
      );
      const [row] = rows;
      if (row === undefined) {
        throw invalidRequest(`A user has at most ${passkeysMax} passkeys, each once.`);
      }
      return row;
    },
    list: async (userId) => {
      const { rows } = await pool.query<PasskeyRow>(
        `SELECT ${shown} FROM passkeys WHERE user_id = $1 ORDER BY id`,
        [userId],
      );
      return rows;
    },
    rename: async (client, userId, { id, name }) => {
      const { rows } = await client.query<PasskeyRow & { readonly isChanged: boolean }>(
        `WITH before AS MATERIALIZED (SELECT name AS was FROM passkeys WHERE user_id = $1 AND id = $2 FOR UPDATE)
         UPDATE passkeys SET name = $3 FROM before WHERE user_id = $1 AND id = $2
         RETURNING ${shown}, before.was <> $3 AS "isChanged"`,
        [userId, id, name],
      );
      return rows[0] ?? null;
    },
    remove: async (client, userId, { id, offered }) => {
      await client.query('SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE', [userId]);
      const { rowCount } = await client.query('DELETE FROM passkeys WHERE user_id = $1 AND id = $2', [
        userId,
        id,
      ]);
      if (rowCount === 0) throw new AppError('not_found');
      await requireSignInMethod(client, userId, offered);
    },
  };
}

async function findStored(pool: Pool, credentialId: string): Promise<StoredPasskey | null> {
  const { rows } = await pool.query<StoredPasskey>(
    `SELECT p.id, p.user_id AS "userId", u.email, p.credential_id AS "credentialId", p.public_key AS "publicKey",
            p.counter, p.transports
       FROM passkeys p JOIN users u ON u.id = p.user_id WHERE p.credential_id = $1`,
    [credentialId],
  );
  return rows[0] ?? null;
}

function expired(): AppError {
  return new AppError('invalid_credentials', 'The step has expired. Start again.');
}

/** The library throws for anything that is wrong with a response: its form, challenge, origin or signature. */
async function orRefuse<T>(verify: () => Promise<T>): Promise<T> {
  try {
    return await verify();
  } catch (cause) {
    throw new AppError('invalid_credentials', undefined, { cause });
  }
}
