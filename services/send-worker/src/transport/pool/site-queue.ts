import { createPriorityQueue, type Place } from '@postrider/runtime';
import type { Suspended, SuspensionCause } from '../budgets/suspended';
import type { Unreachable } from './connect-any';
import type { DeliverySession } from './delivery-session';
import type { Destination } from './destination';

/** What a delivery gets when it asks for a connection. */
export type Acquired = {
  /** Milliseconds in the site's queue, without connecting. Absent: it did not wait. */
  readonly waitedMs?: number;
} & Answer;

type Answer =
  | { readonly kind: 'session'; readonly session: DeliverySession; readonly releaseSession: () => void }
  | { readonly kind: 'unreachable'; readonly failure: Unreachable; readonly suspended: Suspended | undefined }
  | { readonly kind: 'suspended'; readonly suspended: Suspended }
  /** Too many wait already, or the wait would be long. */
  | ({ readonly kind: 'busy' } & UsedUp)
  | { readonly kind: 'closing' };

/** Why no more of a site may be used for now. */
export interface UsedUp extends SuspensionCause {
  /** When to come back at the earliest; 0: unknown. */
  readonly retryInMs: number;
}

export interface Waiter {
  readonly destination: Destination;
  /** Connections tried for it. */
  attempts: number;
  queuedAtMs: number;
  waitedMs: number;
  readonly resolve: (answer: Answer) => void;
}

/** Whose turn it is. */
export interface Taken {
  readonly waiter: Waiter;
  readonly place: Place;
}

/** Deliveries that wait for a site. Measures how long they wait. */
export interface SiteQueue {
  readonly size: number;
  sizeOf(owner: string): number;
  add(
    waiter: Pick<Waiter, 'destination'> & { readonly resolve: (acquired: Acquired) => void },
    place: Place,
  ): void;
  /** Puts back a waiter that was taken in vain, in front of all others of its priority. */
  addFirst(waiter: Waiter, place: Place): void;
  /** @param may whose turn it can be; default: everybody's */
  take(may?: (place: Place) => boolean): Taken | undefined;
  takeAll(): readonly Waiter[];
  /**
   * Counts one more that a limit keeps out of the queue.
   *
   * @returns when its turn would be, by how many were turned away in the last minute: they come back neither all at the
   * same moment nor in vain
   */
  turnAway(perSecond: number, leastMs: number): number;
}

export function createSiteQueue(priorities: number): SiteQueue {
  const queue = createPriorityQueue<Waiter>(priorities);
  const taken = (waiter: Waiter): Waiter => {
    waiter.waitedMs += performance.now() - waiter.queuedAtMs;
    return waiter;
  };
  return {
    get size() {
      return queue.size;
    },
    sizeOf: (owner) => queue.sizeOf(owner),
    add: ({ destination, resolve }, place) => {
      const waiter: Waiter = {
        ...{ destination, attempts: 0, queuedAtMs: performance.now(), waitedMs: 0 },
        resolve: (answer) => resolve({ ...answer, waitedMs: waiter.waitedMs }),
      };
      queue.add(waiter, place);
    },
    addFirst: (waiter, place) => {
      waiter.queuedAtMs = performance.now();
      queue.addFirst(waiter, place);
    },
    take: (may) => {
      const next = queue.take(may);
      if (next) taken(next.waiter);
      return next;
    },
    takeAll: () => [...queue.takeAll()].map(taken),
    turnAway: createTurnAway(),
  };
}

const turnedAwayWindowMs = 60_000;
const retryMaxMs = 600_000;

function createTurnAway(): SiteQueue['turnAway'] {
  let window = { sinceMs: -Infinity, count: 0 };
  return (perSecond, leastMs) => {
    const nowMs = performance.now();
    if (nowMs - window.sinceMs > turnedAwayWindowMs) window = { sinceMs: nowMs, count: 0 };
    window.count += 1;
    const turnMs = Number.isFinite(perSecond) ? (window.count * 1_000) / perSecond : 0;
    return Math.max(leastMs, Math.min(retryMaxMs, turnMs));
  };
}
