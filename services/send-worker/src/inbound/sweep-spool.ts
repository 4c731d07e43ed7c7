import { inboundJobsOf } from '@postrider/contracts/queues';
import type { Pool } from '@postrider/db';
import type { Broker } from '@postrider/messaging';
import {
  startRecurringTask,
  type Clock,
  type Logger,
  type Metrics,
  type RecurringTask,
} from '@postrider/runtime';
import { takeTurn } from '../take-turn';
import {
  countWaiting,
  findLostMails,
  giveUpOnDeadly,
  isAnyReceived,
  pageSize,
  readOldestSeconds,
} from './lost-mails.repository';

interface Options {
  readonly pool: Pool;
  readonly broker: Broker;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly intervalMs: number;
}

/** What has been received and is in no queue: its job was lost, or never published. */
const untakenMs = 3_000;
/** While the queue is not empty, an old mail may be in it: enqueueing it again is harmless, and done seldom. */
const overtakenMs = 300_000;
const overtakenIntervalMs = 180_000;

/** Enqueues mails again that are deferred no longer, whose process is gone, or whose job was lost. Twice is harmless: the second claim finds nothing. */
export function startSpoolSweep(options: Options): RecurringTask {
  const { pool, broker, clock, log, metrics, intervalMs } = options;
  const requeued = metrics.counter('inbound_requeued', 'Inbound emails requeued by a sweep.');
  let overtakenAskedAtMs = 0;
  observeBacklog(metrics, pool);

  const untakenSinceMs = async (): Promise<number> => {
    const { ready } = await broker.queueDepth('send-worker.inbound');
    if (ready === 0) return untakenMs;
    const nowMs = clock.now().getTime();
    if (nowMs - overtakenAskedAtMs < overtakenIntervalMs) return neverMs;
    overtakenAskedAtMs = nowMs;
    return overtakenMs;
  };

  return startRecurringTask({
    name: 'inbound spool',
    intervalMs,
    log,
    run: async () => {
      if (!(await isAnyReceived(pool))) return;
      // Half an interval: the replica that comes first in each interval sweeps, the others pass.
      if (!(await takeTurn(pool, { name: 'inbound-spool', intervalMs: intervalMs / 2 }))) return;
      const dead = await giveUpOnDeadly(pool);
      if (dead > 0)
        log.error(
          { mails: dead },
          'inbound emails were marked unreadable: processes died while reading them',
        );
      const ids = await findLostMails(pool, await untakenSinceMs());
      if (ids.length === 0) return;
      requeued.add(ids.length);
      const jobs = inboundJobsOf(ids.map((id) => ({ id })));
      await Promise.all(jobs.map((job) => broker.publisher.publishJob('send-worker.inbound', job)));
      if (ids.length === pageSize) log.warn({ mails: ids.length }, 'many inbound emails were requeued');
    },
  });
}

/** Ten years: only what is deferred no longer is looked for. */
const neverMs = 10 * 365 * 24 * 3_600_000;

function observeBacklog(metrics: Metrics, pool: Pool): void {
  metrics.gauge('inbound_waiting', 'Inbound emails that are not processed, up to 100,000.', () =>
    countWaiting(pool),
  );
  metrics.gauge('inbound_oldest_seconds', 'Age of the oldest inbound email that is not processed.', () =>
    readOldestSeconds(pool),
  );
}
