import assert from 'node:assert';
import {
  overflowOf,
  sendJobsOf,
  sendWeights,
  type OverflowQueueName,
  type SendJobMessage,
  type SendQueueName,
} from '@postrider/contracts';
import type { Pool } from '@postrider/db';
import type { MessageOf, Publisher } from '@postrider/messaging';
import {
  backOffMs,
  isEngineUnavailable,
  startRecurringTask,
  wait,
  withTraceParent,
  type Logger,
} from '@postrider/runtime';
import type { ClaimedMessage } from '../claims/claimed-message';
import { claimMessages, type ClaimResult } from '../claims/claims.repository';
import type { LeaseKeeper } from '../claims/lease-keeper';
import type { ReserveDays } from '../claims/reserve-days';
import type { ScreenBulk } from '../claims/screen-bulk';
import type { ProcessMessage } from '../delivery/process-message';
import type { SendGate } from '../restorations/send-gate';
import { ClaimQueue, gatherMs, type HeldJob, type Turn } from './claim-queue';
import type { ConsumedWatermark } from './consumed-watermark';
import { createOverflowRotation, rotationMs } from './overflow-rotation';
import { createPermits } from './permits';
import type { SlowMessages } from './slow-messages';

export interface ClaimLoopOptions {
  readonly pool: Pool;
  readonly gate: Pick<SendGate, 'opened'>;
  readonly publisher: Publisher;
  readonly leases: LeaseKeeper;
  readonly workerId: string;
  readonly leaseMs: number;
  readonly screenBulk: ScreenBulk;
  readonly reserveDays: ReserveDays;
  readonly process: ProcessMessage;
  readonly slow: SlowMessages;
  readonly watermark: ConsumedWatermark;
  readonly log: Logger;
}

/** What each lane has for itself, so that a flood in one never delays another. */
export interface Lane {
  readonly queue: SendQueueName;
  /** Jobs that the broker hands out in advance, for the queue and for its overflow queue each. */
  readonly prefetch: number;
  /** Messages in hand. */
  readonly inHandMax: number;
}

/** One statement claims as many as one statement of the accept path inserts. */
const claimMax = 200;
/** Messages that wait to be claimed: three seconds of work at full speed. */
const waitingMax = 2_000;
const outageBackOff = { baseMs: 500, maxMs: 5_000 };

type Job = Pick<MessageOf<SendQueueName>, 'payload'>;

/** Claims the messages of a lane's jobs, organizations in turn, as long as there are permits. */
export class ClaimLoop {
  private readonly permits;
  private readonly queue;
  private readonly overflow;
  private readonly running = new Set<Promise<void>>();
  private readonly stopping = new AbortController();
  private readonly ended: Promise<void>;
  private readonly rotation;
  /** Messages that have arrived since the last claim for organizations that send little. */
  private readonly arrived: SendJobMessage[] = [];
  private first = Promise.resolve();
  /** Claims in a row that failed because the database was unavailable. */
  private outages = 0;

  constructor(
    private readonly options: ClaimLoopOptions,
    private readonly lane: Lane,
  ) {
    const { inHandMax, prefetch } = lane;
    this.permits = createPermits(inHandMax);
    this.queue = new ClaimQueue({ jobsMax: prefetch, messagesMax: waitingMax, inHandMax });
    this.overflow = overflowOf(lane.queue);
    this.ended = this.run();
    const rotation = createOverflowRotation({
      overflowing: () => options.watermark.overflowing(this.overflow),
      isBlocked: (organizationId) => this.queue.isBlocked(organizationId),
    });
    this.rotation = startRecurringTask({
      name: `rotation of ${this.overflow}`,
      intervalMs: rotationMs,
      log: options.log,
      run: () => (rotation.isDue() ? this.requeue(this.queue.takeBlocked()) : Promise.resolve()),
    });
  }

  /**
   * Resolves when each message of the job is claimed, is not ours to send, or is in a queue again. A job only says where to
   * look: once a message is claimed, its lease makes sure that it is not lost.
   */
  readonly handle = ({ payload }: Job): Promise<void> =>
    pendingJob(false, async (job) => {
      const beyond = this.queue.add(payload.messages, job);
      this.claimFirst(payload.messages);
      await this.moveBeyond(beyond, job);
      if (this.stopping.signal.aborted) await this.requeue(this.queue.drain());
    });

  readonly handleOverflow = ({ payload }: Job): Promise<void> =>
    pendingJob(true, async (job) => {
      this.options.watermark.overflowed(this.overflow, payload.messages);
      this.queue.addLater(payload.messages, job);
      if (this.stopping.signal.aborted) await this.requeue(this.queue.drain());
    });

  /** No new claims: waiting messages go to the end of their queue, for other workers. */
  async stop(): Promise<void> {
    this.stopping.abort();
    this.permits.close();
    this.queue.wake();
    await Promise.all([this.ended, this.first, this.rotation.close()]);
    await this.requeue(this.queue.drain());
  }

  /** Ids of messages that wait here for their claim. */
  waiting(): ReadonlySet<string> {
    return this.queue.ids();
  }

  /** Resolves when nothing is in hand. */
  async empty(): Promise<void> {
    await Promise.all(this.running);
  }

  private async run(): Promise<void> {
    const { queue, permits } = this;
    while (!this.stopping.signal.aborted) {
      if (!(await this.options.gate.opened())) return;
      // Nothing is awaited between this and the permits: what was here may be taken by `claimArrived`.
      if (queue.size() === 0) {
        await queue.changed();
        continue;
      }
      const granted = await permits.acquire(Math.min(queue.size(), claimMax));
      if (granted === 0) return;
      const turns = queue.take(granted);
      permits.release(granted - turns.length);
      // Everything that waits belongs to organizations that have their share in hand.
      if (turns.length === 0) await this.room();
      else await this.claimOrWait(turns);
    }
  }

