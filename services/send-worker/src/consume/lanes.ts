import type { JobQueueName } from '@postrider/contracts';
import type { Settings } from '../config';
import { createSlots } from './permits';
import { consumeSendJobs, type LaneParts } from './send-job.consumer';
import { createTakenUntil, type TakenUntil } from './consumed-watermark';

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
  const queues = Object.keys(shares) as JobQueueName[];
  const lanes = queues.map((queue) => {
    const slots = createSlots(shares[queue]);
    const lane = { queue, prefetch: settings.PREFETCH, claimMax: CLAIM_MAX, slots, takenUntil };
    return { slots, consumer: consumeSendJobs(parts, lane) };
  });
  return {
    takenUntil,
    stopTaking: async () => {
      for (const { slots } of lanes) slots.close();
      await Promise.all(lanes.map(({ consumer }) => consumer.close()));
    },
    empty: async () => {
      await Promise.all(lanes.map(({ slots }) => slots.empty()));
    },
  };
}
