import type { Pool } from '@postrider/db';
import type { Clock, Logger } from '@postrider/runtime';
import { isDelivered, isGone } from '../deliveries/delivery-record';
import type { Attempt } from '../deliveries/delivery';
import type { Endpoint } from './endpoint';
import { disableEndpoint, disableIfOnlyFailing, markFailing, markWorking } from './endpoints.repository';

/** Notices whether endpoints work, and disables those that do not. */
export interface EndpointHealth {
  observe(endpoint: Endpoint, attempt: Attempt): Promise<void>;
}

/** Long enough for a long weekend; after that nobody is reading, and each try costs us 5 s of waiting. */
const FAILING_MAX_MS = 5 * 86_400_000;

export function createEndpointHealth(options: {
  readonly pool: Pool;
  readonly clock: Clock;
  readonly log: Logger;
  readonly onDisabled: (endpoint: Endpoint) => void;
}): EndpointHealth {
  const { pool, clock, log, onDisabled } = options;

  const disabled = (endpoint: Endpoint, reason: string): void => {
    log.warn(
      { organization_id: endpoint.organizationId, endpoint_id: endpoint.id, reason },
      'webhook endpoint is disabled',
    );
    onDisabled(endpoint);
  };

  const observeFailure = async (endpoint: Endpoint): Promise<void> => {
    const now = clock.now();
    if (endpoint.failingSince === null) {
      endpoint.failingSince = now;
      await markFailing(pool, endpoint, now);
      return;
    }
    const failingBefore = new Date(now.getTime() - FAILING_MAX_MS);
    if (endpoint.failingSince > failingBefore) return;
    if (await disableIfOnlyFailing(pool, endpoint, { failingBefore, at: now })) disabled(endpoint, 'failing');
  };

  return {
    // Writes on changes alone: an endpoint that goes on working, or failing, costs nothing here.
    observe: async (endpoint, attempt) => {
      if (isDelivered(attempt)) {
        if (endpoint.failingSince === null) return;
        endpoint.failingSince = null;
        await markWorking(pool, endpoint);
      } else if (isGone(attempt)) {
        const gone = { reason: 'gone', at: clock.now() } as const;
        if (await disableEndpoint(pool, endpoint, gone)) disabled(endpoint, 'gone');
      } else {
        await observeFailure(endpoint);
      }
    },
  };
}