  /** Room was made for somebody, or need not be waited for any longer. */
  private async room(): Promise<void> {
    const timer = setTimeout(() => this.queue.wake(), gatherMs);
    await this.queue.changed();
    clearTimeout(timer);
  }

  /** Runs beside the claims of `run`, which take long while somebody sends a lot. */
  private claimFirst(arrived: readonly SendJobMessage[]): void {
    this.arrived.push(...arrived);
    if (this.arrived.length === arrived.length) this.first = this.first.then(() => this.claimArrived());
  }

  private async claimArrived(): Promise<void> {
    while (this.arrived.length > 0 && !this.stopping.signal.aborted) {
      if (!(await this.options.gate.opened())) return;
      const free = this.permits.takeFree(claimMax);
      const turns = this.queue.takeFirst(this.arrived.splice(0), free);
      this.permits.release(free - turns.length);
      if (turns.length > 0) await this.claimOrWait(turns);
    }
  }

  private async claimOrWait(turns: readonly Turn[]): Promise<void> {
    try {
      await this.claim(turns);
      this.outages = 0;
    } catch (error) {
      if (!isEngineUnavailable(error)) {
        this.options.log.warn({ err: error, queue: this.lane.queue }, 'messages are claimed one by one');
        return this.claimEach(turns);
      }
      this.outages += 1;
      for (const turn of turns.toReversed()) this.queue.notClaimed(turn);
      this.permits.release(turns.length);
      await wait(backOffMs(this.outages, outageBackOff), this.stopping.signal);
    }
  }

  /** A message that cannot be claimed fails only its own job; the others of the same statement go on. */
  private async claimEach(turns: readonly Turn[]): Promise<void> {
    for (const turn of turns) {
      await this.claim([turn]).catch((error: unknown) => {
        turn.job.fail(error);
        this.queue.claimed(turn);
        this.release(turn);
      });
    }
  }

  private async claim(turns: readonly Turn[]): Promise<void> {
    const { screenBulk, reserveDays, watermark, log } = this.options;
    const byId = new Map(turns.map((turn) => [turn.message.message_id, turn]));
    const { claimed, pausedIds } = await this.claimThose([...byId.keys()]);
    if (pausedIds.length > 0) {
      const paused = { queue: this.lane.queue, messages: pausedIds.length };
      log.info(paused, 'paused: the organization may not send');
    }
    const begun = new Set<Turn>();
    for (const message of await reserveDays(await screenBulk(claimed))) {
      const turn = byId.get(message.id);
      assert(turn !== undefined, 'only what was asked for is claimed');
      begun.add(turn);
      this.queue.weigh(turn.owner, sendWeights[message.plan]);
      watermark.advance(turn.job.fromOverflow ? this.overflow : this.lane.queue, message.dueAt);
      const work = this.process(message, turn).finally(() => this.running.delete(work));
      this.running.add(work);
    }
    for (const turn of turns) {
      this.queue.claimed(turn);
      // Not ours to send, in hand already, or named twice.
      if (!begun.has(turn)) this.release(turn);
    }
  }

  /**
   * Whether an attempt may begin is decided by worker and delivery pass. A message in hand whose claim was undone (`claimMessages`)
   * would have both in common with a second claim by this worker, so it is claimed again only when the first has let go of it.
   */
  private claimThose(asked: readonly string[]): Promise<ClaimResult> {
    const { pool, workerId, leaseMs, leases } = this.options;
    const ids = asked.filter((id) => !leases.holds(id));
    if (ids.length === 0) return Promise.resolve({ claimed: [], pausedIds: [] });
    return claimMessages(pool, { ids, workerId, leaseMs });
  }

  private async process(message: ClaimedMessage, turn: Turn): Promise<void> {
    const { leases, slow, process } = this.options;
    leases.hold(message.id);
    const end = slow.begin(turn.owner, () => this.release(turn));
    try {
      await withTraceParent(turn.message.trace_parent, () => process(message));
    } finally {
      leases.release(message.id);
      if (!end()) this.release(turn);
    }
  }

  private release({ owner }: Turn): void {
    this.queue.release(owner);
    this.permits.release(1);
  }

  private async moveBeyond(beyond: readonly SendJobMessage[], job: HeldJob): Promise<void> {
    if (beyond.length === 0) return;
    this.options.watermark.overflowed(this.overflow, beyond);
    // Messages that the broker does not take wait here, and their job with them.
    if (!(await publish(this.options.publisher, this.overflow, beyond))) this.queue.addLater(beyond, job);
  }

  /** Puts each at the end of the queue that it came from. */
  private async requeue(waiting: readonly Turn[]): Promise<void> {
    const nameOf = ({ job }: Turn) => (job.fromOverflow ? this.overflow : this.lane.queue);
    for (const [name, turns] of Map.groupBy(waiting, nameOf)) {
      const messages = turns.map(({ message }) => message);
      const isTaken = await publish(this.options.publisher, name, messages);
      for (const { job } of turns) {
        if (isTaken) job.done();
        // The job goes back to the broker when the channel closes.
        else job.fail(new Error('the broker does not take what is requeued'));
      }
    }
  }
}

/** A job that stays open until its messages are elsewhere; `begin` puts them where they wait. */
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
    begin(job).then(() => job.done(), reject);
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
