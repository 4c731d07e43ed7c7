import { lowestId } from '@postrider/contracts';
import type { Pool } from '@postrider/db';
import type { Clock, Logger } from '@postrider/runtime';
import { leaseMs, type Deliver } from '../deliveries/deliver';
import type { EndpointCache } from '../endpoints/endpoint-cache';
import type { Throttles } from '../endpoints/throttles';
import {
  abandonDeliveries,
  claimDueDeliveries,
  endDeliveries,
  listDueEndpoints,
  type DueEndpoint,
} from './due-deliveries.repository';
import { restoreBodies } from './restore-bodies';

const ENDPOINTS_PER_PAGE = 500;
/** Per endpoint and round, so that every endpoint has its turn before one gets more. */
const CLAIMS_MAX = 200;
const ABANDONED_PER_ROUND = 1_000;

/**
 * One look at everything that is due: from each endpoint as much as its throttle has room for. Claims, commits, and
 * leaves the network to the throttles, so that no endpoint waits for another.
 * @returns how many deliveries were taken or ended
 */
export function createSendDue(options: {
  readonly pool: Pool;
  readonly endpoints: EndpointCache;
  readonly throttles: Throttles;
  readonly deliver: Deliver;
  readonly clock: Clock;
  readonly log: Logger;
  /** As much was taken as the throttle had room for: there may be more. */
  readonly onMore: (endpointId: string) => void;
}): (signal: AbortSignal) => Promise<number> {
  const { pool, endpoints, throttles, deliver, clock, log } = options;

  const sendOf = async (due: DueEndpoint): Promise<number> => {
    const known = await endpoints.of(due.organizationId);
    const endpoint = known.find(({ id }) => id === due.endpointId);
    if (!endpoint) return abandonDeliveries(pool, due, ABANDONED_PER_ROUND);
    const limit = Math.min(CLAIMS_MAX, throttles.of(endpoint.id).room());
    if (limit === 0) {
      options.onMore(endpoint.id);
      return 0;
    }
    const now = clock.now();
    const leaseUntil = new Date(now.getTime() + leaseMs);
    const claimed = await claimDueDeliveries(pool, endpoint, { now, leaseUntil, limit });
    if (claimed.length === limit) options.onMore(endpoint.id);
    const { ready, lost } = await restoreBodies(pool, claimed);
    if (lost.length > 0) {
      log.warn({ endpoint_id: endpoint.id, deliveries: lost.length }, 'events to be sent again are gone');
      await endDeliveries(pool, lost);
    }
    for (const delivery of ready) void deliver.again(delivery).catch(() => undefined);
    return claimed.length;
  };

  return async (signal) => {
    let taken = 0;
    for (let afterId = lowestId; !signal.aborted;) {
      const page = await listDueEndpoints(pool, { now: clock.now(), afterId, limit: ENDPOINTS_PER_PAGE });
      for (const due of page) {
        if (signal.aborted) return taken;
        taken += await sendOf(due).catch((error: unknown) => {
          const ids = { organization_id: due.organizationId, endpoint_id: due.endpointId };
          log.error({ err: error, ...ids }, 'due webhooks of an endpoint were not sent');
          return 0;
        });
      }
      const last = page.at(-1);
      if (!last || page.length < ENDPOINTS_PER_PAGE) break;
      afterId = last.endpointId;
    }
    return taken;
  };
}
