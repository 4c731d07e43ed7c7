import { clientNetwork, createTtlCache, type Clock } from '@postrider/runtime';

const windowMs = 60_000;
/** The least recently seen go first, so that an attack from many addresses costs 10 MB and no more. */
const addressesMax = 50_000;

/**
 * Counts requests by address, in this process.
 * @returns a function that counts one more, and tells whether it is above what a minute may have
 */
export function createAddressRate({
  perMinuteMax,
  clock,
}: {
  readonly perMinuteMax: number;
  readonly clock: Clock;
}): (address: string) => boolean {
  const windows = createTtlCache<string, { requests: number }>({
    entriesMax: addressesMax,
    ttlMs: windowMs,
    clock,
  });
  return (address) => {
    const client = clientNetwork(address);
    const window = windows.get(client) ?? { requests: 0 };
    if (window.requests === 0) windows.set(client, window);
    window.requests += 1;
    return window.requests > perMinuteMax;
  };
}
