import { AppError } from '@postrider/contracts/errors';
import { clientNetwork, createTtlCache, type Clock } from '@postrider/runtime';

/** Requests a minute of one network without a session, each gateway for itself: an office signs in, a flood does not. */
const requestsPerMinute = 120;
const networksMax = 50_000;

/** Counts a request that needs no session. @throws AppError `rate_limited` */
export type CountOpenRequest = (address: string) => void;

export function createCountOpenRequest(clock: Clock): CountOpenRequest {
  const counts = createTtlCache<string, { count: number }>({ entriesMax: networksMax, ttlMs: 60_000, clock });
  return (address) => {
    const network = clientNetwork(address);
    const known = counts.get(network);
    if (known === undefined) counts.set(network, { count: 1 });
    else if ((known.count += 1) > requestsPerMinute) {
      throw new AppError('rate_limited', 'Too many requests from this address.', { retryAfterSeconds: 60 });
    }
  };
}
