import { sendJobsOf, type SendQueueName, type SendJobMessage } from '@postrider/contracts';
import type { Pool } from '@postrider/db';
import type { Broker, ConsumerOptions, MessageOf } from '@postrider/messaging';
import { withTraceParent, type Logger } from '@postrider/runtime';
import type { ClaimedMessage } from '../claims/claimed-message';
import { claimMessages } from '../claims/claims.repository';
import type { LeaseKeeper } from '../claims/lease-keeper';
import type { ReserveDays } from '../claims/reserve-days';
import type { Settings } from '../config';
import type { ProcessMessage } from '../delivery/process-message';
import { createPermits, type Permits } from './permits';

export interface SendJobConsumers {
  readonly watermark: ConsumedWatermark;
  /** No new claims; unclaimed jobs go back to the broker. */
  stopClaiming(): Promise<void>;
  /** Resolves when nothing is in hand. */
  empty(): Promise<void>;
}

interface Options {
  readonly broker: Broker;
  readonly pool: Pool;
  readonly leases: LeaseKeeper;
  readonly workerId: string;
  readonly leaseMs: number;
  readonly reserveDays: ReserveDays;
  readonly process: ProcessMessage;
  /** Beside them, with permits of its own: `consumeAll` starts a service's consumers together. */
  readonly inbound: ConsumerOptions<'send-worker.inbound'>;
  readonly log: Logger;
}

/** One statement claims as many as one statement of the accept path inserts. */
const claimMax = 200;

/** A consumer and a share of its own for each lane: what stands still in one takes nothing from another. */
export function startSendJobConsumers(options: Options, settings: Settings): SendJobConsumers {
  const shares: Readonly<Record<SendQueueName, number>> = {
    'send.transactional': settings.LANE_TRANSACTIONAL,
    'send.bulk': settings.LANE_BULK,
    'send.retry': settings.LANE_RETRY,
    'send.test': settings.LANE_TEST,
  };
  const watermark = createConsumedWatermark();
  const opened: Permits[] = [];
  const consumerOf = (queue: SendQueueName): ConsumerOptions<SendQueueName> => {
    const permits = createPermits(shares[queue]);
    opened.push(permits);
    return sendJobConsumer(options, { queue, prefetch: settings.PREFETCH, permits, watermark });
  };
  const consumer = options.broker.consumeAll('send-worker', {
    'send.transactional': consumerOf('send.transactional'),
    'send.bulk': consumerOf('send.bulk'),
    'send.retry': consumerOf('send.retry'),
    'send.test': consumerOf('send.test'),
    'send-worker.inbound': options.inbound,
  });
  return {
    watermark,
    stopClaiming: async () => {
      for (const permits of opened) permits.close();
      await consumer.close();
    },
    empty: async () => {
      await Promise.all(opened.map((permits) => permits.empty()));
    },
  };
}

interface LaneOptions {
  readonly queue: SendQueueName;
  /** Jobs that the broker hands out in advance. */
  readonly prefetch: number;
  /** Messages in hand: a share of its own, so that a flood in one lane never delays another. */
  readonly permits: Permits;
  readonly watermark: ConsumedWatermark;
}

/**
 * A job only says where to look: it is done when its messages have been claimed, or turned out not to be ours. From then
 * on the lease stands for them. Claiming waits for permits, so what this process has no room for stays with the broker.
 */
function sendJobConsumer(options: Options, lane: LaneOptions): ConsumerOptions<SendQueueName> {
  return {
    prefetch: lane.prefetch,
    batchMax: claimMax,
    handle: async (jobs) => {
      const messages = messagesOf(jobs);
      while (messages.length > 0) {
        const count = await lane.permits.acquire(messages.length);
        if (count === 0) return requeue(options, lane, messages);
        await claim(options, lane, messages.splice(0, count));
      }
    },
  };
}

/** A message may be enqueued twice; claiming it twice in one statement would count one permit too many. */
function messagesOf(jobs: readonly MessageOf<SendQueueName>[]): SendJobMessage[] {
  const enqueued = jobs.flatMap(({ payload }) => payload.messages);
  return [...new Map(enqueued.map((message) => [message.message_id, message])).values()];
}

async function claim(
  options: Options,
  lane: LaneOptions,
  messages: readonly SendJobMessage[],
): Promise<void> {
  const { pool, workerId, leaseMs, reserveDays, log } = options;
  let claimed: readonly ClaimedMessage[] = [];
  try {
    const ids = messages.map(({ message_id }) => message_id);
    const result = await claimMessages(pool, { ids, workerId, leaseMs });
    claimed = await reserveDays(result.claimed);
    if (result.pausedIds.length > 0) {
      log.info(
        { queue: lane.queue, messages: result.pausedIds.length },
        'paused: the organization may not send',
      );
    }
  } finally {
    lane.permits.release(messages.length - claimed.length);
  }
  const traces = new Map(messages.map(({ message_id, trace_parent }) => [message_id, trace_parent]));
  for (const message of claimed) {
    lane.watermark.advance(lane.queue, message.dueAt);
    void processClaimed(options, lane, { message, traceParent: traces.get(message.id) });
  }
}

async function processClaimed(
  { leases, process }: Options,
  { permits }: LaneOptions,
  { message, traceParent }: { message: ClaimedMessage; traceParent: string | undefined },
): Promise<void> {
  leases.hold(message.id);
  try {
    await withTraceParent(traceParent, () => process(message));
  } finally {
    leases.release(message.id);
    permits.release(1);
  }
}

/** This process stops: what it has not claimed goes to the end of the queue, for the others. */
async function requeue(
  { broker }: Options,
  { queue }: LaneOptions,
  messages: readonly SendJobMessage[],
): Promise<void> {
  await Promise.all(sendJobsOf(messages).map((job) => broker.publisher.publishJob(queue, job)));
}

/**
 * How far this process has come in each queue: the latest due time among the messages that it claimed from there.
 * Queues are first in, first out, and messages are enqueued when they are due, so what was due well before that
 * and is still unclaimed is not in the queue any more.
 */
export interface ConsumedWatermark {
  advance(queue: SendQueueName, dueAt: Date): void;
  /** Undefined: nothing was claimed from it yet. */
  of(queue: SendQueueName): Date | undefined;
}

export function createConsumedWatermark(): ConsumedWatermark {
  const latest = new Map<SendQueueName, Date>();
  return {
    advance: (queue, dueAt) => {
      const known = latest.get(queue);
      if (known === undefined || dueAt > known) latest.set(queue, dueAt);
    },
    of: (queue) => latest.get(queue),
  };
}
