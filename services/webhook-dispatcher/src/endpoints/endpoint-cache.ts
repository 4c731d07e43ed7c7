import { createTtlCache, type Clock } from '@postrider/runtime';
import type { Endpoint } from './endpoint';

/** The endpoints of organizations, as they were at most `ttlMs` ago. */
export interface EndpointCache {
  of(organizationId: string): Promise<readonly Endpoint[]>;
  forget(organizationId: string): void;
  forgetAll(): void;
}

/** Below the 10 s after which the sweep looks for events that were passed over, so that it sees new endpoints. */
const TTL_MS = 5_000;
const ORGANIZATIONS_MAX = 20_000;

export function createEndpointCache(options: {
  readonly load: (organizationId: string) => Promise<readonly Endpoint[]>;
  readonly clock: Clock;
}): EndpointCache {
  const { load, clock } = options;
  const cache = createTtlCache<string, readonly Endpoint[]>({
    entriesMax: ORGANIZATIONS_MAX,
    ttlMs: TTL_MS,
    clock,
  });
  return {
    of: (organizationId) => cache.fetch(organizationId, load),
    forget: (organizationId) => cache.delete(organizationId),
    forgetAll: () => cache.clear(),
  };
}
