import {
  sendJobsOf,
  type AnnouncedMessage,
  type JobQueueName,
  type Lane,
  type SendJob,
} from '@postrider/contracts';
import { currentTraceParent } from '@postrider/runtime';

/** Publishes one job; never rejects. What is lost on the way is found in Postgres by the worker's sweep. */
export type PublishJob = (queue: JobQueueName, job: SendJob) => Promise<boolean>;

export type Announce = (message: { readonly id: string; readonly lane: Lane }) => void;

/**
 * Tells the workers of accepted messages, once the answers that are ready have been written: whatever one statement
 * has stored goes out in a few jobs.
 */
export function createAnnounce(publishJob: PublishJob): Announce {
  const waiting = new Map<Lane, AnnouncedMessage[]>();
  const publishAll = (): void => {
    for (const [lane, messages] of waiting) {
      for (const job of sendJobsOf(messages)) void publishJob(`send.${lane}`, job);
    }
    waiting.clear();
  };
  return ({ id, lane }) => {
    if (waiting.size === 0) setImmediate(publishAll);
    const traceParent = currentTraceParent();
    const message = { message_id: id, ...(traceParent !== undefined && { trace_parent: traceParent }) };
    const others = waiting.get(lane);
    if (others) others.push(message);
    else waiting.set(lane, [message]);
  };
}
