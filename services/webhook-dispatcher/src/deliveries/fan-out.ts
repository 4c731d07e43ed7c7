import { uuidV7Time, type Pool } from '@postrider/db';
import { createBatcher, type Clock } from '@postrider/runtime';
import type { EndpointCache } from '../endpoints/endpoint-directory';
import type { Deliver } from './deliver';
import { findDeliveries } from './deliveries.repository';
import { planDeliveries, type WebhookFact } from './delivery';

/** Brings a fact that the broker told of to the endpoints that want it. `attempt`: how often the broker has brought it, from 1. */
export type FanOut = (fact: WebhookFact, attempt: number) => Promise<void>;

/**
 * A fact this young has been handled by nobody else: the sweep starts at 10 s. Older ones may have been, while
 * they waited in the queue.
 */
const surelyNewMs = 8_000;

export function createFanOut(options: {
  readonly pool: Pool;
  readonly endpoints: EndpointCache;
  readonly deliver: Deliver;
  readonly clock: Clock;
}): FanOut {
  const { pool, endpoints, deliver, clock } = options;
  const knownDeliveries = createBatcher<string, boolean>({
    name: 'known webhook deliveries',
    run: async (ids) => {
      const found = await findDeliveries(pool, ids);
      return ids.map((id) => found.has(id));
    },
  });

  return async (fact, attempt) => {
    const now = clock.now();
    const planned = planDeliveries(fact, await endpoints.of(fact.organizationId), now);
    const surelyNew = attempt === 1 && now.getTime() - uuidV7Time(fact.id).getTime() < surelyNewMs;
    await Promise.all(
      planned.map(async (delivery) => {
        if (!surelyNew && (await knownDeliveries.submit(delivery.id))) return;
        await deliver.first(delivery);
      }),
    );
  };
}
