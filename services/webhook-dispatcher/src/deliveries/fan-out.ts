import { uuidV7Time, type Pool } from '@postrider/db';
import { createBatcher, withTimeout, type Clock } from '@postrider/runtime';
import type { WebhookFact } from '@postrider/webhooks';
import type { EndpointCache } from '../endpoints/endpoint-directory';
import { isSubscribed, type Endpoint } from '../endpoints/endpoint';
import { leaseMs, type Deliver } from './deliver';
import { insertNewDeliveries } from './deliveries.repository';
import { leased, planDeliveries, type Delivery } from './delivery';
import type { DueBacklogs } from './due-backlogs';
import { createOrganizationShares } from './organization-shares';

/**
 * Delivers a fact from the broker to the endpoints that want it. Resolves when its deliveries can no longer be lost, and most of them
 * are recorded.
 */
export type FanOut = (fact: WebhookFact) => Promise<void>;

/**
 * How long a fact counts as in work while its endpoints have not answered; most answer sooner. Without this limit, facts for slow
 * endpoints would fill `eventsAtOnce`, and all other facts would wait behind them.
 */
const holdMaxMs = 250;
/** Facts whose deliveries are claimed in one statement; each may have a hundred. */
const claimedFactsMax = 50;

/**
 * Each delivery gets its row, leased to this process, before it is attempted. The process that inserts the
 * row makes the first attempt, so a copy from the broker, the sweep and other replicas leave the delivery alone, however slow this process is.
 *
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
  const { pool, endpoints, backlogs, deliver, clock, onLeft } = options;
  const shares = createOrganizationShares(options);
  const claims = createBatcher<readonly Delivery[], ClaimedPlan>({
    name: 'claims of webhook deliveries',
    batchMax: claimedFactsMax,
    run: async (plans) => {
      const leaseUntil = new Date(clock.now().getTime() + leaseMs);
      const records = plans.flat().map((delivery) => leased(delivery, leaseUntil));
      const claimed = await insertNewDeliveries(pool, records);
      return plans.map((planned) => ({
        deliveries: planned.filter(({ id }) => claimed.delete(id)),
        leaseUntil,
      }));
    },
  });

  const wantedBy = async (fact: WebhookFact): Promise<Endpoint[]> => {
    const event = { type: fact.type, recordedAt: uuidV7Time(fact.id) };
    return (await endpoints.of(fact.organizationId)).filter((endpoint) => isSubscribed(endpoint, event));
  };

  const deliverTo = async (fact: WebhookFact, wanted: readonly Endpoint[]): Promise<void> => {
    const withRoom = await backlogs.withRoom(fact.organizationId, wanted);
    if (withRoom.length < wanted.length) onLeft();
    const planned = planDeliveries(fact, withRoom, clock.now());
    if (planned.length === 0) return;
    const { deliveries, leaseUntil } = await claims.submit(planned);
    const attempts = deliveries.map((delivery) =>
      // An outcome that is not recorded has been logged; the delivery is attempted again when its lease ends.
      deliver.attempt(delivery, leaseUntil).catch(() => undefined),
    );
    await withTimeout(holdMaxMs, Promise.all(attempts), { orElse: undefined });
  };

  return async (fact) => {
    // Weighed before it is planned: what waits or is left costs next to nothing, so the queue moves on.
    const wanted = await wantedBy(fact);
    if (wanted.length === 0) return;
    await shares.run(fact.organizationId, {
      weight: wanted.length,
      now: () => deliverTo(fact, wanted),
      later: async () => deliverTo(fact, await wantedBy(fact)),
    });
  };
}

/** The deliveries of a fact that this process inserted: others have a row already. */
interface ClaimedPlan {
  readonly deliveries: readonly Delivery[];
  readonly leaseUntil: Date;
}
