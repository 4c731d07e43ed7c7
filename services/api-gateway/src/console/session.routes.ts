import {
  passkeyOptions,
  reauthenticateRequest,
  sessionResource,
  signInMethods,
  signInPasskeyRequest,
  signInRequest,
  signInResult,
  signInTotpRequest,
  type SignInMethods,
} from '@postrider/contracts/console';
import { AppError } from '@postrider/contracts/errors';
import type { UserSession } from '@postrider/identity';
import { consoleRoute } from './console-route';

export const sessionRoutes = [
  consoleRoute({
    operationId: 'readSession',
    method: 'GET',
    path: '/session',
    access: 'user',
    summary: 'Get the session',
    description:
      'Returns the signed-in user and the organizations that they may open. Without a session it answers 401.',
    tag: 'Session',
    success: { status: 200, schema: sessionResource },
    errors: [],
    handle: async ({ session }, { presentSession }) => ({ body: await presentSession(session) }),
  }),
  consoleRoute({
    operationId: 'signIn',
    method: 'POST',
    path: '/session',
    access: 'anyone',
    body: signInRequest,
    summary: 'Sign in with a password',
    description:
      'Starts a session and sets its cookie, or asks for a code. Unknown addresses and wrong passwords get the same answer in the same time.',
    tag: 'Session',
    success: { status: 200, schema: signInResult },
    errors: ['invalid_credentials', 'sign_in_method_disabled'],
    handle: async ({ session, body, client }, { signIn, answers, methods }) => {
      requirePasswords(methods);
      const result = await signIn.withPassword(body, client);
      return result.state === 'totp'
        ? answers.codeNeeded(result.challengeToken)
        : answers.signedIn(result, { session, client });
    },
  }),
  consoleRoute({
    operationId: 'signInTotp',
    method: 'POST',
    path: '/session/totp',
    access: 'anyone',
    body: signInTotpRequest,
    summary: 'Finish signing in with a code',
    description:
      'The second step after a password: a code of the authenticator app, which works once, or a recovery code. The step expires after five minutes or five wrong codes.',
    tag: 'Session',
    success: { status: 200, schema: signInResult },
    errors: ['invalid_credentials'],
    handle: async ({ session, body, client, challengeToken }, { signIn, answers }) => {
      const { code, recovery_code: recoveryCode = '' } = body;
      const proof = code === undefined ? { recoveryCode } : { code };
      return answers.signedIn(await signIn.withCode(challengeToken, proof, client), { session, client });
    },
  }),
  consoleRoute({
    operationId: 'readSignInPasskeyOptions',
    method: 'POST',
    path: '/session/passkey/options',
    access: 'anyone',
    summary: 'Begin with a passkey',
    description:
      'Returns options for `navigator.credentials.get()`. With a session they allow only passkeys of the user, for `POST /session/reauthenticate`.',
    tag: 'Session',
    success: { status: 200, schema: passkeyOptions },
    errors: [],
    handle: async ({ session }, { passkeys, answers }) => {
      const { options, challengeToken } = await passkeys.beginUse(session?.user.id ?? null);
      return { body: { options: { ...options } }, cookies: [answers.challengeCookie(challengeToken)] };
    },
  }),
  consoleRoute({
    operationId: 'signInPasskey',
    method: 'POST',
    path: '/session/passkey',
    access: 'anyone',
    body: signInPasskeyRequest,
    summary: 'Sign in with a passkey',
    description:
      'Starts a session and sets its cookie. A passkey counts as two factors, because it verifies its user.',
    tag: 'Session',
    success: { status: 200, schema: signInResult },
    errors: ['invalid_credentials'],
    handle: async ({ session, body, client, challengeToken }, { signIn, passkeys, answers }) => {
      const user = await passkeys.finishUse(challengeToken, body.response);
      const signedIn = await signIn.start(user, { method: 'passkey', hasSecondFactor: true }, client);
      return answers.signedIn(signedIn, { session, client });
    },
  }),
  consoleRoute({
    operationId: 'listSignInMethods',
    method: 'GET',
    path: '/session/providers',
    access: 'anyone',
    summary: 'List ways to sign in',
    description: 'Returns whether passwords and passkeys can be used, and the OpenID Connect providers.',
    tag: 'Session',
    success: { status: 200, schema: signInMethods },
    errors: [],
    handle: (_request, { methods }) => Promise.resolve({ body: methods }),
  }),
  consoleRoute({
    operationId: 'reauthenticate',
    method: 'POST',
    path: '/session/reauthenticate',
    access: 'user',
    body: reauthenticateRequest,
    summary: 'Authenticate again',
    description: 'Allows changes that require a recent authentication for ten minutes.',
    tag: 'Session',
    success: { status: 200, schema: sessionResource },
    errors: ['invalid_credentials'],
    handle: async (
      { session, body, client, challengeToken },
      { clock, signIn, sessions, passkeys, answers, presentSession, methods },
    ) => {
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
    },
  }),
  consoleRoute({
    operationId: 'signOut',
    method: 'DELETE',
    path: '/session',
    access: 'user',
    summary: 'Sign out',
    description: 'Ends the session on all replicas and clears its cookie.',
    tag: 'Session',
    success: { status: 204, schema: null },
    errors: [],
    handle: async ({ session }, { pool, sessions, answers }) => {
      await sessions.end(pool, session.user.id, session.id);
      return { cookies: answers.signedOut() };
    },
  }),
];

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
