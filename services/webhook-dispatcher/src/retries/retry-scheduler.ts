import { createPrivateQueue, privateJob } from '@postrider/messaging';
import type { Clock, Logger, Metrics } from '@postrider/runtime';
import { z } from 'zod';
import type { DeliveryRecord } from '../deliveries/delivery';

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
  /** The endpoint has nothing waiting any more. */
  room(endpointId: string): void;
  close(): Promise<void>;
}

const secondMs = 1_000;
/** Seconds remembered; the next ones are planned again, which does no harm. */
const secondsMax = 10_000;

export function createRetryScheduler(options: {
  readonly redisUrl: string;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Looks at what is due, now. */
  readonly look: () => void;
}): RetryScheduler {
  const { redisUrl, clock, log, metrics, look } = options;
  const backlogs = new Set<string>();
  const planned = new Set<number>();
  // One of the replicas looks at that time.
  const queue = createPrivateQueue({
    redisUrl,
    name: 'webhook-dispatcher.delayed-jobs',
    log,
    metrics,
    concurrency: 1,
    jobs: {
      'send-due': privateJob({
        schema: z.object({}),
        attemptsMax: 1,
        handle: () => Promise.resolve(look()),
      }),
    },
  });

  // One job for all retries of a second: a flood of failures is not a flood of jobs.
  const planAt = (at: Date): void => {
    const second = Math.ceil(at.getTime() / secondMs);
    if (planned.has(second)) return;
    if (planned.size >= secondsMax) planned.clear();
    planned.add(second);
    void queue.plan('send-due', [{ subject: 'all', payload: {}, at: new Date(second * secondMs) }]);
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
      if (backlogs.delete(endpointId)) look();
    },
    close: () => queue.close(),
  };
}
