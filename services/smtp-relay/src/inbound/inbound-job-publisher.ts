import { inboundJobsOf, type InboundJob, type InboundJobMail } from '@postrider/contracts/queues';
import { currentTraceParent } from '@postrider/runtime';

/** Publishes one job; never rejects. What is lost on the way is found in Postgres by the worker's sweep. */
export type PublishInboundJob = (job: InboundJob) => Promise<boolean>;

export interface InboundJobPublisher {
  readonly enqueue: (mailId: string) => void;
  /** Publishes what still gathers. */
  readonly flush: () => void;
}

/** Mails that follow each other sooner than this share jobs, which cost the broker more than a mail costs Postgres. */
const gatheredMs = 10;

/** Publishes jobs for committed mails; a mail after a pause at once. */
export function createInboundJobPublisher(publishJob: PublishInboundJob): InboundJobPublisher {
  let waiting: InboundJobMail[] = [];
  let publishedAtMs = Number.NEGATIVE_INFINITY;

  const flush = (): void => {
    if (waiting.length === 0) return;
    publishedAtMs = performance.now();
    const mails = waiting;
    waiting = [];
    for (const job of inboundJobsOf(mails)) void publishJob(job);
  };
  const enqueue = (id: string): void => {
    if (waiting.length === 0) {
      const gatherMs = publishedAtMs + gatheredMs - performance.now();
      if (gatherMs > 0) setTimeout(flush, gatherMs);
      else setImmediate(flush);
    }
    const traceParent = currentTraceParent();
    waiting.push({ id, ...(traceParent !== undefined && { trace_parent: traceParent }) });
  };
  return { enqueue, flush };
}
