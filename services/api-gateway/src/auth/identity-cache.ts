import { rotationGraceMs } from '@postrider/contracts';
import type { Pool } from '@postrider/db';
import { createTtlCache, errorCode, type Clock, type Logger } from '@postrider/runtime';
import { findIdentity, touchKey, type IdentityRow } from './identities.repository';
import type { Identity } from './identity';

/** Identities by token hash; null stands for a token that is unknown, revoked or expired. */
export interface IdentityCache {
  find(tokenHash: string, maxAgeMs: number): Promise<Identity | null>;
  /** What is held in memory, valid or not, without looking further. */
  peek(tokenHash: string): Identity | undefined;
  /** Reads the identity anew, as of the cache version that admission control has named. */
  renew(tokenHash: string, cacheVersion: string): Promise<Identity | null>;
}

const ENTRIES_MAX = 20_000;
/** Admission control tells of changes at once; this only bounds what a lost notice can do. */
const KEPT_MS = 60_000;
/** Spares the database repeated guesses; a key made a moment ago was never guessed before. */
const UNKNOWN_KEPT_MS = 5_000;
const DEFAULT_RATE_LIMIT = 10;
/** Admission control has not named a cache version yet: it will say `stale` with the one to read at. */
const NO_EPOCH = '';

export function createIdentityCache(given: {
  readonly pool: Pool;
  readonly clock: Clock;
  readonly log: Logger;
}): IdentityCache {
  const { pool, clock, log } = given;
  const known = createTtlCache<string, Identity>({ entriesMax: ENTRIES_MAX, ttlMs: KEPT_MS, clock });
  // Apart from the known ones, so that guesses cannot push those out.
  const unknown = createTtlCache<string, true>({ entriesMax: ENTRIES_MAX, ttlMs: UNKNOWN_KEPT_MS, clock });
  const loading = new Map<string, Promise<Identity | null>>();

  const load = async (tokenHash: string, cacheVersion: string): Promise<Identity | null> => {
    const row = await findIdentity(pool, tokenHash);
    const now = clock.now();
    if (row === undefined || row.revokedAt !== null) {
      known.delete(tokenHash);
      unknown.set(tokenHash, true);
      return null;
    }
    const identity = identityOf(row, cacheVersion, now);
    known.set(tokenHash, identity);
    touchKey(pool, row.keyId).catch((error: unknown) =>
      log.debug({ code: errorCode(error) }, 'key not touched'),
    );
    return identity;
  };

  /** A load that began before a cache version was named may have read the state before it. */
  const share = (tokenHash: string, cacheVersion: string): Promise<Identity | null> => {
    const name = `${tokenHash} ${cacheVersion}`;
    const running = loading.get(name);
    if (running) return running;
    const started = load(tokenHash, cacheVersion).finally(() => loading.delete(name));
    loading.set(name, started);
    return started;
  };

  return {
    find: (tokenHash, maxAgeMs) => {
      const identity = known.get(tokenHash);
      if (identity && clock.now().getTime() - identity.loadedAtMs <= maxAgeMs)
        return Promise.resolve(identity);
      if (unknown.get(tokenHash)) return Promise.resolve(null);
      return share(tokenHash, NO_EPOCH);
    },
    peek: (tokenHash) => known.get(tokenHash),
    renew: share,
  };
}

function identityOf(row: IdentityRow, cacheVersion: string, now: Date): Identity {
  const { keyId, keyName, mode, permission, domainIds, organizationId, slug, kind, plan } = row;
  const { sendingPausedAt, underReviewAt, isScreened } = row;
  return {
    principal: {
      keyId,
      keyName,
      mode,
      permission,
      domainIds,
      rateLimit: row.rateLimit ?? DEFAULT_RATE_LIMIT,
      organization: { id: organizationId, slug, kind, plan, sendingPausedAt, underReviewAt, isScreened },
      domains: new Map(row.domains.map((domain) => [domain.name, domain])),
    },
    cacheVersion,
    endsAt: endOf(row),
    loadedAtMs: now.getTime(),
  };
}

function endOf({ expiresAt, rotatedAt }: IdentityRow): Date | null {
  const graceEnd = rotatedAt === null ? null : new Date(rotatedAt.getTime() + rotationGraceMs);
  if (expiresAt === null || graceEnd === null) return expiresAt ?? graceEnd;
  return expiresAt < graceEnd ? expiresAt : graceEnd;
}
