import type { JobQueueName, SendJob } from '@postrider/contracts';

/** Publishes one job; never rejects. What is lost on the way is found in Postgres by the worker's sweep. */
export type PublishJob = (queue: JobQueueName, job: SendJob) => Promise<boolean>;

export type Announce = (job: SendJob) => void;

/** Tells the workers of accepted messages, once the answers that are ready have been written. */
export function createAnnounce(publishJob: PublishJob): Announce {
  let waiting: SendJob[] = [];
  const publishAll = (): void => {
    const jobs = waiting;
    waiting = [];
    for (const job of jobs) void publishJob(`send.${job.lane}`, job);
  };
  return (job) => {
    if (waiting.push(job) === 1) setImmediate(publishAll);
  };
}
