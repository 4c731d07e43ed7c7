import {
  overflowOf,
  sendJobsOf,
  type OverflowQueueName,
  type SendJob,
  type SendJobMessage,
  type SendQueueName,
} from '@postrider/contracts';
import type { Pool } from '@postrider/db';
import type { Publisher } from '@postrider/messaging';
import { backOffMs, isEngineUnavailable, wait, withTraceParent, type Logger } from '@postrider/runtime';
import type { ClaimedMessage } from '../claims/claimed-message';
import { claimMessages } from '../claims/claims.repository';
import type { LeaseKeeper } from '../claims/lease-keeper';
import type { ReserveDays } from '../claims/reserve-days';
import type { ProcessMessage } from '../delivery/process-message';
import { ClaimQueue, type HeldJob, type Turn } from './claim-queue';
import type { ConsumedWatermark } from './consumed-watermark';
import { createPermits } from './permits';
import type { SlowMessages } from './slow-messages';

export interface ClaimLoopOptions {
  readonly pool: Pool;
  readonly publisher: Publisher;
  readonly leases: LeaseKeeper;
  readonly workerId: string;
  readonly leaseMs: number;
  readonly reserveDays: ReserveDays;
  readonly process: ProcessMessage;
  readonly slow: SlowMessages;
  readonly watermark: ConsumedWatermark;
  readonly log: Logger;
}

/** What one lane has of its own, so that a flood in one never delays another. */
export interface Lane {
  readonly queue: SendQueueName;
  /** Jobs that the broker hands out in advance, of the queue and of its overflow queue each. */
  readonly prefetch: number;
  /** Messages in hand. */
  readonly inHandMax: number;
}

/** Claims the messages of a lane's jobs, organizations in turn, as far as there are permits for them. */
export interface ClaimLoop {
  /**
   * Resolves when each message of the job has been claimed, has turned out not to be ours to send, or is in a queue again. A job
   * only says where to look; from the claim on, the lease stands for its messages.
   */
  handle(job: { readonly payload: SendJob }): Promise<void>;
  handleOverflow(job: { readonly payload: SendJob }): Promise<void>;
  /** No new claims: what waits goes to the end of its queue, for the others. */
  stop(): Promise<void>;
  /** Resolves when nothing is in hand. */
  empty(): Promise<void>;
}

/** One statement claims as many as one statement of the accept path inserts. */
const claimMax = 200;
/** Messages that wait to be claimed: three seconds of work at full speed. */
const waitingMax = 2_000;
const outageBackOff = { baseMs: 500, maxMs: 5_000 };

