import type { Lane, SendQueueName } from '@postrider/contracts';
import type { Broker, Consumer, ConsumerOptions, MessageOf } from '@postrider/messaging';
import type { Metrics } from '@postrider/runtime';
import type { Settings } from '../config';
import type { DelayedJobs } from '../schedule/delayed-jobs';
import { ClaimLoop, type ClaimLoopOptions } from './claim-loop';
import { createConsumedWatermark, type ConsumedWatermark } from './consumed-watermark';
import { createSlowMessages } from './slow-messages';

export interface SendJobConsumers {
  readonly watermark: ConsumedWatermark;
  /** Ids of messages of the queue, and of its overflow queue, that wait in this process for their claim. */
  waiting(queue: SendQueueName): ReadonlySet<string>;
  /** No new claims; unclaimed jobs go back to the broker. */
  stopClaiming(): Promise<void>;
  /** Resolves when nothing is in hand. */
  empty(): Promise<void>;
}

interface Options extends Omit<ClaimLoopOptions, 'publisher' | 'slow' | 'watermark'> {
  readonly broker: Broker;
  readonly delayedJobs: Pick<DelayedJobs, 'planScheduled'>;
  /** Has permits of its own; it is here because `consumeAll` starts all consumers of a service together. */
  readonly inbound: ConsumerOptions<'send-worker.inbound'>;
  readonly metrics: Metrics;
}

/** One claim loop for each lane, over its queue and its overflow queue, so that a lane that is stuck takes nothing from another. */
export function startSendJobConsumers(options: Options, settings: Settings): SendJobConsumers {
  const { broker, delayedJobs, log, metrics } = options;
  const watermark = createConsumedWatermark();
  const slow = createSlowMessages({ slowMax: settings.SLOW_MESSAGES_MAX, log, metrics });
  const loopOf = (queue: SendQueueName, inHandMax: number): ClaimLoop =>
    new ClaimLoop(
      { ...options, publisher: broker.publisher, slow, watermark },
      { queue, inHandMax, prefetch: settings.PREFETCH },
    );
  const loops: Readonly<Record<SendQueueName, ClaimLoop>> = {
    'send.transactional': loopOf('send.transactional', settings.LANE_TRANSACTIONAL),
    'send.bulk': loopOf('send.bulk', settings.LANE_BULK),
    'send.retry': loopOf('send.retry', settings.LANE_RETRY),
    'send.test': loopOf('send.test', settings.LANE_TEST),
  };
  const jobsOf = { prefetch: settings.PREFETCH, inFlightWeightMax: settings.PREFETCH };
  const firstPassesOf = (lane: Lane) => ({
    ...jobsOf,
    handle: ({ payload }: Pick<MessageOf<`send.${Lane}`>, 'payload'>) =>
      loops[`send.${lane}`].handle({
        payload: { messages: delayedJobs.planScheduled(lane, payload.messages) },
      }),
  });
  const overflowQueueOf = (queue: SendQueueName) => ({ ...jobsOf, handle: loops[queue].handleOverflow });
  const consumer: Consumer = broker.consumeAll('send-worker', {
    'send.transactional': firstPassesOf('transactional'),
    'send.transactional.overflow': overflowQueueOf('send.transactional'),
    'send.bulk': firstPassesOf('bulk'),
    'send.bulk.overflow': overflowQueueOf('send.bulk'),
    'send.retry': { ...jobsOf, handle: loops['send.retry'].handle },
    'send.retry.overflow': overflowQueueOf('send.retry'),
    'send.test': firstPassesOf('test'),
    'send.test.overflow': overflowQueueOf('send.test'),
    'send-worker.inbound': options.inbound,
  });
  const all = Object.values(loops);
  return {
    watermark,
    waiting: (queue) => loops[queue].waiting(),
    stopClaiming: async () => {
      const stopped = Promise.all(all.map((loop) => loop.stop()));
      await consumer.close();
      await stopped;
    },
    empty: async () => {
      await Promise.all(all.map((loop) => loop.empty()));
      await slow.close();
    },
  };
}
