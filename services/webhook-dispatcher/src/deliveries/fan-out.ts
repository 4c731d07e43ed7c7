import { uuidV7Time, type Pool } from '@postrider/db';
import type { MessageOf } from '@postrider/messaging';
import { createBatcher, type Clock } from '@postrider/runtime';
import type { EndpointCache } from '../endpoints/endpoint-directory';
import { isSubscribed, type Endpoint } from '../endpoints/endpoint';
import { leaseMs, type Deliver } from './deliver';
import { insertNewDeliveries } from './deliveries.repository';
import {
  factOfContactEvent,
  factOfEvent,
  factOfReply,
  leased,
  planDeliveries,
  type Delivery,
  type WebhookFact,
} from './delivery';
import type { DueBacklogs } from './due-backlogs';
import { readContactEvents } from './recorded-contact-events.repository';
import { readReplies } from './recorded-replies.repository';

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

/** Handles events from the broker. `partDone` is called for each event that can no longer be lost. */
export function createEventConsumer(
  fanOut: FanOut,
): (message: MessageOf<'webhook-dispatcher.events'>, partDone: (events: number) => void) => Promise<void> {
  return async ({ payload, attempt }, partDone) => {
    await Promise.all(
      payload.events.map(async (event) => {
        await fanOut(factOfEvent(event), attempt);
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
  return async ({ payload, attempt }) => {
    const replies = await readReplies(pool, payload.inbound_ids);
    await Promise.all(replies.map((reply) => fanOut(factOfReply(reply), attempt)));
  };
}

/** Handles events of contacts; the broker's message names only their rows. */
export function createContactConsumer(
  pool: Pool,
  fanOut: FanOut,
): (message: MessageOf<'webhook-dispatcher.contacts'>) => Promise<void> {
  return async ({ payload, attempt }) => {
    const events = await readContactEvents(pool, payload.event_ids);
    await Promise.all(events.map((event) => fanOut(factOfContactEvent(event), attempt)));
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
