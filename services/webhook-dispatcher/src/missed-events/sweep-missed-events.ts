import { type Pool, sweepEvents, type SweepPass, uuidV7Time } from '@postrider/db';
import type { Clock, Logger } from '@postrider/runtime';
import { findDeliveries, recordDeliveries } from '../deliveries/deliveries.repository';
import { deliveryId } from '../deliveries/delivery-id';
import { parked, type DeliveryRecord } from '../deliveries/delivery-record';
import { planDeliveries } from '../deliveries/plan-deliveries';
import type { EndpointCache } from '../endpoints/endpoint-cache';
import { isSubscribed } from '../endpoints/endpoint';
import { readEvents, type EventKey } from '../events/recorded-events.repository';
import { readEventPage } from './missed-events.repository';

const EVENTS_PER_PAGE = 1_000;

/**
 * Finds events that should have become deliveries and did not: the broker lost them, or an endpoint was so new
 * that the consumer did not know it. Stores the deliveries as pending; the next look at what is due sends them.
 * No network here: a page is one transaction.
 * @returns whether the page was full: there is more
 */
export function createMissedEventsSweep(options: {
  readonly pool: Pool;
  readonly endpoints: EndpointCache;
  readonly clock: Clock;
  readonly log: Logger;
  readonly onFound: (deliveries: number) => void;
}): (pass: SweepPass) => Promise<boolean> {
  const { pool, endpoints, clock, log, onFound } = options;

  const isWanted = async (key: EventKey): Promise<string[]> => {
    const event = { type: key.type, recordedAt: uuidV7Time(key.id) };
    return (await endpoints.of(key.organizationId))
      .filter((endpoint) => isSubscribed(endpoint, event))
      .map((endpoint) => deliveryId(key.id, endpoint.id));
  };

  return async (pass) => {
    const found: DeliveryRecord[] = [];
    const full = await sweepEvents(pool, pass, {
      now: clock.now(),
      limit: EVENTS_PER_PAGE,
      look: async (client, stretch) => {
        const page = await readEventPage(client, stretch);
        const wanted = await Promise.all(page.keys.map(isWanted));
        const existing = await findDeliveries(client, wanted.flat());
        const isMissed = (id: string): boolean => !existing.has(id);
        const missed = page.keys.filter((_key, index) => wanted[index]?.some(isMissed));
        for (const event of missed.length > 0 ? await readEvents(client, missed) : []) {
          const planned = planDeliveries(event, await endpoints.of(event.organization_id), clock.now());
          found.push(
            ...planned.filter(({ id }) => isMissed(id)).map((delivery) => parked(delivery, clock.now())),
          );
        }
        if (found.length > 0) await recordDeliveries(client, found);
        return page;
      },
    });
    if (found.length > 0) {
      log.warn(
        { sweep: pass.cursor, deliveries: found.length },
        'found events that the broker did not bring',
      );
      onFound(found.length);
    }
    return full;
  };
}
