import { lanes, overflowOf, type Lane, type SendQueueName } from '@postrider/contracts';
import type { Pool } from '@postrider/db';
import type { Broker } from '@postrider/messaging';
import type { Clock, Counter, Logger } from '@postrider/runtime';
import type { SendJobConsumers } from '../consume/send-job.consumer';
import { requeueMessages } from '../schedule/requeue-messages';
import {
  findDue,
  findDueBetween,
  type QueueContent,
  type PageStart,
  type QueuedMessage,
} from './queued-messages.repository';

interface Options {
  readonly pool: Pool;
  readonly broker: Broker;
  readonly clock: Clock;
  readonly log: Logger;
  readonly requeued: Counter;
  readonly consumers: Pick<SendJobConsumers, 'watermark' | 'waiting'>;
}

/** Publishing happens right after acceptance: a job that has not even begun to wait after this long is missing. */
const missingMs = 3_000;
/** A message due so long before what now comes out of a queue is not in it; consumers may hold younger ones unclaimed. */
const passedMs = 60_000;
const passedIntervalMs = 180_000;
/** A delayed job runs within milliseconds of its time, or not at all. */
const wokenMs = 2_000;
/** After a start, timers of this long ago may have been lost with the process that planned them. */
const lookBackMs = 300_000;
const pageSize = 1_000;
const pagesMax = 20;
/**
 * How many messages of a lane a sweep looks at, in some 5 ms. A million may not be missing (those in overflow queues, or first passes
 * when looking for retries), and looking at 100,000 every three seconds took 100 ms of one of PostgreSQL's processors.
 */
const lookedAtMax = 5_000;

/**
 * Requeues what is due and in no queue any more, because a broker or Redis was wiped, a timer was lost or a
 * publisher died. Requeueing twice is harmless: the second claim finds nothing.
 *
 * - empty queue: everything that has been due for three seconds is missing
 * - otherwise: what was due a minute before the messages that now come out of the queue, looked for every three minutes
 * - messages in an overflow queue are not missing, however long they have been due, so organizations that have some there are left out
 * - neither are messages that wait in this process for their claim: the queues are empty where a worker holds all of their jobs
 * - if more waits than one sweep looks at, the next one continues behind it
 * - timers: what was due by schedule or retry since the last look, and is still queued
 */
export function createRequeueDue(options: Options): () => Promise<void> {
  const { pool, broker, consumers, clock, log } = options;
  let timersSeenUntil = new Date(clock.now().getTime() - lookBackMs);
  const passedAskedAtMs = new Map<SendQueueName, number>();
  /** Where the next sweep continues, by queue and lane; none: at the oldest message. */
  const lookedUntil = new Map<string, PageStart>();

  const sweepTimers = async (): Promise<void> => {
    const to = new Date(clock.now().getTime() - wokenMs);
    await inPages(
      (after) =>
        findDueBetween(pool, { lanes, from: timersSeenUntil, to, timedOnly: true, after, limit: pageSize }),
      (messages) => requeueAll(options, messages),
    );
    timersSeenUntil = to;
  };

  /** Looks at the next messages of a lane; returns how many of them were missing. */
  const sweepLane = async (
    queue: SendQueueName,
    lane: Lane,
    missing: Pick<Parameters<typeof findDue>[1], 'laterPasses' | 'exceptOf' | 'overdueMs'>,
  ): Promise<number> => {
    const place = `${queue} ${lane}`;
    const after = lookedUntil.get(place) ?? null;
    // Before the look: what is claimed meanwhile is not lost either.
    const waiting = consumers.waiting(queue);
    const due = await findDue(pool, { ...missing, lane, after, limit: lookedAtMax });
    if (due.next) lookedUntil.set(place, due.next);
    else lookedUntil.delete(place);
    const lost = due.messages.filter(({ id }) => !waiting.has(id));
    return requeueAll(options, lost);
  };

  const sweepQueue = async (queue: SendQueueName, which: QueueContent): Promise<void> => {
    const [{ ready }, overflow] = await Promise.all([
      broker.queueDepth(queue),
      broker.queueDepth(overflowOf(queue)),
    ]);
    const exceptOf = overflow.ready === 0 ? [] : consumers.watermark.overflowing(overflowOf(queue));
    const look = async (overdueMs: number): Promise<number> => {
      let count = 0;
      for (const lane of which.lanes)
        count += await sweepLane(queue, lane, { ...which, exceptOf, overdueMs });
      return count;
    };
    if (ready === 0) {
      const count = await look(missingMs);
      if (count > 0) log.warn({ queue, messages: count }, 'due messages were in no queue: requeued');
      return;
    }
    const nowMs = clock.now().getTime();
    const passed = consumers.watermark.of(queue);
    if (passed === undefined) return;
    const isUnderWay = which.lanes.some((lane) => lookedUntil.has(`${queue} ${lane}`));
    if (!isUnderWay && nowMs - (passedAskedAtMs.get(queue) ?? 0) < passedIntervalMs) return;
    passedAskedAtMs.set(queue, nowMs);
    const count = await look(nowMs - passed.getTime() + passedMs);
    if (count > 0) log.warn({ queue, messages: count }, 'messages were passed over: requeued');
  };

  return async () => {
    await sweepTimers();
    for (const lane of lanes) await sweepQueue(`send.${lane}`, { lanes: [lane], laterPasses: false });
    await sweepQueue('send.retry', { lanes: ['transactional', 'bulk'], laterPasses: true });
  };
}

/** @returns how many */
async function requeueAll(
  { broker, requeued }: Options,
  messages: readonly QueuedMessage[],
): Promise<number> {
  await requeueMessages(broker, messages);
  requeued.add(messages.length);
  return messages.length;
}

/** Page by page, up to a bound. */
async function inPages(
  find: (after: PageStart | null) => Promise<readonly QueuedMessage[]>,
  use: (messages: readonly QueuedMessage[]) => Promise<unknown>,
): Promise<void> {
  let after: PageStart | null = null;
  for (let page = 0; page < pagesMax; page += 1) {
    const messages = await find(after);
    const last = messages.at(-1);
    if (!last) return;
    await use(messages);
    after = last;
    if (messages.length < pageSize) return;
  }
}
