import assert from 'node:assert';
import {
  isPublishedSql,
  sweepEvents,
  uuidV7Time,
  type SweepPass,
  type SweepStretch,
  type SweptEvents,
  type Pool,
  type Queryable,
} from '@postrider/db';
import type { Clock, Logger } from '@postrider/runtime';
import { findDeliveries, recordDeliveries } from '../deliveries/deliveries.repository';
import { deliveryId, planDeliveries } from '../deliveries/delivery';
import { deferred, type DeliveryRecord } from '../deliveries/delivery-record';
import { readEvents, type EventKey } from '../deliveries/recorded-events.repository';
import { isSubscribed } from '../endpoints/endpoint';
import type { EndpointCache } from '../endpoints/endpoint-directory';

const eventsPerPage = 1_000;

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
      limit: eventsPerPage,
      look: async (client, stretch) => {
        const page = await readEventPage(client, stretch);
        const wanted = await Promise.all(page.keys.map(isWanted));
        const existing = await findDeliveries(client, wanted.flat());
        const isMissed = (id: string): boolean => !existing.has(id);
        const missed = page.keys.filter((_key, index) => wanted[index]?.some(isMissed));
        for (const event of missed.length > 0 ? await readEvents(client, missed) : []) {
          const planned = planDeliveries(event, await endpoints.of(event.organization_id), clock.now());
          found.push(
            ...planned.filter(({ id }) => isMissed(id)).map((delivery) => deferred(delivery, clock.now())),
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

/** What a sweep has looked at, and what of it some endpoint may want. */
interface EventPage extends SweptEvents {
  readonly keys: readonly EventKey[];
}

/**
 * Looks at no more than `limit` rows, wanted or not: in an installation where few have endpoints, looking for the next
 * wanted one could read the whole table.
 */
async function readEventPage(db: Queryable, { after, before, limit }: SweepStretch): Promise<EventPage> {
  const { rows } = await db.query<EventPageRow>({
    name: 'missed-events.read-page',
    text: `WITH page AS MATERIALIZED (
             SELECT id, message_id, organization_id, type FROM email_events
              WHERE id > $1 AND id < $2 ORDER BY id LIMIT $3
           ), wanted AS (
             SELECT * FROM page
              WHERE ${isPublishedSql}
                AND organization_id IN (SELECT organization_id FROM webhook_endpoints WHERE status = 'enabled')
           )
           SELECT (SELECT count(*) FROM page) AS size,
                  (SELECT id FROM page ORDER BY id DESC LIMIT 1) AS last_id,
                  coalesce((SELECT json_agg(json_build_object('id', id, 'messageId', message_id,
                    'organizationId', organization_id, 'type', 'email.' || type)) FROM wanted), '[]') AS keys`,
    values: [after, before, limit],
  });
  const [page] = rows;
  assert(page !== undefined, 'a page is one row');
  return { keys: page.keys, size: page.size, lastId: page.last_id };
}

interface EventPageRow {
  readonly size: number;
  readonly last_id: string | null;
  readonly keys: EventKey[];
}
