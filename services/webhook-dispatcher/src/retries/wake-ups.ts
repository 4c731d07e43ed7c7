import { createPrivateQueue, privateJob } from '@postrider/messaging';
import type { Logger, Metrics } from '@postrider/runtime';
import { z } from 'zod';

/** Wakes one of the replicas at a given time. Wiped at any moment: then the regular looks find what is due. */
export interface WakeUps {
  planAt(at: Date): void;
  close(): Promise<void>;
}

export function createWakeUps(options: {
  readonly redisUrl: string;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly onWake: () => void;
}): WakeUps {
  const { redisUrl, log, metrics, onWake } = options;
  const queue = createPrivateQueue({
    redisUrl,
    name: 'webhook-dispatcher.wake-ups',
    log,
    metrics,
    concurrency: 1,
    jobs: {
      'send-due': privateJob({
        schema: z.object({}),
        attemptsMax: 1,
        handle: () => Promise.resolve(onWake()),
      }),
    },
  });
  return {
    planAt: (at) => void queue.plan('send-due', [{ subject: 'all', payload: {}, at }]),
    close: () => queue.close(),
  };
}
