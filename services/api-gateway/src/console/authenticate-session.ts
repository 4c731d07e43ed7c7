import { AppError } from '@postrider/contracts/errors';
import type { Sessions, UserSession } from '@postrider/identity';
import type { IncomingHttpHeaders } from 'node:http';
import type { Authenticate } from '../auth/authenticate';
import { requireSameOrigin, type ConsoleSite } from './console-site';
import { readCookie } from './cookies';
import type { MemberPrincipals } from './member-principals';

/** The session of a request. @throws AppError `unauthorized` */
export type RequireSession = (headers: IncomingHttpHeaders) => Promise<UserSession>;

export function createRequireSession({
  sessions,
  site,
}: {
  readonly sessions: Sessions;
  readonly site: ConsoleSite;
}): RequireSession {
  return async (headers) => {
    const token = readCookie(headers, site.cookies.names.session);
    const session = token === undefined ? null : await sessions.find(token);
    if (session === null) throw new AppError('unauthorized', 'Sign in first.');
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
}): Authenticate {
  const { requireSession, principals, site } = options;
  return ({ method, headers }) => {
    requireSameOrigin({ method, headers }, site);
    return {
      isOfRelay: false,
      principal: async () => principals.find(await requireSession(headers), headers),
      renew: async (cacheVersion) => principals.find(await requireSession(headers), headers, cacheVersion),
    };
  };
}
