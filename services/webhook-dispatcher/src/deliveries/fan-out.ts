import { uuidV7Time, type Pool } from '@postrider/db';
import { createBatcher, type Clock } from '@postrider/runtime';
import type { EndpointCache } from '../endpoints/endpoint-directory';
import type { Deliver } from './deliver';
import { findDeliveries } from './deliveries.repository';
import { planDeliveries, type WebhookFact } from './delivery';

/** Delivers a fact from the broker to the endpoints that want it. `attempt`: how often the broker has delivered it, from 1. */
export type FanOut = (fact: WebhookFact, attempt: number) => Promise<void>;

/**
 * Nobody else can have handled a fact this young: the sweep starts at 10 s. It may have handled an older one while that
 * waited in the queue.
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
