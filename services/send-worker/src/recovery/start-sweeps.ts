import { lanes, plannedAheadMs } from '@postrider/contracts';
import type { Pool } from '@postrider/db';
import type { Broker } from '@postrider/messaging';
import { startRecurringTask, type Clock, type Logger, type Metrics } from '@postrider/runtime';
import type { DelayedJobs } from '../schedule/delayed-jobs';
import { requeueMessages } from '../schedule/requeue-messages';
import { createRequeueDue } from './requeue-due.job';
import { closeUnanswered, pageSize, recoverExpired } from './lost-messages.repository';
import { findDueBetween, type PageStart, type QueuedMessage } from './queued-messages.repository';
import type { SendGate } from '../restorations/send-gate';
import { takeTurn } from '../take-turn';
import type { SendJobConsumers } from '../consume/send-job.consumer';

interface Options {
  readonly pool: Pool;
  readonly broker: Broker;
  readonly delayedJobs: DelayedJobs;
  readonly gate: Pick<SendGate, 'isOpen' | 'hasLooked'>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly intervalMs: number;
  readonly leaseGraceMs: number;
  /** What this process has taken out of each queue, and what of that it has not claimed yet. */
  readonly consumers: Pick<SendJobConsumers, 'watermark' | 'waiting'>;
}

/** A quarter of what is planned ahead: a timer is planned at least twice before it is due. */
const aheadIntervalMs = plannedAheadMs / 4;
const aheadPageSize = 1_000;
const aheadPagesMax = 50;
const unansweredIntervalMs = 60_000;
/** A smart host or provider that has not reported by then never will. */
const unansweredMs = 24 * 3_600_000;

/** Makes Postgres the only truth: whatever was lost elsewhere is found again here. */
export function startSweeps(options: Options): { close(): Promise<void> } {
  const { pool, broker, delayedJobs, gate, clock, log, metrics, intervalMs } = options;
  const requeued = metrics.counter('send_requeued', 'Due messages that a sweep requeued.');
  const recovered = metrics.counter('send_leases_recovered', 'Messages taken from workers that were gone.');
  const requeueDue = createRequeueDue({ ...options, requeued });

  const due = startRecurringTask({
    name: 'due messages',
    intervalMs,
    log,
    run: async () => {
      // A sweep shows that mail was sent from this database.
      if (!gate.isOpen()) return;
      // Half an interval: in each interval the first replica sweeps and the others skip.
      if (await takeTurn(pool, { name: 'due', intervalMs: intervalMs / 2 })) await requeueDue();
    },
  });

  const leases = startRecurringTask({
    name: 'expired leases',
    intervalMs,
    log,
    run: async () => {
      if (!gate.hasLooked()) return;
      const messages = await recoverExpired(pool, options.leaseGraceMs);
      if (messages.length === 0) return;
      recovered.add(messages.length);
      log.warn({ messages: messages.length, example: messages[0]?.id }, 'leases had expired');
      const queued = messages.filter(({ status }) => status === 'queued');
      void requeueMessages(broker, queued);
      return 'again';
    },
  });

  const ahead = startRecurringTask({
    name: 'delayed jobs ahead',
    intervalMs: aheadIntervalMs,
    log,
    run: async () => {
      if (await takeTurn(pool, { name: 'delayed-jobs-ahead', intervalMs: aheadIntervalMs / 2 })) {
        await planAhead({ pool, delayedJobs, clock });
      }
    },
  });

  const unanswered = startRecurringTask({
    name: 'unanswered messages',
    intervalMs: unansweredIntervalMs,
    log,
    run: async () => {
      const count = await closeUnanswered(pool, unansweredMs);
      if (count > 0) log.warn({ messages: count }, 'no delivery event within a day: unconfirmed');
      return count === pageSize ? 'again' : undefined;
    },
  });

  return {
    close: async () => {
      await Promise.all([due.close(), leases.close(), ahead.close(), unanswered.close()]);
    },
  };
}

/** Plans timers for everything that will be due soon; existing timers stay as they are. */
async function planAhead({
  pool,
  delayedJobs,
  clock,
}: Pick<Options, 'pool' | 'delayedJobs' | 'clock'>): Promise<void> {
  const from = clock.now();
  const to = new Date(from.getTime() + plannedAheadMs);
  let after: PageStart | null = null;
  for (let page = 0; page < aheadPagesMax; page += 1) {
    const messages: readonly QueuedMessage[] = await findDueBetween(pool, {
      lanes,
      from,
      to,
      timedOnly: false,
      after,
      limit: aheadPageSize,
    });
    const last = messages.at(-1);
    if (!last) return;
    const planned = await delayedJobs.planAll(messages.map((message) => ({ message, dueAt: message.dueAt })));
    if (!planned || messages.length < aheadPageSize) return;
    after = last;
  }
}
