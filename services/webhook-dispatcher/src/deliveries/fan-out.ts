import { uuidV7Time, type Pool } from '@postrider/db';
import { createBatcher, type Clock } from '@postrider/runtime';
import type { EndpointCache } from '../endpoints/endpoint-directory';
import { leaseMs, type Deliver } from './deliver';
import { insertNewDeliveries } from './deliveries.repository';
import { leased } from './delivery-record';
import { planDeliveries, type Delivery, type WebhookFact } from './delivery';

/** Delivers a fact from the broker to the endpoints that want it. `attempt`: how often the broker has delivered it, from 1. */
export type FanOut = (fact: WebhookFact, attempt: number) => Promise<void>;

/**
 * A fact this young is attempted before its delivery has a row, which saves a statement. The sweep looks at facts after 10 s, so
 * 5 s are left for the outcome's record even on a slow machine. An older fact may be the sweep's already, of any replica.
 */
const surelyNewMs = 5_000;
/**
 * Deliveries of one organization's facts that are held at a time. With a hundred endpoints a fact costs as much as a hundred of others, so
 * facts beyond the share are left to the sweep: it finds them by their rows, after the mail of everybody else.
 */
const organizationDeliveriesMax = 2_000;
/** Facts whose deliveries are claimed in one statement; each may have a hundred. */
const claimedFactsMax = 50;

export function createFanOut(options: {
  readonly pool: Pool;
  readonly endpoints: EndpointCache;
  readonly deliver: Deliver;
  readonly clock: Clock;
  readonly onLeft: () => void;
}): FanOut {
  const { pool, endpoints, deliver, clock } = options;
  const held = new Map<string, number>();
  const claims = createBatcher<readonly Delivery[], readonly Delivery[]>({
    name: 'claims of webhook deliveries',
    batchMax: claimedFactsMax,
    run: async (plans) => {
      const leaseUntil = new Date(clock.now().getTime() + leaseMs);
      const records = plans.flat().map((delivery) => leased(delivery, leaseUntil));
      const claimed = await insertNewDeliveries(pool, records);
      return plans.map((planned) => planned.filter(({ id }) => claimed.delete(id)));
    },
  });

  const deliverAll = async (
    fact: WebhookFact,
    planned: readonly Delivery[],
    attempt: number,
  ): Promise<void> => {
    const now = clock.now();
    const surelyNew = attempt === 1 && now.getTime() - uuidV7Time(fact.id).getTime() < surelyNewMs;
    if (surelyNew) await Promise.all(planned.map((delivery) => deliver.first(delivery)));
    else
      for (const delivery of await claims.submit(planned))
        void deliver.again(delivery).catch(() => undefined);
  };

  return async (fact, attempt) => {
    const { organizationId } = fact;
    const known = await endpoints.of(organizationId);
    const before = held.get(organizationId) ?? 0;
    // Judged before the fact is planned: what is left costs next to nothing, so the queue moves on.
    if (before > 0 && before + known.length > organizationDeliveriesMax) return options.onLeft();
    const planned = planDeliveries(fact, known, clock.now());
    if (planned.length === 0) return;
    held.set(organizationId, before + planned.length);
    try {
      await deliverAll(fact, planned, attempt);
    } finally {
      const left = (held.get(organizationId) ?? 0) - planned.length;
      if (left > 0) held.set(organizationId, left);
      else held.delete(organizationId);
    }
  };
}
