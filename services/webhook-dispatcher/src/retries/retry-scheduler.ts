import type { Clock } from '@postrider/runtime';
import type { DeliveryRecord } from '../deliveries/delivery-record';

/**
 * Decides when to look at due deliveries before the next regular look: at the second in which a retry is due, and
 * when an endpoint with a backlog has room again. Only for punctuality: the rows in Postgres are the truth, and the
 * regular look finds them all.
 */
export interface RetryScheduler {
  /** A delivery was stored as pending. */
  pending(record: DeliveryRecord): void;
  /** More is due for the endpoint than was taken. */
  more(endpointId: string): void;
  /** The endpoint's throttle has nothing waiting. */
  room(endpointId: string): void;
}

const SECOND_MS = 1_000;
/** Seconds remembered; the next ones are planned again, which does no harm. */
const SECONDS_MAX = 10_000;

export function createRetryScheduler(options: {
  readonly clock: Clock;
  /** Looks now. */
  readonly wake: () => void;
  /** Has some replica look at that time. */
  readonly planWakeUp: (at: Date) => void;
}): RetryScheduler {
  const { clock, wake, planWakeUp } = options;
  const backlogs = new Set<string>();
  const planned = new Set<number>();

  // One wake-up for all retries of a second: a flood of failures is not a flood of jobs.
  const planAt = (at: Date): void => {
    const second = Math.ceil(at.getTime() / SECOND_MS);
    if (planned.has(second)) return;
    if (planned.size >= SECONDS_MAX) planned.clear();
    planned.add(second);
    planWakeUp(new Date(second * SECOND_MS));
  };

  return {
    pending: ({ delivery, nextAttemptAt }) => {
      if (nextAttemptAt === null) return;
      if (nextAttemptAt <= clock.now()) backlogs.add(delivery.endpoint.id);
      else planAt(nextAttemptAt);
    },
    more: (endpointId) => {
      backlogs.add(endpointId);
    },
    room: (endpointId) => {
      if (backlogs.delete(endpointId)) wake();
    },
  };
}
