import { AppError } from '@postrider/contracts';
import type { SignInMethods } from '@postrider/contracts/console';
import type { Pool } from '@postrider/db';
import type { Passkeys, Sessions, SignIn, UserSession } from '@postrider/identity';
import type { Clock } from '@postrider/runtime';
import { consoleRoute, type ConsoleRoute } from './console-route';
import { sessionEndpoints as endpoints } from './endpoints/session.endpoints';
import type { PresentSession } from './session-presenter';
import type { SignInAnswers } from './sign-in-answers';

export interface SessionRouteOptions {
  readonly pool: Pool;
  readonly signIn: SignIn;
  readonly sessions: Sessions;
  readonly passkeys: Passkeys;
  readonly answers: SignInAnswers;
  readonly presentSession: PresentSession;
  readonly methods: SignInMethods;
  readonly clock: Clock;
}

export function sessionRoutes(options: SessionRouteOptions): ConsoleRoute[] {
  return [...signInRoutes(options), ...ownSessionRoutes(options)];
}

function signInRoutes({ signIn, passkeys, answers, methods }: SessionRouteOptions): ConsoleRoute[] {
  return [
    consoleRoute(endpoints.signIn, async ({ session, body, client }) => {
      requirePasswords(methods);
      const result = await signIn.withPassword(body, client);
      return result.state === 'totp'
        ? answers.codeNeeded(result.challengeToken)
        : answers.signedIn(result, { session, client });
    }),
    consoleRoute(endpoints.signInTotp, async ({ session, body, client, challengeToken }) => {
      const { code, recovery_code: recoveryCode = '' } = body;
      const proof = code === undefined ? { recoveryCode } : { code };
      return answers.signedIn(await signIn.withCode(challengeToken, proof, client), { session, client });
    }),
    consoleRoute(endpoints.passkeyOptions, async ({ session }) => {
      const { options, challengeToken } = await passkeys.beginUse(session?.user.id ?? null);
      return { body: { options: { ...options } }, cookies: [answers.challengeCookie(challengeToken)] };
    }),
    consoleRoute(endpoints.signInPasskey, async ({ session, body, client, challengeToken }) => {
      const user = await passkeys.finishUse(challengeToken, body.response);
      const signedIn = await signIn.start(user, { method: 'passkey', hasSecondFactor: true }, client);
      return answers.signedIn(signedIn, { session, client });
    }),
    consoleRoute(endpoints.listMethods, () => Promise.resolve({ body: methods })),
  ];
}

function ownSessionRoutes(options: SessionRouteOptions): ConsoleRoute[] {
  const { pool, signIn, sessions, passkeys, answers, presentSession, methods, clock } = options;
  return [
    consoleRoute(endpoints.readSession, async ({ session }) => ({ body: await presentSession(session) })),
    consoleRoute(endpoints.reauthenticate, async ({ session, body, client, challengeToken }) => {
      const { password, code, passkey } = body;
      if (passkey !== undefined) {
        const user = await passkeys.finishUse(challengeToken, passkey);
        if (user.id !== session.user.id) throw new AppError('invalid_credentials');
      } else if (code !== undefined) {
        await signIn.prove(session.user.id, { code }, client);
      } else {
        requirePasswords(methods);
        await signIn.prove(session.user.id, { password: password ?? '' }, client);
      }
      const proof = { hasSecondFactor: password === undefined };
      await sessions.authenticateAgain(session.id, proof);
      return {
        body: await presentSession(authenticatedAgain(session, { ...proof, now: clock.now() })),
        cookies: [answers.clearedChallenge()],
      };
    }),
    consoleRoute(endpoints.signOut, async ({ session }) => {
      await sessions.end(pool, session.user.id, session.id);
      return { cookies: answers.signedOut() };
    }),
  ];
}

function authenticatedAgain(
  session: UserSession,
  { hasSecondFactor, now }: { readonly hasSecondFactor: boolean; readonly now: Date },
): UserSession {
  return { ...session, authenticatedAt: now, hasSecondFactor: session.hasSecondFactor || hasSecondFactor };
}

/** @throws AppError `sign_in_method_disabled` */
export function requirePasswords({ password }: SignInMethods): void {
  if (!password) throw new AppError('sign_in_method_disabled', 'Passwords are disabled on this platform.');
}
