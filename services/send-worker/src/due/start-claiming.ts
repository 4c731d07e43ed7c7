import { type Lane } from '@postrider/contracts';
import type { Broker, ConsumerOptions, MessageOf } from '@postrider/messaging';
import { startRecurringTask, type Clock, type Metrics } from '@postrider/runtime';
import { dueQueues, type DueQueue } from '../claims/due-queue';
import {
  findDueOrganizations,
  findExpired,
  findQueuedIds,
  type QueuedIds,
} from '../claims/find-due.repository';
import type { Settings } from '../config';
import type { SendGate } from '../restorations/send-gate';
import { takeTurn } from '../take-turn';
import { ClaimLoop, type ClaimLoopOptions } from './claim-loop';
import { createSlowMessages } from './slow-messages';
import { createTraceParents } from './trace-parents';

export interface Claiming {
  /** No new claims. */
  stop(): Promise<void>;
  /** Resolves when nothing is in hand. */
  empty(): Promise<void>;
}

interface Options extends Omit<ClaimLoopOptions, 'gate' | 'slow' | 'traces' | 'queuedIds'> {
  readonly gate: Pick<SendGate, 'opened' | 'isOpen'>;
  readonly broker: Broker;
  /** Has permits of its own; it is here because `consumeAll` starts all consumers of a service together. */
  readonly inbound: ConsumerOptions<'send-worker.inbound'>;
  readonly clock: Clock;
  readonly metrics: Metrics;
}

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
export function startClaiming(options: Options, settings: Settings): Claiming {
  const { pool, gate, broker, clock, log, metrics } = options;
  const slow = createSlowMessages({ slowMax: settings.SLOW_MESSAGES_MAX, log, metrics });
  const traces = createTraceParents();
  let queuedIds: Promise<QueuedIds> | undefined;
  const readQueuedIds = (): Promise<QueuedIds> => {
    const read = findQueuedIds(pool, clock.now());
    read.catch(() => (queuedIds = undefined));
    return (queuedIds = read);
  };
  const loopOf = (queue: DueQueue, inHandMax: number): ClaimLoop =>
    new ClaimLoop(
      { ...options, slow, traces, queuedIds: () => queuedIds ?? readQueuedIds() },
      queue,
      inHandMax,
    );
  const loops: Readonly<Record<DueQueue, ClaimLoop>> = {
    transactional: loopOf('transactional', settings.LANE_TRANSACTIONAL),
    bulk: loopOf('bulk', settings.LANE_BULK),
    test: loopOf('test', settings.LANE_TEST),
    retry: loopOf('retry', settings.LANE_RETRY),
  };
  let lookedAtMs = Number.NEGATIVE_INFINITY;
  let restMs = 0;
  const look = startRecurringTask({
    name: 'due mail',
    intervalMs: Math.min(lookIntervalMs, settings.SWEEP_INTERVAL_MS),
    log,
    run: async () => {
      const beganMs = performance.now();
      if (!gate.isOpen() || beganMs < lookedAtMs + restMs) return;
      // Shows that mail is sent from this database (see restorations/).
      await takeTurn(pool, { name: 'due', intervalMs: settings.SWEEP_INTERVAL_MS / 2 });
      await readQueuedIds();
      for (const { organizationId, queue } of await findDueOrganizations(pool))
        loops[queue].wake(organizationId);
      const expired = await findExpired(pool, expiredMax);
      const byQueue = Map.groupBy(expired, ({ queue }) => queue);
      for (const [queue, messages] of byQueue) await loops[queue].claimExpired(messages.map(({ id }) => id));
      lookedAtMs = performance.now();
      restMs = (lookShare - 1) * (lookedAtMs - beganMs);
    },
  });
  const wakeUpsOf = (lane: Lane) => ({
    prefetch,
    inFlightWeightMax: prefetch,
    handle: ({ payload }: Pick<MessageOf<`send.${Lane}`>, 'payload'>) => {
      for (const { message_id, organization_id, trace_parent } of payload.messages) {
        if (trace_parent !== undefined) traces.put(message_id, trace_parent);
        if (organization_id !== undefined) loops[lane].wake(organization_id);
      }
      return Promise.resolve();
    },
  });
  const consumer = broker.consumeAll('send-worker', {
    'send.transactional': wakeUpsOf('transactional'),
    'send.bulk': wakeUpsOf('bulk'),
    'send.test': wakeUpsOf('test'),
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
