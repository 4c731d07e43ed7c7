import type { Pool } from '@postrider/db';
import { createBatcher, OverloadedError, type Batcher, type Clock } from '@postrider/runtime';
import { keyName, postEvents, type EventToPost, type PostResult } from './post-events';

/** @throws OverloadedError when too many of the organization's wait, and what the database does */
export type PostEvent = (event: EventToPost) => Promise<PostResult>;

/** Of one transaction: it holds the locks of its contacts for some ten milliseconds. */
const batchMax = 300;
/** Of one organization, in hand or next; the others of the next transaction are left to others. */
const placesOfOneMax = 100;
/** More than a second's worth: a client that posts faster for that long gets a 429. */
const waitingOfOneMax = 2_000;

/**
 * Events of all callers share transactions, and organizations take turns: beyond its places in the transactions at hand, a
 * flood waits among itself. Calls with the same idempotency key go one at a time.
 */
export function createEventIntake(options: { readonly pool: Pool; readonly clock: Clock }): PostEvent {
  const batcher: Batcher<EventToPost, PostResult> = createBatcher({
    name: 'automation events',
    batchMax,
    inFlightMax: 2,
    waitingMax: 20_000,
    run: (items) => postEvents(options, items),
  });
  const turns = createTurns();
  const underWay = new Map<string, Promise<PostResult>>();

  const submit = (item: EventToPost): Promise<PostResult> =>
    turns(item.organizationId, () => batcher.submit(item));

  return async (item) => {
    if (item.idempotencyKey === null) return submit(item);
    const name = keyName(item);
    for (let first = underWay.get(name); first !== undefined; first = underWay.get(name)) {
      const result = await first.catch(() => undefined);
      if (result?.kind === 'posted') return { ...result, isReplay: true };
    }
    const posting = submit(item).finally(() => underWay.delete(name));
    underWay.set(name, posting);
    return posting;
  };
}

interface Share {
  places: number;
  readonly waiting: (() => void)[];
}

/** Runs at most so many calls of one organization at once; the others wait in order. */
function createTurns() {
  const shares = new Map<string, Share>();
  return async <T>(organizationId: string, run: () => Promise<T>): Promise<T> => {
    const share = shares.get(organizationId) ?? { places: placesOfOneMax, waiting: [] };
    shares.set(organizationId, share);
    if (share.places > 0) share.places -= 1;
    else {
      if (share.waiting.length >= waitingOfOneMax)
        throw new OverloadedError('automation events: the queue is full');
      await new Promise<void>((resolve) => share.waiting.push(resolve));
    }
    try {
      return await run();
    } finally {
      // A place is handed to the next waiter; it is free only without waiters.
      const next = share.waiting.shift();
      if (next !== undefined) next();
      else share.places += 1;
      if (share.places === placesOfOneMax) shares.delete(organizationId);
    }
  };
}
