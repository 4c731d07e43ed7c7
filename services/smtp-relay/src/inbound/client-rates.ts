import { clientNetwork, createTtlCache, type Clock } from '@postrider/runtime';

/** Networks that are counted at a time; of more, those that have been silent longest begin again. */
const networksMax = 50_000;
const minuteMs = 60_000;

/** Messages and refused recipients of each client network, by the minute that its first one began. */
export interface ClientRates {
  /** Counts one; false when the network has had all that a minute has. */
  take(clientAddress: string): boolean;
}

export function createClientRates(options: {
  readonly perMinuteMax: number;
  readonly clock: Clock;
}): ClientRates {
  const { perMinuteMax, clock } = options;
  const counts = createTtlCache<string, { taken: number }>({
    entriesMax: networksMax,
    ttlMs: minuteMs,
    clock,
  });
  return {
    take: (clientAddress) => {
      const network = clientNetwork(clientAddress);
      const count = counts.get(network);
      if (count === undefined) {
        counts.set(network, { taken: 1 });
        return true;
      }
      count.taken += 1;
      return count.taken <= perMinuteMax;
    },
  };
}
