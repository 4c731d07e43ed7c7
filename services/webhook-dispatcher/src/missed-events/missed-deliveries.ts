import { webhookDeliveryId } from '@postrider/contracts/webhooks';
import { uuidV7Time, type PoolClient } from '@postrider/db';
import type { Clock } from '@postrider/runtime';
import type { WebhookKey } from '@postrider/webhooks';
import { findDeliveries, insertNewDeliveries } from '../deliveries/deliveries.repository';
import { planDeliveries, deferred } from '../deliveries/delivery';
import { isSubscribed, type Endpoint } from '../endpoints/endpoint';
import type { EndpointCache } from '../endpoints/endpoint-directory';
import type { SweepSource } from './sweep-sources';

/** A delivery that an event or a reply should have become. */
export interface WantedDelivery {
  readonly id: string;
  readonly key: WebhookKey;
  readonly endpoint: Endpoint;
}

export interface MissedDeliveries {
  /** The deliveries that a row should have become. */
  wantedOf(this: void, key: WebhookKey): Promise<WantedDelivery[]>;
  /** Those of them that have no row. */
  missedOf(client: PoolClient, wanted: readonly WantedDelivery[]): Promise<WantedDelivery[]>;
  /** Stores them as pending and due. @returns how many had no row */
  insert(client: PoolClient, source: SweepSource, missed: readonly WantedDelivery[]): Promise<number>;
}

export function createMissedDeliveries(options: {
  readonly endpoints: EndpointCache;
  readonly clock: Clock;
}): MissedDeliveries {
  const { endpoints, clock } = options;
  return {
    wantedOf: async (key) => {
      const event = { type: key.type, recordedAt: uuidV7Time(key.id) };
      return (await endpoints.of(key.organizationId))
        .filter((endpoint) => isSubscribed(endpoint, event))
        .map((endpoint) => ({ id: webhookDeliveryId(key.id, endpoint.id), key, endpoint }));
    },
    missedOf: async (client, wanted) => {
      const existing = await findDeliveries(
        client,
        wanted.map(({ id }) => id),
      );
      return wanted.filter(({ id }) => !existing.has(id));
    },
    insert: async (client, source, missed) => {
      if (missed.length === 0) return 0;
      const endpointsOf = new Map<string, Endpoint[]>();
      for (const { key, endpoint } of missed) {
        const of = endpointsOf.get(key.id);
        if (of) of.push(endpoint);
        else endpointsOf.set(key.id, [endpoint]);
      }
      const keys = new Map(missed.map(({ key }) => [key.id, key]));
      const facts = await source.readFacts(client, [...keys.values()]);
      const now = clock.now();
      const records = facts
        .flatMap((fact) => planDeliveries(fact, endpointsOf.get(fact.id) ?? [], now))
        .map((delivery) => deferred(delivery, now));
      return records.length > 0 ? (await insertNewDeliveries(client, records)).size : 0;
    },
  };
}
