import type { Principal, SendingLimits } from '@postrider/contracts/access';
import { rotationGraceMs } from '@postrider/contracts/keys';
import type { Pool } from '@postrider/db';
import { createAddressMatcher, createTtlCache, errorCode, type Clock, type Logger } from '@postrider/runtime';
import { findPrincipal, touchKey, type OrganizationRow, type PrincipalRow } from './principals.repository';

/** A principal, and how long that knowledge is good for. */
export interface CachedPrincipal extends Principal {
  /** State of the organization that it was read at; admission control compares it with the current one. */
  readonly cacheVersion: string;
  /** From then on the key is expired, or its time after rotation is over; null: never. */
  readonly endsAt: Date | null;
  /** Whether requests may come from an address; null: from any. */
  readonly allowsAddress: ((address: string) => boolean) | null;
  readonly loadedAtMs: number;
}

/** Principals by token hash; null stands for a token that is unknown, revoked or expired. */
export interface PrincipalCache {
  find(tokenHash: string, maxAgeMs: number): Promise<CachedPrincipal | null>;
  /** A key was found by this token in the last hour, and nothing has been heard of its end. */
  isInUse(tokenHash: string): boolean;
  /** Reads it again, as of the cache version that admission control has named. */
  renew(tokenHash: string, cacheVersion: string): Promise<CachedPrincipal | null>;
}

const entriesMax = 20_000;
/** Admission control announces changes at once; this bounds the effect of a lost announcement. */
const keptMs = 60_000;
/** So long a key is known to be no guess: a client may send once in a while. */
const inUseMs = 3_600_000;
/** Spares the database repeated guesses; a key made a moment ago was never guessed before. */
const unknownKeptMs = 5_000;
export const defaultRateLimit = 10;
/** Admission control has named none yet: it will say `stale` with the one to read at. */
const unknownVersion = '';

export function createPrincipalCache(options: {
  readonly pool: Pool;
  readonly clock: Clock;
  readonly log: Logger;
}): PrincipalCache {
  const { pool, clock, log } = options;
  const known = createTtlCache<string, CachedPrincipal>({ entriesMax, ttlMs: keptMs, clock });
  const inUse = createTtlCache<string, true>({ entriesMax, ttlMs: inUseMs, clock });
  // Apart from the known ones, so that guesses cannot push those out.
  const unknown = createTtlCache<string, true>({ entriesMax, ttlMs: unknownKeptMs, clock });
  const loading = new Map<string, Promise<CachedPrincipal | null>>();

  const load = async (tokenHash: string, cacheVersion: string): Promise<CachedPrincipal | null> => {
    const row = await findPrincipal(pool, tokenHash);
    const now = clock.now();
    if (row === undefined || row.revokedAt !== null) {
      known.delete(tokenHash);
      inUse.delete(tokenHash);
      unknown.set(tokenHash, true);
      return null;
    }
    const principal = principalOf(row, cacheVersion, now);
    known.set(tokenHash, principal);
    inUse.set(tokenHash, true);
    touchKey(pool, row.keyId).catch((error: unknown) =>
      log.debug({ code: errorCode(error) }, 'key not touched'),
    );
    return principal;
  };

  /** A load that began before a version was named may have read the state before it. */
  const share = (tokenHash: string, cacheVersion: string): Promise<CachedPrincipal | null> => {
    const name = `${tokenHash} ${cacheVersion}`;
    const running = loading.get(name);
    if (running) return running;
    const started = load(tokenHash, cacheVersion).finally(() => loading.delete(name));
    loading.set(name, started);
    return started;
  };

  return {
    find: (tokenHash, maxAgeMs) => {
      const principal = known.get(tokenHash);
      if (principal && clock.now().getTime() - principal.loadedAtMs <= maxAgeMs)
        return Promise.resolve(principal);
      if (unknown.get(tokenHash)) return Promise.resolve(null);
      return share(tokenHash, unknownVersion);
    },
    isInUse: (tokenHash) => inUse.get(tokenHash) === true,
    renew: share,
  };
}

function principalOf(row: PrincipalRow, cacheVersion: string, now: Date): CachedPrincipal {
  const { keyId, keyName, mode, permission, domainIds } = row;
  return {
    actor: { type: 'key', id: keyId, name: keyName, expiresAt: row.expiresAt },
    mode,
    permission,
    domainIds,
    rights: { content: row.content, export: row.export },
    rateLimit: row.rateLimit ?? defaultRateLimit,
    limits: limitsOf(row),
    allowsAddress: row.allowedIps && createAddressMatcher(row.allowedIps),
    ...organizationOf(row),
    cacheVersion,
    endsAt: endOf(row),
    loadedAtMs: now.getTime(),
  };
}

function limitsOf({ allowedRecipients, templatesOnly, dailyLimit }: PrincipalRow): SendingLimits | undefined {
  if (allowedRecipients === null && !templatesOnly && dailyLimit === null) return undefined;
  return {
    recipients: allowedRecipients && new Set(allowedRecipients),
    templatesOnly,
    dailyRecipients: dailyLimit,
  };
}

/** The organization of a principal, and its domains by name. */
export function organizationOf(row: OrganizationRow): Pick<Principal, 'organization' | 'domains'> {
  const { organizationId: id, slug, kind, plan, sendingPausedAt, underReviewAt, isScreened } = row;
  return {
    organization: { id, slug, kind, plan, sendingPausedAt, underReviewAt, isScreened },
    domains: new Map(row.domains.map((domain) => [domain.name, domain])),
  };
}

function endOf({ expiresAt, rotatedAt }: PrincipalRow): Date | null {
  const graceEnd = rotatedAt === null ? null : new Date(rotatedAt.getTime() + rotationGraceMs);
  if (expiresAt === null || graceEnd === null) return expiresAt ?? graceEnd;
  return expiresAt < graceEnd ? expiresAt : graceEnd;
}
