import { createTtlCache, type Clock } from '@postrider/runtime';

/** Keys that are counted at a time; of more, those that have been silent longest begin again. */
const keysMax = 50_000;
const minuteMs = 60_000;

/** Counts by a key, by the minute that its first one began. */
export interface MinuteRates {
  /** Counts one; false when the key has had all that a minute has. */
  take(key: string): boolean;
}

export function createMinuteRates(options: {
  readonly perMinuteMax: number;
  readonly clock: Clock;
}): MinuteRates {
  const { perMinuteMax, clock } = options;
  const counts = createTtlCache<string, { taken: number }>({
    entriesMax: keysMax,
    ttlMs: minuteMs,
    clock,
  });
  return {
    take: (key) => {
      const count = counts.get(key);
      if (count === undefined) {
        counts.set(key, { taken: 1 });
        return true;
      }
      count.taken += 1;
      return count.taken <= perMinuteMax;
    },
  };
}
