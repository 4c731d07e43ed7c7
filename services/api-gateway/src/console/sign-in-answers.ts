import assert from 'node:assert';
import type { SignInResult } from '@postrider/contracts/console';
import type { Pool } from '@postrider/db';
import type { DeviceTokens, SignedIn, Sessions, UserSession } from '@postrider/identity';
import type { ConsoleReply } from './console-request';
import type { ConsoleSite } from './console-site';
import { clearedCookie, cookieLine } from './cookies';
import type { PresentSession } from './session-presenter';

/** Answers that set or clear the console's cookies. */
export interface SignInAnswers {
  /** The session's cookie replaces the one that was there, and ends its session: signing in leaves no other alive behind it. */
  signedIn(signedIn: SignedIn, before: BrowserBefore): Promise<ConsoleReply<SignInResult>>;
  /** Ends the session that a sign-in replaces. */
  endReplaced(session: UserSession | null): Promise<void>;
  codeNeeded(challengeToken: string): ConsoleReply<SignInResult>;
  challengeCookie(token: string): string;
  clearedChallenge(): string;
  signedOut(): readonly string[];
  /** Cookies of a new session. */
  cookiesOf(signedIn: SignedIn, deviceToken: string | undefined): readonly string[];
}

/** What the browser came with. */
export interface BrowserBefore {
  readonly session: UserSession | null;
  readonly client: { readonly deviceToken: string | undefined };
}

const challengeSeconds = 600;
/** Longer than any session: a device is known when its session has ended. */
const deviceSeconds = 365 * 86_400;

export function createSignInAnswers(options: {
  readonly pool: Pool;
  readonly site: ConsoleSite;
  readonly sessions: Sessions;
  readonly deviceTokens: DeviceTokens;
  readonly presentSession: PresentSession;
  readonly sessionMaxMs: number;
}): SignInAnswers {
  const { pool, site, sessions, deviceTokens, presentSession, sessionMaxMs } = options;
  const { cookies } = site;
  const { names } = cookies;
  const clearedChallenge = () => clearedCookie(cookies, names.challenge);
  const challengeCookie = (token: string) =>
    cookieLine(cookies, { name: names.challenge, value: token, maxAgeSeconds: challengeSeconds });

  const cookiesOf = ({ token, email }: SignedIn, deviceToken: string | undefined) => {
    const device = deviceTokens.issue(email, deviceTokens.read(deviceToken, email));
    return [
      cookieLine(cookies, {
        name: names.session,
        value: token,
        maxAgeSeconds: Math.floor(sessionMaxMs / 1_000),
      }),
      cookieLine(cookies, { name: names.device, value: device, maxAgeSeconds: deviceSeconds }),
      clearedChallenge(),
    ];
  };

  const endReplaced = async (replaced: UserSession | null): Promise<void> => {
    if (replaced !== null) await sessions.end(pool, replaced.user.id, replaced.id);
  };

  return {
    cookiesOf,
    endReplaced,
    challengeCookie,
    clearedChallenge,
    signedIn: async (signedIn, before) => {
      const session = await sessions.find(signedIn.token);
      assert(session !== null, 'a new session has not ended');
      await endReplaced(before.session);
      return {
        body: { next: null, session: await presentSession(session) },
        cookies: cookiesOf(signedIn, before.client.deviceToken),
      };
    },
    codeNeeded: (token) => ({ body: { next: 'totp', session: null }, cookies: [challengeCookie(token)] }),
    signedOut: () => [clearedCookie(cookies, names.session), clearedChallenge()],
  };
}
