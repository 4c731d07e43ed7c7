import { createTtlCache, type Clock } from '@postrider/runtime';

/** Failed authentications per client address. */
export interface FailedAttempts {
  isBlocked(address: string): boolean;
  count(address: string): void;
}

const WINDOW_MS = 60_000;
/** Enough for an attack from many addresses; the least recently seen go first. */
const ADDRESSES_MAX = 50_000;

/** Blocks an address for the rest of a minute in which it failed more than `perMinuteMax` times. */
export function createFailedAttempts({
  perMinuteMax,
  clock,
}: {
  perMinuteMax: number;
  clock: Clock;
}): FailedAttempts {
  const windows = createTtlCache<string, { failures: number }>({
    entriesMax: ADDRESSES_MAX,
    ttlMs: WINDOW_MS,
    clock,
  });
  return {
    isBlocked: (address) => (windows.get(address)?.failures ?? 0) >= perMinuteMax,
    count: (address) => {
      const window = windows.get(address);
      if (window) window.failures += 1;
      else windows.set(address, { failures: 1 });
    },
  };
}
