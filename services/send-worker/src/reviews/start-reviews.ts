import type { Pool } from '@postrider/db';
import type { Broker } from '@postrider/messaging';
import { startRecurringTask, type Clock, type Counter, type Logger, type Metrics } from '@postrider/runtime';
import type { BumpCacheVersion } from '@postrider/admission';
import type { DelayedJobs } from '../schedule/delayed-jobs';
import { requeueMessages } from '../schedule/requeue-messages';
import { claimPending, type ClaimedReview, type FreedMessage } from './pending-reviews.repository';
import type { ReviewOutcome, ScreenReview } from './screen-review';

interface Parts {
  readonly pool: Pool;
  readonly broker: Broker;
  readonly delayedJobs: DelayedJobs;
  readonly bumpCacheVersion: BumpCacheVersion;
  readonly screenReview: ScreenReview;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
}

export interface Reviews {
  /** Takes up nothing more. What is being screened ends by itself, or with the threads. */
  stopTaking(): Promise<void>;
  /** Resolves when nothing is in hand. */
  empty(): Promise<void>;
}

/** What a new customer waits for the first mail; a look costs one probe of an index that is nearly always empty. */
const INTERVAL_MS = 1_000;
/** Messages in memory, 4 MB each at most. */
const AT_ONCE = 8;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/**
 * Screens held messages, whatever enqueued them: their rows are the only queue. Organizations take turns with one
 * message each, so the first message of one waits for one of each other organization at most.
 */
export function startReviews(parts: Parts): Reviews {
  const { pool, log } = parts;
  const tell = createTell(parts);
  const inHand = new Map<string, Promise<void>>();
  let after = BEFORE_ALL;

  const serve = async (review: ClaimedReview): Promise<void> => {
    try {
      await tell(review, await parts.screenReview(review));
    } catch (error) {
      // Its lease ends by itself.
      log.error({ err: error, message_id: review.messageId }, 'a review could not be recorded');
    } finally {
      inHand.delete(review.organizationId);
      task.wake();
    }
  };

  const task = startRecurringTask({
    name: 'reviews',
    intervalMs: INTERVAL_MS,
    log,
    run: async () => {
      const limit = AT_ONCE - inHand.size;
      if (limit === 0) return;
      const began = after;
      const claimed = await claimPending(pool, { after, except: [...inHand.keys()], limit });
      const ids = claimed.map(({ organizationId }) => organizationId).sort();
      after = claimed.length === limit ? (ids.at(-1) ?? BEFORE_ALL) : BEFORE_ALL;
      for (const review of claimed) inHand.set(review.organizationId, serve(review));
      return claimed.length > 0 || began !== BEFORE_ALL ? 'again' : undefined;
    },
  });
  return {
    stopTaking: () => task.close(),
    empty: async () => void (await Promise.all(inHand.values())),
  };
}

/** Tells everybody whom the outcome concerns. */
function createTell(parts: Parts): (review: ClaimedReview, outcome: ReviewOutcome) => Promise<void> {
  const { log, metrics, bumpCacheVersion } = parts;
  const screened: Counter = metrics.counter(
    'send_reviews_screened',
    'Held messages that were screened, by outcome.',
  );
  return async ({ messageId, organizationId }, { kind, freed, changesOrganization }) => {
    if (kind === 'decided' || kind === 'later') return;
    screened.add(1, { outcome: kind });
    if (kind !== 'passed') {
      const ids = { message_id: messageId, organization_id: organizationId };
      log.warn({ ...ids, outcome: kind }, 'a message was flagged: an operator has to decide');
    }
    if (changesOrganization) await bumpCacheVersion(organizationId);
    if (freed) await requeue(parts, freed);
  };
}

/** The sweep would find it too, seconds later. */
async function requeue({ broker, delayedJobs, clock }: Parts, freed: FreedMessage): Promise<void> {
  const { dueAt, ...message } = freed;
  if (dueAt <= clock.now()) await requeueMessages(broker, [{ id: freed.id, lane: freed.lane, round: 0 }]);
  else delayedJobs.plan({ ...message, round: 0 }, dueAt);
}
