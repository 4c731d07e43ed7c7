import { uuidV7Time, type Pool } from '@postrider/db';
import { createBatcher, type Clock } from '@postrider/runtime';
import type { EndpointCache } from '../endpoints/endpoint-directory';
import { isSubscribed, type Endpoint } from '../endpoints/endpoint';
import { leaseMs, type Deliver } from './deliver';
import { insertNewDeliveries } from './deliveries.repository';
import { leased } from './delivery-record';
import { planDeliveries, type Delivery, type WebhookFact } from './delivery';
import type { DueBacklogs } from './due-backlogs';
import { createOrganizationShares } from './organization-shares';

/** Delivers a fact from the broker to the endpoints that want it. `attempt`: how often the broker has delivered it, from 1. */
export type FanOut = (fact: WebhookFact, attempt: number) => Promise<void>;

/**
 * A fact this young is attempted before its delivery has a row, which saves a statement. The sweep looks at facts after 10 s, so
 * 5 s are left for the outcome's record even on a slow machine. An older fact may be the sweep's already, of any replica.
 */
const surelyNewMs = 5_000;
/** Facts whose deliveries are claimed in one statement; each may have a hundred. */
const claimedFactsMax = 50;

/**
 * A fact beyond its organization's share waits in memory; too many of them, and deliveries for which the endpoint's backlog has no
 * room, are left to the sweep. The broker waits for none of them: the sweep finds them by their rows, after 10 s.
 */
export function createFanOut(options: {
  readonly pool: Pool;
  readonly endpoints: EndpointCache;
  readonly backlogs: DueBacklogs;
  readonly deliver: Deliver;
  readonly clock: Clock;
  readonly stopping: AbortSignal;
  readonly onLeft: () => void;
}): FanOut {
  const { pool, endpoints, backlogs, deliver, clock, stopping, onLeft } = options;
  const shares = createOrganizationShares({ stopping, onLeft });
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

  const wantedBy = async (fact: WebhookFact): Promise<Endpoint[]> => {
    const event = { type: fact.type, recordedAt: uuidV7Time(fact.id) };
    return (await endpoints.of(fact.organizationId)).filter((endpoint) => isSubscribed(endpoint, event));
  };

  const plan = async (fact: WebhookFact, wanted: readonly Endpoint[]): Promise<Delivery[]> => {
    const withRoom = await backlogs.withRoom(fact.organizationId, wanted);
    if (withRoom.length < wanted.length) onLeft();
    return planDeliveries(fact, withRoom, clock.now());
  };

  /** Attempts that were claimed run on; the returned promises end with them. */
  const claim = async (planned: readonly Delivery[]): Promise<Promise<void>[]> => {
    const claimed = planned.length > 0 ? await claims.submit(planned) : [];
    // Their leases end, and another process takes them.
    if (stopping.aborted) return [];
    return claimed.map((delivery) => deliver.again(delivery).catch(() => undefined));
  };

  return async (fact, attempt) => {
    // Weighed before it is planned: what waits or is left costs next to nothing, so the queue moves on.
    const wanted = await wantedBy(fact);
    if (wanted.length === 0) return;
    await shares.run(fact.organizationId, {
      weight: wanted.length,
      now: async () => {
        const planned = await plan(fact, wanted);
        const ageMs = clock.now().getTime() - uuidV7Time(fact.id).getTime();
        const surelyNew = attempt === 1 && ageMs < surelyNewMs;
        if (surelyNew) await Promise.all(planned.map((delivery) => deliver.first(delivery)));
        else void (await claim(planned));
      },
      later: async () => {
        await Promise.all(await claim(await plan(fact, await wantedBy(fact))));
      },
    });
  };
}
