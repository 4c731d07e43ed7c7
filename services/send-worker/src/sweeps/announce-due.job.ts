import { lanes, type JobQueueName } from '@postrider/contracts';
import type { Database } from '@postrider/db';
import type { Broker } from '@postrider/messaging';
import type { Clock, Counter, Logger } from '@postrider/runtime';
import { queueOf } from '../schedule/wake-ups';
import {
  countDue,
  findDue,
  findDueBetween,
  type Announced,
  type PageStart,
  type QueuedMessage,
} from './queued-messages.repository';

interface Parts {
  readonly pool: Database['pool'];
  readonly broker: Broker;
  readonly clock: Clock;
  readonly log: Logger;
  readonly announced: Counter;
  /** Jobs that may lie with consumers, unclaimed: the prefetch of each queue. */
  readonly prefetch: Readonly<Record<JobQueueName, number>>;
}

/** Publishing happens right after acceptance: a job that has not even begun to wait after this long is missing. */
const MISSING_MS = 3_000;
/** With a queue that is not empty we cannot know; what has been due this long is worth counting. */
const OVERDUE_MS = 60_000;
const OVERDUE_INTERVAL_MS = 180_000;
/** A wake-up comes within milliseconds of its time, or not at all. */
const WOKEN_MS = 2_000;
/** After a start, timers of this long ago may have been lost with the process that planned them. */
const LOOK_BACK_MS = 300_000;
const PAGE = 1_000;
const PAGES_MAX = 20;

/**
 * Announces again what is due and not announced any more, because a broker or Redis was wiped, a timer was lost or a
 * publisher died. Announcing twice is harmless: the second claim finds nothing.
 *
 * - empty queue: everything that has been due for three seconds is missing
 * - otherwise: what is overdue, less what the queue and its consumers hold, is missing; asked every three minutes
 * - timers: what was due by schedule or retry since the last look, and is still queued
 */
export function createAnnounceDue(parts: Parts): () => Promise<void> {
  const { pool, broker, clock, log } = parts;
  let timersSeenUntil = new Date(clock.now().getTime() - LOOK_BACK_MS);
  const overdueAskedAtMs = new Map<JobQueueName, number>();

  const announce = (messages: readonly QueuedMessage[]): Promise<void> => announceAll(parts, messages);

  const sweepTimers = async (): Promise<void> => {
    const to = new Date(clock.now().getTime() - WOKEN_MS);
    await inPages(
      (after) =>
        findDueBetween(pool, { lanes, from: timersSeenUntil, to, timedOnly: true, after, limit: PAGE }),
      announce,
    );
    timersSeenUntil = to;
  };

  const sweepQueue = async (queue: JobQueueName, which: Announced): Promise<void> => {
    const { ready, consumers } = await broker.queueDepth(queue);
    if (ready === 0) {
      const count = await inPages(
        (after) => findDue(pool, { ...which, overdueMs: MISSING_MS, after, limit: PAGE }),
        announce,
      );
      if (count > 0) log.warn({ queue, messages: count }, 'due messages were not announced: announced again');
      return;
    }
    const nowMs = clock.now().getTime();
    if (nowMs - (overdueAskedAtMs.get(queue) ?? 0) < OVERDUE_INTERVAL_MS) return;
    overdueAskedAtMs.set(queue, nowMs);
    const countMax = ready + consumers * parts.prefetch[queue] + PAGE * PAGES_MAX;
    const due = await countDue(pool, { ...which, overdueMs: OVERDUE_MS, countMax });
    const missing = due - ready - consumers * parts.prefetch[queue];
    if (missing <= 0) return;
    log.warn(
      { queue, missing, due, ready },
      'more messages are due than announced: the oldest are announced again',
    );
    let left = missing;
    await inPages(async (after) => {
      const page = await findDue(pool, {
        ...which,
        overdueMs: OVERDUE_MS,
        after,
        limit: Math.min(PAGE, left),
      });
      left -= page.length;
      return page;
    }, announce);
  };

  return async () => {
    await sweepTimers();
    for (const lane of lanes) await sweepQueue(`send.${lane}`, { lanes: [lane], laterRounds: false });
    await sweepQueue('send.retry', { lanes: ['transactional', 'bulk'], laterRounds: true });
  };
}

async function announceAll({ broker, announced }: Parts, messages: readonly QueuedMessage[]): Promise<void> {
  await Promise.all(
    messages.map(({ id, organizationId, lane, round }) =>
      broker.publisher.publishJob(
        queueOf(lane, round),
        { message_id: id, organization_id: organizationId, lane },
        { ids: { message_id: id, organization_id: organizationId } },
      ),
    ),
  );
  announced.add(messages.length);
}

/** Page by page, up to a bound; answers how many there were. */
async function inPages(
  find: (after: PageStart | null) => Promise<readonly QueuedMessage[]>,
  use: (messages: readonly QueuedMessage[]) => Promise<unknown>,
): Promise<number> {
  let after: PageStart | null = null;
  let count = 0;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const messages = await find(after);
    const last = messages.at(-1);
    if (!last) break;
    await use(messages);
    count += messages.length;
    after = last;
    if (messages.length < PAGE) break;
  }
  return count;
}