export function startClaimLoop(options: ClaimLoopOptions, lane: Lane): ClaimLoop {
  const { publisher, watermark, log } = options;
  const permits = createPermits(lane.inHandMax);
  const queue = new ClaimQueue({
    jobsMax: lane.prefetch,
    messagesMax: waitingMax,
    inHandMax: lane.inHandMax,
  });
  const overflow = overflowOf(lane.queue);
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();

  const moveBeyond = async (beyond: readonly SendJobMessage[], job: HeldJob): Promise<void> => {
    if (beyond.length === 0) return;
    watermark.overflowed(beyond);
    if (await publish(publisher, overflow, beyond)) return;
    // The broker does not take it: it waits here, and the job with it.
    queue.addLater(beyond, job);
  };
  const handle: ClaimLoop['handle'] = ({ payload }) =>
    pendingJob(false, async (job) => {
      await moveBeyond(queue.add(payload.messages, job), job);
      if (stopping.signal.aborted) await requeueWaiting();
    });
  const handleOverflow: ClaimLoop['handleOverflow'] = ({ payload }) =>
    pendingJob(true, async (job) => {
      watermark.overflowed(payload.messages);
      queue.addLater(payload.messages, job);
      if (stopping.signal.aborted) await requeueWaiting();
    });

  const requeueWaiting = async (): Promise<void> => {
    const waiting = Map.groupBy(queue.drain(), ({ job }) => (job.fromOverflow ? overflow : lane.queue));
    for (const [name, turns] of waiting) {
      const taken = await publish(
        publisher,
        name,
        turns.map(({ message }) => message),
      );
      // What the broker does not take goes back to it with the job, when the channel closes.
      for (const { job } of turns)
        if (taken) job.done();
        else job.fail(new Error('the broker does not take what is requeued'));
    }
  };

  const claim = async (turns: readonly Turn[]): Promise<void> => {
    const byId = new Map(turns.map((turn) => [turn.message.message_id, turn]));
    const { workerId, leaseMs } = options;
    const result = await claimMessages(options.pool, { ids: [...byId.keys()], workerId, leaseMs });
    if (result.pausedIds.length > 0) {
      const messages = result.pausedIds.length;
      log.info({ queue: lane.queue, messages }, 'paused: the organization may not send');
    }
    const begun = new Set<Turn>();
    for (const message of await options.reserveDays(result.claimed)) {
      const turn = byId.get(message.id);
      if (turn === undefined) continue;
      begun.add(turn);
      watermark.advance(turn.job.fromOverflow ? overflow : lane.queue, message.dueAt);
      const work = processClaimed(message, turn).finally(() => running.delete(work));
      running.add(work);
    }
    for (const turn of turns) {
      queue.claimed(turn);
      // Not ours to send, or named twice.
      if (!begun.has(turn)) giveBack(turn);
    }
  };
  const giveBack = ({ owner }: Turn): void => {
    queue.release(owner);
    permits.release(1);
  };
  const processClaimed = async (message: ClaimedMessage, turn: Turn): Promise<void> => {
    const { leases, slow, process } = options;
    leases.hold(message.id);
    const end = slow.begin(turn.owner, () => giveBack(turn));
    try {
      await withTraceParent(turn.message.trace_parent, () => process(message));
    } finally {
      leases.release(message.id);
      if (!end()) giveBack(turn);
    }
  };

  /** A message that cannot be claimed fails its job alone: others of the same statement go on. */
  const claimEach = async (turns: readonly Turn[]): Promise<void> => {
    for (const turn of turns) {
      await claim([turn]).catch((error: unknown) => {
        turn.job.fail(error);
        queue.claimed(turn);
        giveBack(turn);
      });
    }
  };
  let outages = 0;
  const claimOrWait = async (turns: readonly Turn[]): Promise<void> => {
    try {
      await claim(turns);
      outages = 0;
    } catch (error) {
      if (!isEngineUnavailable(error)) {
        log.warn({ err: error, queue: lane.queue, messages: turns.length }, 'claimed one by one');
        return claimEach(turns);
      }
      outages += 1;
      for (const turn of turns.toReversed()) queue.putBack(turn);
      permits.release(turns.length);
      await wait(backOffMs(outages, outageBackOff), stopping.signal);
    }
  };
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      if (queue.size() === 0) {
        await queue.changed();
        continue;
      }
      const granted = await permits.acquire(Math.min(queue.size(), claimMax));
      if (granted === 0) return;
      const turns = queue.take(granted);
      permits.release(granted - turns.length);
      // All that wait are of organizations that have their share in hand.
      if (turns.length === 0) await queue.changed();
      else await claimOrWait(turns);
    }
  };
  const ended = run();

  return {
    handle,
    handleOverflow,
    stop: async () => {
      stopping.abort();
      permits.close();
      queue.wake();
      await ended;
      await requeueWaiting();
    },
    empty: async () => void (await Promise.all(running)),
  };
}

/** A job until its messages are somewhere else; `begin` puts them where they wait. */
function pendingJob(fromOverflow: boolean, begin: (job: HeldJob) => Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    let open = 1;
    const job: HeldJob = {
      fromOverflow,
      hold: () => void (open += 1),
      done: () => {
        open -= 1;
        if (open === 0) resolve();
      },
      fail: reject,
    };
    begin(job).then(job.done, reject);
  });
}

async function publish(
  publisher: Publisher,
  queue: SendQueueName | OverflowQueueName,
  messages: readonly SendJobMessage[],
): Promise<boolean> {
  const taken = await Promise.all(sendJobsOf(messages).map((job) => publisher.publishJob(queue, job)));
  return taken.every(Boolean);
}
