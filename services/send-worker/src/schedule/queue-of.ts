import type { JobQueueName, Lane } from '@postrider/contracts';

/** The queue in which a message is enqueued: retries never stand in front of first attempts. */
export function queueOf(lane: Lane, round: number): JobQueueName {
  return round > 0 && lane !== 'test' ? 'send.retry' : `send.${lane}`;
}
