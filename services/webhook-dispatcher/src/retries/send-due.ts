import { lowestId } from '@postrider/contracts/ids';
import type { Pool } from '@postrider/db';
import type { Clock, Logger } from '@postrider/runtime';
import { rebuildBodies } from '@postrider/webhooks';
import { leaseMs, type Deliver } from '../deliveries/deliver';
import type { Delivery } from '../deliveries/delivery';
import type { ConcurrencyLimits } from '../endpoints/concurrency-limit';
import type { EndpointCache } from '../endpoints/endpoint-directory';
import {
  abandonDeliveries,
  claimDueDeliveries,
  endDeliveries,
  listDueEndpoints,
  type ClaimedDelivery,
  type DueEndpoint,
} from './due-deliveries.repository';

export interface SentDue {
  /** Deliveries that were taken or ended. */
  readonly taken: number;
  /** Endpoints for which more may be due than was taken. */
  readonly more: ReadonlySet<string>;
}

const endpointsPerPage = 500;
/** Per endpoint and look, so that every endpoint has its turn before one gets more. */
const claimsMax = 200;
const abandonedPerLook = 1_000;

/**
 * Looks once at everything that is due and claims, for each endpoint, as much as its concurrency limit has room for. It commits the
 * claims and does not wait for the network, so no endpoint waits for another.
 */
export function createSendDue(options: {
  readonly pool: Pool;
  readonly endpoints: EndpointCache;
  readonly limits: ConcurrencyLimits;
  readonly deliver: Deliver;
  readonly clock: Clock;
  readonly log: Logger;
  /** As much was taken as the limit had room for: there may be more. */
  readonly onMore: (endpointId: string) => void;
}): (signal: AbortSignal) => Promise<SentDue> {
  const { pool, endpoints, limits, deliver, clock, log } = options;

  const sendOf = async (due: DueEndpoint, more: Set<string>): Promise<number> => {
    const onMore = (endpointId: string): void => {
      more.add(endpointId);
      options.onMore(endpointId);
    };
    const known = await endpoints.of(due.organizationId);
    const endpoint = known.find(({ id }) => id === due.endpointId);
    if (!endpoint) return abandonDeliveries(pool, due, abandonedPerLook);
    const limit = Math.min(claimsMax, limits.of(endpoint).room());
    if (limit === 0) {
      onMore(endpoint.id);
      return 0;
    }
    const now = clock.now();
    const leaseUntil = new Date(now.getTime() + leaseMs);
    const claimed = await claimDueDeliveries(pool, endpoint, { now, leaseUntil, limit });
    if (claimed.length === limit) onMore(endpoint.id);
    const { ready, lost } = await restoreBodies(pool, claimed);
    if (lost.length > 0) {
      log.warn({ endpoint_id: endpoint.id, deliveries: lost.length }, 'events to be sent again are gone');
      await endDeliveries(pool, lost);
    }
    for (const delivery of ready) void deliver.attempt(delivery, leaseUntil).catch(() => undefined);
    return claimed.length;
  };

  return async (signal) => {
    let taken = 0;
    const more = new Set<string>();
    for (let afterId = lowestId; !signal.aborted;) {
      const page = await listDueEndpoints(pool, { now: clock.now(), afterId, limit: endpointsPerPage });
      for (const due of page) {
        if (signal.aborted) return { taken, more };
        taken += await sendOf(due, more).catch((error: unknown) => {
          const ids = { organization_id: due.organizationId, endpoint_id: due.endpointId };
          log.error({ err: error, ...ids }, 'due webhooks of an endpoint were not sent');
          return 0;
        });
      }
      const last = page.at(-1);
      if (!last || page.length < endpointsPerPage) break;
      afterId = last.endpointId;
    }
    return { taken, more };
  };
}

interface RestoredDeliveries {
  readonly ready: readonly Delivery[];
  /** Their events are gone: dropped after retention. */
  readonly lost: readonly ClaimedDelivery[];
}

/**
 * Builds bodies that are not stored. A delivery's body is content of mail and is deleted when it ends, and the gateway asks for replays
 * without writing one.
 */
async function restoreBodies(pool: Pool, claimed: readonly ClaimedDelivery[]): Promise<RestoredDeliveries> {
  const bodiless = claimed
    .filter(({ body }) => body === null)
    .map(({ endpoint: { id: endpointId, organizationId }, ...delivery }) => ({
      ...{ endpointId, organizationId },
      ...delivery,
    }));
  const bodies = await rebuildBodies(pool, bodiless);
  const ready: Delivery[] = [];
  const lost: ClaimedDelivery[] = [];
  for (const delivery of claimed) {
    const body = delivery.body ?? bodies.get(delivery.eventId);
    if (body === undefined) lost.push(delivery);
    else ready.push({ ...delivery, body, isReproducible: false });
  }
  return { ready, lost };
}
