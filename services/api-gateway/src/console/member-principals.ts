import { rolePermissions } from '@postrider/contracts/access';
import { AppError, invalidField } from '@postrider/contracts/errors';
import { isId } from '@postrider/contracts/ids';
import { modes, type Mode } from '@postrider/contracts/statuses';
import type { Pool } from '@postrider/db';
import type { UserSession } from '@postrider/identity';
import { createTtlCache, type Clock } from '@postrider/runtime';
import type { IncomingHttpHeaders } from 'node:http';
import { organizationOf, type CachedPrincipal } from '../auth/principal-cache';
import { findMember } from '../auth/principals.repository';

/** Principals of users. They are read on each request, so a change is in effect on the next one on every replica. */
export interface MemberPrincipals {
  /**
   * The user as a principal of the organization and mode that the headers name.
   * @throws AppError `validation_error`; `not_found` when the user may not open it
   */
  find(session: UserSession, headers: IncomingHttpHeaders, cacheVersion?: string): Promise<CachedPrincipal>;
}

/** A page of the console makes several requests. */
const requestsPerSecond = 50;
export const recentlyMs = 10 * 60_000;
const versionsMax = 20_000;
const versionsTtlMs = 3_600_000;

export function createMemberPrincipals({
  pool,
  clock,
}: {
  readonly pool: Pool;
  readonly clock: Clock;
}): MemberPrincipals {
  // What admission control named last: what is read afterwards is at least as new.
  const versions = createTtlCache<string, string>({ entriesMax: versionsMax, ttlMs: versionsTtlMs, clock });
  return {
    find: async (session, headers, cacheVersion) => {
      const { organizationId, mode } = readHeaders(headers);
      if (cacheVersion !== undefined) versions.set(organizationId, cacheVersion);
      const version = versions.get(organizationId) ?? '';
      const row = await findMember(pool, { organizationId, userId: session.user.id, sessionId: session.id });
      if (row === undefined) {
        throw new AppError('not_found', 'There is no such organization, or you are not a member of it.');
      }
      const { role, content, export: mayExport, domainIds } = row;
      const { id, name } = session.user;
      return {
        actor: {
          ...{ type: 'user', id, name, role },
          authenticatedUntil: authenticatedUntil(session),
        },
        ...{ mode, permission: rolePermissions[role], domainIds, rateLimit: requestsPerSecond },
        rights: { content, export: mayExport },
        allowsAddress: null,
        ...organizationOf(row),
        ...{ cacheVersion: version, endsAt: session.expiresAt, loadedAtMs: clock.now().getTime() },
      };
    },
  };
}

export function authenticatedUntil({ authenticatedAt }: UserSession): Date {
  return new Date(authenticatedAt.getTime() + recentlyMs);
}

/** Headers and not a part of the session, because two tabs may show different organizations. */
function readHeaders(headers: IncomingHttpHeaders): { organizationId: string; mode: Mode } {
  const { 'postrider-organization': organizationId, 'postrider-mode': mode = 'live' } = headers;
  if (typeof organizationId !== 'string' || !isId(organizationId)) {
    throw invalidField('Postrider-Organization', 'must be the id of an organization');
  }
  const known = modes.find((each) => each === mode);
  if (known === undefined) throw invalidField('Postrider-Mode', 'must be live or test');
  return { organizationId: organizationId.toLowerCase(), mode: known };
}
