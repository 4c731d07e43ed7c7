import type { RedisClient } from '@postrider/messaging';
import { createTtlCache, errorCode, type Clock, type Logger } from '@postrider/runtime';
import type { ClearTextHosts } from '../pool/connect-any';

/** A site whose TLS is broken is spoken to in clear for three days before TLS is tried again. */
const clearTextMs = 3 * 86_400_000;
/** How long another worker may try broken TLS once more: Redis is not asked at each connection. */
const notBrokenMs = 60_000;
const hostsMax = 10_000;

/**
 * One worker's failed handshake spares it to the others: what it learned is in Redis, and while Redis is away in this process.
 * Only for hosts whose TLS is not required by a policy.
 */
export function createClearTextHosts(options: {
  /** Null: remembered in this process alone. */
  readonly redis: RedisClient | null;
  readonly clock?: Clock;
  readonly log?: Logger;
}): ClearTextHosts {
  const { redis, log } = options;
  const clock = options.clock ? { clock: options.clock } : {};
  const broken = createTtlCache<string, true>({ entriesMax: hostsMax, ttlMs: clearTextMs, ...clock });
  const notBroken = createTtlCache<string, true>({ entriesMax: hostsMax, ttlMs: notBrokenMs, ...clock });
  return {
    has: async (host) => {
      if (broken.get(host)) return true;
      if (redis === null || notBroken.get(host)) return false;
      try {
        const found = await redis.exists(keyOf(host));
        if (found > 0) return true;
        notBroken.set(host, true);
      } catch (error) {
        log?.debug({ code: errorCode(error) }, 'broken TLS is remembered only by this process');
      }
      return false;
    },
    add: (host) => {
      broken.set(host, true);
      notBroken.delete(host);
      redis?.set(keyOf(host), '1', 'PX', clearTextMs).catch((error: unknown) => {
        log?.debug({ code: errorCode(error) }, 'broken TLS is remembered only by this process');
      });
    },
  };
}

function keyOf(host: string): string {
  return `clear-text-hosts:${host}`;
}
