import { clientNetwork, createTtlCache, type Clock, type TtlCache } from '@postrider/runtime';
import type { RequestSource } from './request-source';

/** Failed authentications of the last minute, by client and by the key that was claimed. */
export interface FailedAttempts {
  isBlocked(source: RequestSource): boolean;
  count(source: RequestSource): void;
}

const windowMs = 60_000;
/** Enough for an attack from many addresses; the least recently seen go first. */
const entriesMax = 50_000;

interface Failures {
  count: number;
}

/**
 * Blocks a client for the rest of a minute in which it failed more than `perMinuteMax` times. A key that was claimed
 * wrongly that often, from wherever, is closed to those who have failed as well: each client has one attempt, so that guessing
 * from many addresses is slow, and knowing a key's id is not enough to lock its owner out.
 */
export function createFailedAttempts({
  perMinuteMax,
  clock,
}: {
  perMinuteMax: number;
  clock: Clock;
}): FailedAttempts {
  const window = { entriesMax, ttlMs: windowMs, clock };
  const byClient = createTtlCache<string, Failures>(window);
  const byKey = createTtlCache<string, Failures>(window);
  return {
    isBlocked: ({ address, claimedKeyId }) => {
      if (address === null) return false;
      const own = byClient.get(clientNetwork(address))?.count ?? 0;
      if (own === 0 || claimedKeyId === null) return own >= perMinuteMax;
      return Math.max(own, byKey.get(claimedKeyId)?.count ?? 0) >= perMinuteMax;
    },
    count: ({ address, claimedKeyId }) => {
      if (address === null) return;
      increment(byClient, clientNetwork(address));
      if (claimedKeyId !== null) increment(byKey, claimedKeyId);
    },
  };
}

function increment(failures: TtlCache<string, Failures>, name: string): void {
  const known = failures.get(name);
  if (known) known.count += 1;
  else failures.set(name, { count: 1 });
}
