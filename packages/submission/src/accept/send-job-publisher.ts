import {
  sendJobsOf,
  type SendJobMessage,
  type SendQueueName,
  type SendJob,
} from '@postrider/contracts/queues';
import type { Lane } from '@postrider/contracts/statuses';
import { currentTraceParent } from '@postrider/runtime';

/** Publishes one job; never rejects. Workers find in PostgreSQL what is lost on the way. */
export type PublishJob = (queue: SendQueueName, job: SendJob) => Promise<boolean>;

export type Enqueue = (message: {
  readonly id: string;
  readonly organization_id: string;
  readonly lane: Lane;
}) => void;

export interface SendJobPublisher {
  readonly enqueue: Enqueue;
  /** Publishes what still gathers. */
  readonly flush: () => void;
}

/**
 * Messages that follow each other sooner than this share jobs. A job costs the broker some 400 µs, more than a message
 * costs Postgres; where mail is rare enough that nothing is gained, nothing waits.
 */
const gatheredMs = 10;

/**
 * Tells the workers of accepted messages.
 *
 * - nothing gathers, the last job is `gatheredMs` ago → published, once the answers that are ready have been written
 * - nothing gathers, the last job is not so long ago → gathers until it is
 * - something gathers → goes with it
 */
export function createSendJobPublisher(publishJob: PublishJob): SendJobPublisher {
  const waiting = new Map<Lane, SendJobMessage[]>();
  let publishedAtMs = Number.NEGATIVE_INFINITY;

  const flush = (): void => {
    if (waiting.size === 0) return;
    publishedAtMs = performance.now();
    for (const [lane, messages] of waiting) {
      for (const job of sendJobsOf(messages)) void publishJob(`send.${lane}`, job);
    }
    waiting.clear();
  };
  const flushSoon = (): void => {
    const gatherMs = publishedAtMs + gatheredMs - performance.now();
    if (gatherMs > 0) setTimeout(flush, gatherMs);
    else setImmediate(flush);
  };

  const enqueue: Enqueue = ({ id, organization_id, lane }) => {
    if (waiting.size === 0) flushSoon();
    const traceParent = currentTraceParent();
    const message = {
      message_id: id,
      organization_id,
      ...(traceParent !== undefined && { trace_parent: traceParent }),
    };
    const others = waiting.get(lane);
    if (others) others.push(message);
    else waiting.set(lane, [message]);
  };
  return { enqueue, flush };
}
