import { lanes } from '@postrider/contracts';
import type { Pool } from '@postrider/db';
import type { Broker } from '@postrider/messaging';
import { startRecurringTask, type Clock, type Logger, type Metrics } from '@postrider/runtime';
import { PLANNED_AHEAD_MS, type WakeUps } from '../schedule/delayed-jobs';
import { requeueMessages } from '../schedule/requeue-messages';
import { createRequeueDue } from './requeue-due.job';
import { recoverExpired } from './expired-leases.repository';
import { findDueBetween, type PageStart, type QueuedMessage } from './queued-messages.repository';
import type { TakenUntil } from '../consume/consumed-watermark';
import { takeTurn } from './turn.repository';
import { closeUnanswered, unansweredPage } from './unanswered.repository';

interface Parts {
  readonly pool: Pool;
  readonly broker: Broker;
  readonly wakeUps: WakeUps;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly intervalMs: number;
  readonly leaseGraceMs: number;
  /** Until when, by due time, messages have been taken out of each queue by this process. */
  readonly takenUntil: TakenUntil;
}

/** A quarter of what is planned ahead: a timer is planned at least twice before it is due. */
const AHEAD_INTERVAL_MS = PLANNED_AHEAD_MS / 4;
const AHEAD_PAGE = 1_000;
const AHEAD_PAGES_MAX = 50;
const UNANSWERED_INTERVAL_MS = 60_000;
/** A smart host or provider that has not reported by then will not. */
const UNANSWERED_MS = 24 * 3_600_000;

/** What makes Postgres the only truth: everything that was lost elsewhere is found again here. */
export function startSweeps(parts: Parts): { close(): Promise<void> } {
  const { pool, broker, wakeUps, clock, log, metrics, intervalMs } = parts;
  const requeued = metrics.counter('send_requeued', 'Due messages that a sweep requeued.');
  const recovered = metrics.counter('send_leases_recovered', 'Messages taken from workers that were gone.');
  const requeueDue = createRequeueDue({ ...parts, requeued });

  const due = startRecurringTask({
    name: 'due messages',
    intervalMs,
    log,
    run: async () => {
      // Half an interval: the replica that comes first in each interval sweeps, the others pass.
      if (await takeTurn(pool, { name: 'due', intervalMs: intervalMs / 2 })) await requeueDue();
    },
  });

  const leases = startRecurringTask({
    name: 'expired leases',
    intervalMs,
    log,
    run: async () => {
      const messages = await recoverExpired(pool, parts.leaseGraceMs);
      if (messages.length === 0) return;
      recovered.add(messages.length);
      log.warn({ messages: messages.length, example: messages[0]?.id }, 'leases had expired');
      const queued = messages.filter(({ status }) => status === 'queued');
      void requeueMessages(
        broker,
        queued.map(({ id, lane, rounds }) => ({ id, lane, round: rounds })),
      );
      return 'again';
    },
  });

  const ahead = startRecurringTask({
    name: 'wake-ups ahead',
    intervalMs: AHEAD_INTERVAL_MS,
    log,
    run: async () => {
      if (await takeTurn(pool, { name: 'wake-ups-ahead', intervalMs: AHEAD_INTERVAL_MS / 2 })) {
        await planAhead({ pool, wakeUps, clock });
      }
    },
  });

  const unanswered = startRecurringTask({
    name: 'unanswered messages',
    intervalMs: UNANSWERED_INTERVAL_MS,
    log,
    run: async () => {
      const count = await closeUnanswered(pool, UNANSWERED_MS);
      if (count > 0) log.warn({ messages: count }, 'no delivery event within a day: unconfirmed');
      return count === unansweredPage ? 'again' : undefined;
    },
  });

  return {
    close: async () => {
      await Promise.all([due.close(), leases.close(), ahead.close(), unanswered.close()]);
    },
  };
}

/** Plans timers for everything that will be due soon; a timer that exists stays as it is. */
async function planAhead({ pool, wakeUps, clock }: Pick<Parts, 'pool' | 'wakeUps' | 'clock'>): Promise<void> {
  const from = clock.now();
  const to = new Date(from.getTime() + PLANNED_AHEAD_MS);
  let after: PageStart | null = null;
  for (let page = 0; page < AHEAD_PAGES_MAX; page += 1) {
    const messages: readonly QueuedMessage[] = await findDueBetween(pool, {
      lanes,
      from,
      to,
      timedOnly: false,
      after,
      limit: AHEAD_PAGE,
    });
    const last = messages.at(-1);
    if (!last) return;
    const planned = await wakeUps.planAll(messages.map((sleeper) => ({ sleeper, dueAt: sleeper.dueAt })));
    if (!planned || messages.length < AHEAD_PAGE) return;
    after = last;
  }
}
