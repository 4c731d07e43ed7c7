import { uuidV7Time, type Pool } from '@postrider/db';
import type { MessageOf } from '@postrider/messaging';
import { createBatcher, withTimeout, type Clock } from '@postrider/runtime';
import {
  factOfContactEvent,
  factOfEvent,
  factOfReply,
  readContactEvents,
  readReplies,
  type WebhookFact,
} from '@postrider/webhooks';
import type { EndpointCache } from '../endpoints/endpoint-directory';
import { isSubscribed, type Endpoint } from '../endpoints/endpoint';
import { leaseMs, type Deliver } from './deliver';
import { insertNewDeliveries } from './deliveries.repository';
import { leased, planDeliveries, type Delivery } from './delivery';
import type { DueBacklogs } from './due-backlogs';

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

/** Handles events from the broker. `partDone` is called for each event that can no longer be lost. */
export function createEventConsumer(
  fanOut: FanOut,
): (message: MessageOf<'webhook-dispatcher.events'>, partDone: (events: number) => void) => Promise<void> {
  return async ({ payload }, partDone) => {
    await Promise.all(
      payload.events.map(async (event) => {
        await fanOut(factOfEvent(event));
        partDone(1);
      }),
    );
  };
}

/** Handles replies; the broker's message names only their rows. */
export function createInboundConsumer(
  pool: Pool,
  fanOut: FanOut,
): (message: MessageOf<'webhook-dispatcher.inbound'>) => Promise<void> {
  return async ({ payload }) => {
    const replies = await readReplies(pool, payload.inbound_ids);
    await Promise.all(replies.map((reply) => fanOut(factOfReply(reply))));
  };
}

/** Handles events of contacts; the broker's message names only their rows. */
export function createContactConsumer(
  pool: Pool,
  fanOut: FanOut,
): (message: MessageOf<'webhook-dispatcher.contacts'>) => Promise<void> {
  return async ({ payload }) => {
    const events = await readContactEvents(pool, payload.event_ids);
    await Promise.all(events.map((event) => fanOut(factOfContactEvent(event))));
  };
}

/** Bounds how much of each organization is in work in this process. */
interface OrganizationShares {
  /**
   * Runs `now` within the organization's share, and resolves with it. Beyond the share it resolves at once: `later` runs when other work
   * of the organization has ended, or `onLeft` is called because too much waits. Neither is awaited.
   */
  run(organizationId: string, work: SharedWork): Promise<void>;
}

interface SharedWork {
  /** In deliveries. */
  readonly weight: number;
  readonly now: () => Promise<void>;
  readonly later: () => Promise<void>;
}

interface Share {
  held: number;
  waits: number;
  readonly waiting: SharedWork[];
}

/** With a hundred endpoints a fact costs as much as a hundred of others. */
const heldMax = 2_000;
/** A burst: it begins as soon as there is room, not when the sweep finds it. */
const waitsMax = 10_000;
/** Facts of all organizations that wait: 1 or 2 KB each. */
const waitingFactsMax = 20_000;

function createOrganizationShares(options: {
  /** Aborts when the service begins to stop: what waits is left then. */
  readonly stopping: AbortSignal;
  readonly onLeft: () => void;
}): OrganizationShares {
  const { stopping, onLeft } = options;
  const shares = new Map<string, Share>();
  let waitingFacts = 0;

  const hasRoom = ({ held }: Share, weight: number): boolean => held === 0 || held + weight <= heldMax;

  const hold = async (organizationId: string, weight: number, run: () => Promise<void>): Promise<void> => {
    const share = shares.get(organizationId) ?? { held: 0, waits: 0, waiting: [] };
    shares.set(organizationId, share);
    share.held += weight;
    try {
      await run();
    } finally {
      share.held -= weight;
      takeWaiting(organizationId, share);
    }
  };

  const takeWaiting = (organizationId: string, share: Share): void => {
    for (let next = share.waiting[0]; next && hasRoom(share, next.weight); next = share.waiting[0]) {
      share.waiting.shift();
      share.waits -= next.weight;
      waitingFacts -= 1;
      if (stopping.aborted) onLeft();
      else void hold(organizationId, next.weight, next.later).catch(onLeft);
    }
    if (share.held === 0 && share.waiting.length === 0) shares.delete(organizationId);
  };

  return {
    run: async (organizationId, work) => {
      const share = shares.get(organizationId);
      if (!share || (share.waiting.length === 0 && hasRoom(share, work.weight))) {
        return hold(organizationId, work.weight, work.now);
      }
      if (share.waits + work.weight > waitsMax || waitingFacts >= waitingFactsMax) return onLeft();
      share.waiting.push(work);
      share.waits += work.weight;
      waitingFacts += 1;
    },
  };
}
