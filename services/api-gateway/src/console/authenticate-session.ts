import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { AppError } from '@postrider/contracts';
import type { Sessions, UserSession } from '@postrider/identity';
import { createTtlCache, type Clock } from '@postrider/runtime';
import type { Authenticate } from '../auth/authenticate';
import { requireSameOrigin, type ConsoleSite } from './console-site';
import { readCookie } from './cookies';
import type { MemberPrincipals } from './member-principals';
import type { CountUserRequest } from './user-requests';

/**
 * The session of a request. `count` counts the request of its user, before the session is read where the user is known: a client
 * beyond its limit then costs no query.
 * @throws AppError `unauthorized`; what `count` throws
 */
export type RequireSession = (
  headers: IncomingHttpHeaders,
  count?: (userId: string) => void,
) => Promise<UserSession>;

const usersMax = 20_000;
const usersTtlMs = 60_000;

export function createRequireSession({
  sessions,
  site,
  clock,
}: {
  readonly sessions: Sessions;
  readonly site: ConsoleSite;
  readonly clock: Clock;
}): RequireSession {
  const users = createTtlCache<string, string>({ entriesMax: usersMax, ttlMs: usersTtlMs, clock });
  return async (headers, count) => {
    const token = readCookie(headers, site.cookies.names.session);
    const tokenHash = token === undefined ? '' : hash('sha256', token);
    const known = users.get(tokenHash);
    if (known !== undefined) count?.(known);
    const session = token === undefined ? null : await sessions.find(token);
    if (session === null) {
      users.delete(tokenHash);
      throw new AppError('unauthorized', 'Sign in first.');
    }
    if (known === undefined) {
      users.set(tokenHash, session.user.id);
      count?.(session.user.id);
    }
    return session;
  };
}

/** Null: there is none. */
export async function optionalSession(session: Promise<UserSession>): Promise<UserSession | null> {
  try {
    return await session;
  } catch (error) {
    if (error instanceof AppError && error.code === 'unauthorized') return null;
    throw error;
  }
}

/** Authenticates requests to the public API's routes below `/console/api/v1`: by session, never by key. */
export function createAuthenticateSession(options: {
  readonly requireSession: RequireSession;
  readonly principals: MemberPrincipals;
  readonly site: ConsoleSite;
  readonly countUserRequest: CountUserRequest;
}): Authenticate {
  const { requireSession, principals, site, countUserRequest } = options;
  const count = (userId: string): void => countUserRequest(userId, 'api');
  return ({ method, headers }) => {
    requireSameOrigin({ method, headers }, site);
    return {
      isOfRelay: false,
      principal: async () => principals.find(await requireSession(headers, count), headers),
      renew: async (cacheVersion) => principals.find(await requireSession(headers), headers, cacheVersion),
    };
  };
}
