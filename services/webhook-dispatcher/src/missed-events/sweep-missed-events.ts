import assert from 'node:assert';
import { sweepEvents, uuidV7Time, type Pool, type SweepPass } from '@postrider/db';
import type { Clock, Logger } from '@postrider/runtime';
import { findDeliveries, insertNewDeliveries } from '../deliveries/deliveries.repository';
import { deliveryId, planDeliveries } from '../deliveries/delivery';
import { deferred, type DeliveryRecord } from '../deliveries/delivery-record';
import type { WebhookKey } from '../deliveries/recorded-events.repository';
import { isSubscribed } from '../endpoints/endpoint';
import type { EndpointCache } from '../endpoints/endpoint-directory';
import type { SweepSource } from './sweep-sources';

const rowsPerPage = 1_000;
/** Deliveries that a page looks for and may insert: some tenths of a second. An event with a hundred endpoints weighs a hundred. */
const deliveriesPerPage = 2_000;

/**
 * Finds events and replies that should have become deliveries and did not: the broker lost them, or an endpoint was so new
 * that the consumer did not know it. Stores the deliveries as pending; the next look at what is due sends them.
 * No network here: a page is one transaction.
 * @returns whether the page was full: there is more
 */
export function createMissedEventsSweep(options: {
  readonly pool: Pool;
  readonly endpoints: EndpointCache;
  /** Deliveries whose first attempt runs in this process and is not recorded yet. */
  readonly isUnderWay: (deliveryId: string) => boolean;
  readonly clock: Clock;
  readonly log: Logger;
  readonly onFound: (deliveries: number) => void;
}): (source: SweepSource) => Promise<boolean> {
  const { pool, endpoints, isUnderWay, clock, log, onFound } = options;

  const wantedDeliveries = async (key: WebhookKey): Promise<string[]> => {
    const event = { type: key.type, recordedAt: uuidV7Time(key.id) };
    return (await endpoints.of(key.organizationId))
      .filter((endpoint) => isSubscribed(endpoint, event))
      .map((endpoint) => deliveryId(key.id, endpoint.id));
  };

  const sweep = async (source: SweepSource, pass: SweepPass): Promise<boolean> => {
    let found = 0;
    const full = await sweepEvents(pool, pass, {
      now: clock.now(),
      limit: rowsPerPage,
      look: async (client, stretch) => {
        const page = await source.readPage(client, stretch);
        const wanted = await Promise.all(page.keys.map(wantedDeliveries));
        const end = endOfPage(wanted);
        const existing = await findDeliveries(client, wanted.slice(0, end).flat());
        const isMissed = (id: string): boolean => !existing.has(id) && !isUnderWay(id);
        const missed = page.keys.slice(0, end).filter((_key, index) => wanted[index]?.some(isMissed));
        const records: DeliveryRecord[] = [];
        for (const fact of missed.length > 0 ? await source.readFacts(client, missed) : []) {
          const planned = planDeliveries(fact, await endpoints.of(fact.organizationId), clock.now());
          records.push(
            ...planned.filter(({ id }) => isMissed(id)).map((delivery) => deferred(delivery, clock.now())),
          );
        }
        if (records.length > 0) found = (await insertNewDeliveries(client, records)).size;
        const next = page.keys[end];
        if (next === undefined) return page;
        const last = page.keys[end - 1];
        assert(last !== undefined, 'a page has a key at least');
        return { size: rowsPerPage, lastId: last.id };
      },
    });
    if (found > 0) {
      log.warn({ sweep: pass.cursor, deliveries: found }, 'found what the broker did not bring');
      onFound(found);
    }
    return full;
  };

  return async (source) => {
    const full = await Promise.all(source.passes.map((pass) => sweep(source, pass)));
    return full.includes(true);
  };
}

/** How many of the events, from the first on, make a page by the number of their deliveries: at least one. */
function endOfPage(wanted: readonly (readonly string[])[]): number {
  let weight = 0;
  const end = wanted.findIndex((ids, index) => {
    weight += ids.length;
    return index > 0 && weight > deliveriesPerPage;
  });
  return end < 0 ? wanted.length : end;
}
