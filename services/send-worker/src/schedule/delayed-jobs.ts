import assert from 'node:assert';
import { lanes, plannedAheadMs, type Lane, type SendJobMessage } from '@postrider/contracts';
import { createPrivateQueue, privateJob, type Publisher } from '@postrider/messaging';
import type { Clock, Logger, Metrics } from '@postrider/runtime';
import { z } from 'zod';
import { queueOf } from './requeue-messages';

/** A queued message that will be due. */
export interface ScheduledMessage {
  readonly id: string;
  readonly organizationId: string;
  readonly lane: Lane;
  /** Delivery passes begun: second and later ones have a queue of their own. */
  readonly pass: number;
}

/**
 * Publishes messages when they are due. Postgres knows the time (`due_at`); this only makes it precise, and may be
 * wiped at any moment: the sweep publishes within seconds what nobody woke. Redis holds the next `plannedAheadMs` only, so
 * that a large schedule costs no memory there.
 */
export interface DelayedJobs {
  /** Plans one; does nothing when that is so far away that the scan ahead will see it first. */
  plan(message: ScheduledMessage, dueAt: Date): void;
  planAll(
    scheduled: readonly { readonly message: ScheduledMessage; readonly dueAt: Date }[],
  ): Promise<boolean>;
  /**
   * Plans the messages of a job whose time lies ahead.
   * @returns the others: they are due
   */
  planScheduled(lane: Lane, messages: readonly SendJobMessage[]): SendJobMessage[];
  close(): Promise<void>;
}

const delayedJob = z.object({
  message_id: z.string(),
  organization_id: z.string(),
  lane: z.enum(lanes),
  round: z.number(),
});

export function createDelayedJobs(options: {
  readonly redisUrl: string;
  readonly publisher: Publisher;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
}): DelayedJobs {
  const { redisUrl, publisher, clock, log, metrics } = options;
  const queue = createPrivateQueue({
    redisUrl,
    name: 'send-worker.delayed-jobs',
    log,
    metrics,
    concurrency: 100,
    jobs: {
      wake: privateJob({
        schema: delayedJob,
        attemptsMax: 3,
        handle: async ({ message_id, organization_id, lane, round }) => {
          await publisher.publishJob(queueOf(lane, round), { messages: [{ message_id, organization_id }] });
        },
      }),
    },
  });
  const toDelayedJob = ({ id, organizationId, lane, pass }: ScheduledMessage, at: Date) => ({
    subject: id,
    payload: { message_id: id, organization_id: organizationId, lane, round: pass },
    at,
  });

  const plan: DelayedJobs['plan'] = (message, dueAt) => {
    if (dueAt.getTime() - clock.now().getTime() > plannedAheadMs) return;
    void queue.plan('wake', [toDelayedJob(message, dueAt)]);
  };

  return {
    plan,
    planScheduled: (lane, messages) =>
      messages.filter(({ message_id: id, organization_id: organizationId, due_at }) => {
        if (due_at === undefined) return true;
        const dueAt = new Date(due_at);
        if (dueAt <= clock.now()) return true;
        assert(organizationId !== undefined, 'jobs that say when say whose');
        plan({ id, organizationId, lane, pass: 0 }, dueAt);
        return false;
      }),
    planAll: (scheduled) =>
      queue.plan(
        'wake',
        scheduled.map(({ message, dueAt }) => toDelayedJob(message, dueAt)),
      ),
    close: () => queue.close(),
  };
}
