import type { Pool } from '@postrider/db';
import { sendJobsOf, type SendJobMessage, type JobQueueName } from '@postrider/contracts';
import type { Broker, ConsumerOptions, MessageOf } from '@postrider/messaging';
import { withTraceParent, type Logger } from '@postrider/runtime';
import { claimMessages } from '../claims/claims.repository';
import type { ClaimedMessage } from '../claims/claimed-message';
import type { LeaseKeeper } from '../claims/lease-keeper';
import type { Admit } from '../claims/reserve-days';
import type { Slots } from './permits';
import type { TakenUntil } from './consumed-watermark';

export interface LaneOptions {
  readonly queue: JobQueueName;
  /** Jobs that the broker hands out in advance. */
  readonly prefetch: number;
  /** Jobs whose messages are claimed together. */
  readonly claimMax: number;
  /** Messages in hand: a share of its own, so that a flood in one lane never delays another. */
  readonly slots: Slots;
  readonly takenUntil: TakenUntil;
}

/** Serves one claimed message to its end. Never rejects. */
export type Serve = (message: ClaimedMessage) => Promise<void>;

export interface LaneParts {
  readonly broker: Broker;
  readonly pool: Pool;
  readonly leases: LeaseKeeper;
  readonly workerId: string;
  readonly leaseMs: number;
  readonly admit: Admit;
  readonly serve: Serve;
  readonly log: Logger;
}

/**
 * A job is a wake-up: it is done when its messages have been claimed, or turned out not to be ours. From then on the
 * lease stands for them. Claiming waits for free places, so what this process cannot carry stays with the broker.
 */
export function sendJobConsumer(parts: LaneParts, lane: LaneOptions): ConsumerOptions<JobQueueName> {
  return {
    prefetch: lane.prefetch,
    batchMax: lane.claimMax,
    handle: async (jobs) => {
      const messages = messagesOf(jobs);
      while (messages.length > 0) {
        const count = await lane.slots.take(messages.length);
        if (count === 0) return giveBack(parts, lane, messages);
        await claim(parts, lane, messages.splice(0, count));
      }
    },
  };
}

/** A message may be enqueued twice; claiming it twice in one statement would count one place too many. */
function messagesOf(jobs: readonly MessageOf<JobQueueName>[]): SendJobMessage[] {
  const enqueued = jobs.flatMap(({ payload }) => payload.messages);
  return [...new Map(enqueued.map((message) => [message.message_id, message])).values()];
}

async function claim(
  parts: LaneParts,
  lane: LaneOptions,
  messages: readonly SendJobMessage[],
): Promise<void> {
  const { pool, workerId, leaseMs, admit, log } = parts;
  let claimed: readonly ClaimedMessage[] = [];
  try {
    const ids = messages.map(({ message_id }) => message_id);
    const result = await claimMessages(pool, { ids, workerId, leaseMs });
    claimed = await admit(result.claimed);
    if (result.heldIds.length > 0) {
      log.info({ queue: lane.queue, messages: result.heldIds.length }, 'held: the organization may not send');
    }
  } finally {
    lane.slots.give(messages.length - claimed.length);
  }
  const traces = new Map(messages.map(({ message_id, trace_parent }) => [message_id, trace_parent]));
  for (const message of claimed) {
    lane.takenUntil.note(lane.queue, message.dueAt);
    void carry(parts, lane, { message, traceParent: traces.get(message.id) });
  }
}

async function carry(
  { leases, serve }: LaneParts,
  { slots }: LaneOptions,
  { message, traceParent }: { message: ClaimedMessage; traceParent: string | undefined },
): Promise<void> {
  leases.hold(message.id);
  try {
    await withTraceParent(traceParent, () => serve(message));
  } finally {
    leases.letGo(message.id);
    slots.give(1);
  }
}

/** This process stops: what it has not claimed goes to the end of the queue, for the others. */
async function giveBack(
  { broker }: LaneParts,
  { queue }: LaneOptions,
  messages: readonly SendJobMessage[],
): Promise<void> {
  await Promise.all(sendJobsOf(messages).map((job) => broker.publisher.publishJob(queue, job)));
}
