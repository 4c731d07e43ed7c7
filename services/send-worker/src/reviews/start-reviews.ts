import type { Pool } from '@postrider/db';
import { startRecurringTask, type Logger, type Metrics } from '@postrider/runtime';
import type { BumpCacheVersion } from '@postrider/admission';
import {
  claimReviews,
  type ClaimedReview,
  type ScreeningOutcome,
  type ScreenReview,
} from '@postrider/reviews';

interface ReviewsOptions {
  readonly pool: Pool;
  readonly bumpCacheVersion: BumpCacheVersion;
  readonly screenReview: ScreenReview;
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
const intervalMs = 1_000;
/** Messages in memory, 4 MB each at most. */
const concurrentMax = 8;
const beforeAll = '00000000-0000-0000-0000-000000000000';

/**
 * Screens held messages, whatever enqueued them: their rows are the only queue. Organizations take turns with one
 * message each, so the first message of one waits for one of each other organization at most.
 */
export function startReviews(options: ReviewsOptions): Reviews {
  const { pool, log } = options;
  const report = createReport(options);
  const inHand = new Map<string, Promise<void>>();
  let after = beforeAll;

  const screenOne = async (review: ClaimedReview): Promise<void> => {
    try {
      await report(review, await options.screenReview(review));
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
    intervalMs,
    log,
    run: async () => {
      const limit = concurrentMax - inHand.size;
      if (limit === 0) return;
      const began = after;
      const claimed = await claimReviews(pool, { after, except: [...inHand.keys()], limit });
      const ids = claimed.map(({ organizationId }) => organizationId).sort();
      after = claimed.length === limit ? (ids.at(-1) ?? beforeAll) : beforeAll;
      for (const review of claimed) inHand.set(review.organizationId, screenOne(review));
      return claimed.length > 0 || began !== beforeAll ? 'again' : undefined;
    },
  });
  return {
    stopTaking: () => task.close(),
    empty: async () => void (await Promise.all(inHand.values())),
  };
}

/** Counts and logs the outcome; gateways read the organization again when it has changed. */
function createReport(
  options: ReviewsOptions,
): (review: ClaimedReview, outcome: ScreeningOutcome) => Promise<void> {
  const { log, metrics, bumpCacheVersion } = options;
  const screened = metrics.counter('send_reviews_screened', 'Held messages screened, by outcome.', {
    outcome: ['passed', 'flagged', 'not_screened'],
  });
  return async ({ messageId, organizationId }, { kind, changesOrganization }) => {
    if (kind === 'decided' || kind === 'later') return;
    screened.add(1, { outcome: kind });
    if (kind !== 'passed') {
      const ids = { message_id: messageId, organization_id: organizationId };
      log.warn({ ...ids, outcome: kind }, 'a message was flagged: an operator must decide');
    }
    if (changesOrganization) await bumpCacheVersion(organizationId);
  };
}
