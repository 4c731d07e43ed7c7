import { AppError } from '@postrider/contracts/errors';
import { withTransaction, type Pool } from '@postrider/db';
import { clientNetwork, type Clock, type SecretBox } from '@postrider/runtime';
import type { Challenges } from '../challenges/challenges.repository';
import type { DeviceTokens } from '../devices/device-tokens';
import type { HashingTurn, Passwords } from '../passwords/passwords';
import type { SessionMethod, Sessions } from '../sessions/sessions.repository';
import type { SignInAttempt, SignInThrottle } from '../throttle/sign-in-throttle';
import { acceptCode, useRecoveryCode } from '../totp/totp';
import { findCredentials, type UserCredentials } from '../users/users.repository';

/** The browser that a request comes from. */
export interface BrowserClient {
  readonly address: string;
  readonly userAgent: string | null;
  /** Of its device cookie. */
  readonly deviceToken: string | undefined;
}

/** A user who has proved who they are, and the token of their new session. */
export interface SignedIn {
  readonly state: 'signed_in';
  readonly userId: string;
  readonly email: string;
  readonly token: string;
}

/** A code is needed yet. */
export interface CodeNeeded {
  readonly state: 'totp';
  readonly challengeToken: string;
}

export interface SignIn {
  /** @throws AppError `invalid_credentials`, `rate_limited` */
  withPassword(
    given: { email: string; password: string },
    client: BrowserClient,
  ): Promise<SignedIn | CodeNeeded>;
  /** For a user whom a provider has identified; a code is needed as after a password. */
  withProvider(
    user: UserCredentials,
    proof: { readonly authenticatedAt: Date | null },
    client: BrowserClient,
  ): Promise<SignedIn | CodeNeeded>;
  /** @throws AppError `invalid_credentials`, `rate_limited` */
  withCode(challengeToken: string | undefined, proof: CodeProof, client: BrowserClient): Promise<SignedIn>;
  /** For a user who has been proved by other means. */
  start(
    user: { readonly id: string; readonly email: string },
    proof: {
      readonly method: SessionMethod;
      readonly hasSecondFactor: boolean;
      /** Default: now. */
      readonly authenticatedAt?: Date;
    },
    client: BrowserClient,
  ): Promise<SignedIn>;
  /**
   * Whether the password is the user's, or the code.
   * @throws AppError `invalid_credentials`, `rate_limited`
   */
  prove(userId: string, proof: { password: string } | { code: string }, client: BrowserClient): Promise<void>;
}

export type CodeProof = { readonly code: string } | { readonly recoveryCode: string };

const challengeLifeMs = 5 * 60_000;
const wrongCodesMax = 5;

export interface SignInOptions {
  readonly pool: Pool;
  readonly clock: Clock;
  readonly secretBox: SecretBox;
  readonly passwords: Passwords;
  readonly sessions: Sessions;
  readonly challenges: Challenges;
  readonly throttle: SignInThrottle;
  readonly deviceTokens: DeviceTokens;
}

export function createSignIn(options: SignInOptions): SignIn {
  const { pool, passwords, sessions, challenges } = options;
  const checks = createChecks(options);

  const start: SignIn['start'] = async ({ id, email }, proof, { address, userAgent }) => {
    const token = await sessions.start(pool, { userId: id, ...proof, ipAddress: address, userAgent });
    return { state: 'signed_in', userId: id, email, token };
  };

  const needCode = async (userId: string, method: SessionMethod): Promise<CodeNeeded> => {
    const challenge = { kind: 'totp', userId, data: { method }, lifeMs: challengeLifeMs } as const;
    return { state: 'totp', challengeToken: await challenges.begin(challenge) };
  };

  return {
    start,
    withPassword: async ({ email, password }, client) => {
      const attempt = checks.attemptOf('password', email, client);
      const user = await checks.guarded(attempt, async () => {
        const found = await findCredentials(pool, { email });
        const isRight = await passwords.verify(found?.passwordHash ?? null, password, turnOf(attempt));
        return isRight ? found : null;
      });
      if (user.totpSecret !== null) return needCode(user.id, 'password');
      return start(user, { method: 'password', hasSecondFactor: false }, client);
    },
    withProvider: async (user, { authenticatedAt }, client) => {
      if (user.totpSecret !== null) return needCode(user.id, 'provider');
      const proof = { method: 'provider', hasSecondFactor: false } as const;
      return start(user, { ...proof, ...(authenticatedAt && { authenticatedAt }) }, client);
    },
    withCode: async (challengeToken, proof, client) => {
      const challenge = challengeToken === undefined ? null : await challenges.read(challengeToken, 'totp');
      const user = challenge?.userId ? await findCredentials(pool, { id: challenge.userId }) : null;
      if (challenge === null || user === null) {
        throw new AppError('invalid_credentials', 'The sign-in has expired. Enter your password again.');
      }
      await checks.guarded(checks.attemptOf('code', user.email, client), async () => {
        const isRight = await checks.isRightCode(user, proof);
        if (!isRight) await challenges.fail(challenge.id, wrongCodesMax);
        // Two requests with one challenge: the second finds it ended.
        return isRight && (await challenges.end(challenge.id)) ? user : null;
      });
      // Rows of a release before this one name no method.
      const method = challenge.data['method'] === 'provider' ? 'provider' : 'password';
      return start(user, { method, hasSecondFactor: true }, client);
    },
    prove: async (userId, proof, client) => {
      const user = await findCredentials(pool, { id: userId });
      if (user === null) throw new AppError('invalid_credentials');
      const attempt = checks.attemptOf('password' in proof ? 'password' : 'code', user.email, client);
      await checks.guarded(attempt, async () => {
        const isRight =
          'password' in proof
            ? await passwords.verify(user.passwordHash, proof.password, turnOf(attempt))
            : await checks.isRightCode(user, proof);
        return isRight ? user : null;
      });
    },
  };
}

function turnOf({ address, deviceId }: SignInAttempt): HashingTurn {
  return { network: clientNetwork(address), isKnownDevice: deviceId !== null };
}

function createChecks({ pool, clock, secretBox, throttle, deviceTokens }: SignInOptions) {
  return {
    attemptOf: (
      kind: SignInAttempt['kind'],
      account: string,
      { address, deviceToken }: BrowserClient,
    ): SignInAttempt => ({ kind, address, account, deviceId: deviceTokens.read(deviceToken, account) }),

    /**
     * Who the check finds. Known and unknown accounts go the same way.
     * @throws AppError `rate_limited` before the check, `invalid_credentials` after it
     */
    guarded: async (
      attempt: SignInAttempt,
      check: () => Promise<UserCredentials | null>,
    ): Promise<UserCredentials> => {
      const waitSeconds = await throttle.begin(attempt);
      if (waitSeconds !== null) {
        throw new AppError('rate_limited', 'Too many failed attempts. Try again later.', {
          retryAfterSeconds: waitSeconds,
        });
      }
      const user = await check();
      if (user === null) throw new AppError('invalid_credentials');
      await throttle.succeed(attempt);
      return user;
    },

    isRightCode: (user: UserCredentials, proof: CodeProof): Promise<boolean> =>
      withTransaction(pool, async (client) => {
        const { totpSecret } = user;
        if ('recoveryCode' in proof) {
          return useRecoveryCode(client, user.id, { code: proof.recoveryCode, now: clock.now() });
        }
        return (
          totpSecret !== null &&
          acceptCode(client, { id: user.id, totpSecret }, { code: proof.code, secretBox, clock })
        );
      }),
  };
}
