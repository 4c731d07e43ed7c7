import type { JobQueueName } from '@postrider/contracts';
import type { ConsumerOptions } from '@postrider/messaging';
import type { Settings } from '../config';
import { createTakenUntil, type TakenUntil } from './consumed-watermark';
import { createSlots, type Slots } from './permits';
import { sendJobConsumer, type LaneParts } from './send-job.consumer';

export interface Lanes {
  readonly takenUntil: TakenUntil;
  /** No new claims; unclaimed jobs go back to the broker. */
  stopTaking(): Promise<void>;
  /** Resolves when nothing is in hand. */
  empty(): Promise<void>;
}

/** One statement claims as many as one statement of the accept path inserts. */
const CLAIM_MAX = 200;

/** A consumer and a share of its own for each lane: what stands still in one takes nothing from another. */
export function startLanes(parts: LaneParts, settings: Settings): Lanes {
  const shares: Readonly<Record<JobQueueName, number>> = {
    'send.transactional': settings.LANE_TRANSACTIONAL,
    'send.bulk': settings.LANE_BULK,
    'send.retry': settings.LANE_RETRY,
    'send.test': settings.LANE_TEST,
  };
  const takenUntil = createTakenUntil();
  const opened: Slots[] = [];
  const consumerOf = (queue: JobQueueName): ConsumerOptions<JobQueueName> => {
    const slots = createSlots(shares[queue]);
    opened.push(slots);
    const lane = { queue, prefetch: settings.PREFETCH, claimMax: CLAIM_MAX, slots, takenUntil };
    return sendJobConsumer(parts, lane);
  };
  const consumer = parts.broker.consumeAll('send-worker', {
    'send.transactional': consumerOf('send.transactional'),
    'send.bulk': consumerOf('send.bulk'),
    'send.retry': consumerOf('send.retry'),
    'send.test': consumerOf('send.test'),
  });
  return {
    takenUntil,
    stopTaking: async () => {
      for (const slots of opened) slots.close();
      await consumer.close();
    },
    empty: async () => {
      await Promise.all(opened.map((slots) => slots.empty()));
    },
  };
}
