import type { Lane } from '@postrider/contracts/statuses';
import { dueQueues, type DueQueue } from '@postrider/db';
import type { Broker, ConsumerOptions, MessageOf } from '@postrider/messaging';
import { startRecurringTask, type Clock, type Metrics, type RecurringTask } from '@postrider/runtime';
import {
  findDueOrganizations,
  findExpired,
  findQueuedIds,
  type QueuedIds,
} from '../claims/find-due.repository';
import type { WorkerConstants } from '../constants';
import type { SendGate } from '../restorations/send-gate';
import { takeTurn } from '../take-turn';
import { ClaimLoop, type ClaimLoopOptions } from './claim-loop';
import { createSlowMessages } from '../fairness/slow-messages';
import { createTraceParents, type TraceParents } from './trace-parents';

export interface Claiming {
  /** No new claims. */
  stop(): Promise<void>;
  /** Resolves when nothing is in hand. */
  empty(): Promise<void>;
}

interface Options extends Omit<ClaimLoopOptions, 'gate' | 'slow' | 'traces' | 'queuedIds' | 'onRequeued'> {
  readonly gate: Pick<SendGate, 'opened' | 'isOpen'>;
  readonly broker: Broker;
  /** Has permits of its own; it is here because `consumeAll` starts all consumers of a service together. */
  readonly inbound: ConsumerOptions<'send-worker.inbound'>;
  readonly clock: Clock;
  readonly metrics: Metrics;
}

type Loops = Readonly<Record<DueQueue, ClaimLoop>>;

/** How late a scheduled message, a retry, or one whose wake-up was lost can be. */
const lookIntervalMs = 1_000;
/** Looking takes at most so much of the time: with tens of thousands of organizations that have mail due, looks are rarer. */
const lookShare = 10;
/** Expired messages of one look. */
const expiredMax = 200;
/** Wake-ups that the broker hands out in advance. */
const prefetch = 100;

/**
 * Claims what is due. Wake-ups name organizations that have just queued mail, so that it leaves at once; a look at PostgreSQL each
 * second finds the organizations whose mail has come due, and everything whose wake-up was lost.
 */
export function startClaiming(
  options: Options,
  constants: Pick<WorkerConstants, 'inHandMax' | 'slowMessagesMax' | 'sweepIntervalMs'>,
): Claiming {
  const { inHandMax, sweepIntervalMs } = constants;
  const { pool, broker, clock, log, metrics } = options;
  const slow = createSlowMessages({ slowMax: constants.slowMessagesMax, log, metrics });
  const traces = createTraceParents();
  const weeks = createQueuedWeeks(() => findQueuedIds(pool, clock.now()));
  const loopOf = (queue: DueQueue): ClaimLoop => {
    // In the same queue, or among the retries if its round counted.
    const onRequeued = (organizationId: string): void => {
      for (const each of new Set<DueQueue>([queue, 'retry'])) loops[each].wake(organizationId);
    };
    const own = { ...options, slow, traces, onRequeued, queuedIds: () => weeks.ids() };
    return new ClaimLoop(own, queue, inHandMax[queue]);
  };
  const loops: Loops = {
    transactional: loopOf('transactional'),
    bulk: loopOf('bulk'),
    test: loopOf('test'),
    retry: loopOf('retry'),
  };
  const look = startLook(options, { sweepIntervalMs, loops, weeks });
  const consumer = broker.consumeAll('send-worker', {
    'send.transactional': wakeUpsOf(loops.transactional, traces),
    'send.bulk': wakeUpsOf(loops.bulk, traces),
    'send.test': wakeUpsOf(loops.test, traces),
    'send-worker.inbound': options.inbound,
  });
  return {
    stop: async () => {
      await Promise.all([look.close(), consumer.close(), ...dueQueues.map((queue) => loops[queue].stop())]);
    },
    empty: async () => {
      await Promise.all(dueQueues.map((queue) => loops[queue].empty()));
      await slow.close();
    },
  };
}

/** Each job names messages that were just queued. It is done at once: their rows say what is due. */
function wakeUpsOf(loop: ClaimLoop, traces: TraceParents) {
  return {
    prefetch,
    inFlightWeightMax: prefetch,
    handle: ({ payload }: Pick<MessageOf<`send.${Lane}`>, 'payload'>) => {
      for (const { message_id, organization_id, trace_parent } of payload.messages) {
        if (trace_parent !== undefined) traces.put(message_id, trace_parent);
        if (organization_id !== undefined) loop.wake(organization_id);
      }
      return Promise.resolve();
    },
  };
}

function startLook(
  { pool, gate, log }: Options,
  running: { readonly sweepIntervalMs: number; readonly loops: Loops; readonly weeks: QueuedWeeks },
): RecurringTask {
  const { sweepIntervalMs, loops, weeks } = running;
  let restUntilMs = Number.NEGATIVE_INFINITY;
  let sweptAtMs = Number.NEGATIVE_INFINITY;
  return startRecurringTask({
    name: 'due mail',
    intervalMs: Math.min(lookIntervalMs, sweepIntervalMs),
    log,
    run: async () => {
      const beganMs = performance.now();
      if (!gate.isOpen() || beganMs < restUntilMs) return;
      if (beganMs - sweptAtMs >= sweepIntervalMs) {
        sweptAtMs = beganMs;
        // Shows that mail is sent from this database (see restorations/).
        await takeTurn(pool, { name: 'due', intervalMs: sweepIntervalMs / 2 });
        await weeks.read();
      }
      const due = await findDueOrganizations(pool);
      for (const { organizationId, queue } of due) loops[queue].wake(organizationId);
      const expired = await findExpired(pool, expiredMax);
      for (const [queue, messages] of Map.groupBy(expired, (each) => each.queue)) {
        await loops[queue].claimExpired(messages.map(({ id }) => id));
      }
      const endedMs = performance.now();
      restUntilMs = endedMs + (lookShare - 1) * (endedMs - beganMs);
    },
  });
}

/** The ids of the weeks that have queued messages, as they were read last. */
interface QueuedWeeks {
  ids(): Promise<QueuedIds>;
  read(): Promise<QueuedIds>;
}

function createQueuedWeeks(find: () => Promise<QueuedIds>): QueuedWeeks {
  let last: Promise<QueuedIds> | undefined;
  const read = (): Promise<QueuedIds> => {
    const reading = find();
    // The next to ask reads again.
    reading.catch(() => (last = undefined));
    return (last = reading);
  };
  return { read, ids: () => last ?? read() };
}
