import assert from 'node:assert';
import { createRequire } from 'node:module';
import type { Job, Queue, Worker } from 'bullmq';
import type * as bullmq from 'bullmq';
import { withTimeout, type Logger, type Metrics } from '@postrider/runtime';
import type { z } from 'zod';
import { keepRepeated, retryBackOff, type PrivateJob, type RepeatedJob } from './private-jobs';
import { createPatientRedis, createRedis, pingRedis } from './redis-client';

type Jobs = Readonly<Record<string, PrivateJob>>;
type PayloadOf<List extends Jobs, Name extends keyof List> = z.input<List[Name]['schema']>;

export interface DelayedJob<Payload> {
  /** What the job is about; the same subject at the same time is one job. No colons. */
  readonly subject: string;
  readonly payload: Payload;
  /** Default: now. */
  readonly at?: Date;
}

/** A BullMQ queue that belongs to one service: delays, retries and cron. May be wiped at any moment. */
export interface PrivateQueue<List extends Jobs> {
  /**
   * Plans jobs. Never rejects: false means that Redis took none of them, or did not say so in time,
   * and that the service's sweep will find the work.
   */
  plan<Name extends keyof List & string>(
    name: Name,
    delayed: readonly DelayedJob<PayloadOf<List, Name>>[],
  ): Promise<boolean>;
  /** Rejects when Redis does not answer. */
  ready(): Promise<void>;
  /** Waits for the jobs that run, then disconnects. */
  close(): Promise<void>;
}

export interface PrivateQueueOptions<List extends Jobs> {
  readonly redisUrl: string;
  /** The owner and its purpose, e.g. `metrics-aggregator.maintenance`. */
  readonly name: string;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly concurrency: number;
  readonly jobs: List;
  readonly repeated?: Readonly<Record<string, RepeatedJob>>;
}

const planTimeoutMs = 2_000;
const closeTimeoutMs = 10_000;
const cutTimeoutMs = 1_000;

export function createPrivateQueue<List extends Jobs>(
  options: PrivateQueueOptions<List>,
): PrivateQueue<List> {
  const { redisUrl, name, log, concurrency } = options;
  // Read here: services that have no queue would carry its 5 MB.
  const { Queue, Worker } = createRequire(__filename)('bullmq') as typeof bullmq;
  // The hash tag keeps all keys of a queue on one node of a cluster, and spreads queues over nodes.
  const prefix = `{postrider.${name}}`;
  const producer = createRedis({
    url: redisUrl,
    name: `${name} plan`,
    log,
    commandTimeoutMs: planTimeoutMs,
  });
  const patient = createPatientRedis({ url: redisUrl, name: `${name} work`, log });
  const queue = new Queue(name, { connection: producer, prefix });
  const worker = new Worker(name, createProcessor(options), {
    connection: patient,
    prefix,
    concurrency,
    removeOnComplete: { count: 0 },
    removeOnFail: { count: 1_000, age: 7 * 86_400 },
  });
  // Both report every failed attempt while Redis is unavailable, and of locks that are gone after FLUSHALL.
  const complain = seldom(10_000, (error: Error) =>
    log.warn({ err: error, queue: name }, 'private queue error'),
  );
  queue.on('error', complain);
  worker.on('error', complain);

  const replanning = keepRepeated(queue, { name, log, repeated: options.repeated ?? {} });

  return {
    plan: (jobName, delayed) =>
      producer.status === 'ready' ? addAll(queue, options, { jobName, delayed }) : Promise.resolve(false),
    ready: () => pingRedis(producer),
    close: async () => {
      await replanning.close();
      const answering = producer.status === 'ready';
      await closeWorker(worker, answering ? closeTimeoutMs : cutTimeoutMs);
      await withTimeout(cutTimeoutMs, () => queue.close()).catch(() => undefined);
      producer.disconnect();
      patient.disconnect();
    },
  };
}

/** While Redis is unavailable BullMQ waits for it, also to close: then its connections are cut. */
async function closeWorker(worker: Worker, timeoutMs: number): Promise<void> {
  try {
    await withTimeout(timeoutMs, () => worker.close());
  } catch {
    await withTimeout(cutTimeoutMs, () => worker.disconnect()).catch(() => undefined);
  }
}

async function addAll<List extends Jobs>(
  queue: Queue,
  { log, name, jobs }: PrivateQueueOptions<List>,
  { jobName, delayed }: { jobName: string; delayed: readonly DelayedJob<unknown>[] },
): Promise<boolean> {
  const kind = jobs[jobName];
  assert(kind !== undefined, 'only jobs of the queue are planned');
  const nowMs = Date.now();
  const planned = delayed.map(({ subject, payload, at }) => {
    const atMs = at?.getTime() ?? nowMs;
    return {
      name: jobName,
      data: payload,
      opts: {
        // BullMQ ignores an id that exists: with the time in it, a running job can plan its own successor.
        jobId: `${jobName}.${subject}.${atMs}`,
        delay: Math.max(0, atMs - nowMs),
        attempts: kind.attemptsMax,
        backoff: retryBackOff,
      },
    };
  });
  try {
    await withTimeout(planTimeoutMs, () => queue.addBulk(planned));
    return true;
  } catch (error) {
    log.warn({ err: error, queue: name, job: jobName, jobs: planned.length }, 'jobs could not be scheduled');
    return false;
  }
}

function createProcessor<List extends Jobs>(options: PrivateQueueOptions<List>): (job: Job) => Promise<void> {
  const { name, log, metrics, jobs, repeated = {} } = options;
  const jobNames = [...Object.keys(jobs), ...Object.keys(repeated)];
  const handled = metrics.counter(
    'private_jobs_handled',
    'Jobs of private queues, by queue, job and outcome.',
    { queue: [name], job: jobNames, outcome: ['done', 'failed'] },
  );
  const duration = metrics.histogram('private_job_duration_seconds', 'Duration of a job, by queue and job.', {
    labels: { queue: [name], job: jobNames },
  });

  const handle = async (job: Job): Promise<void> => {
    const kind = jobs[job.name];
    if (kind) return kind.handle(kind.schema.parse(job.data));
    const repetition = repeated[job.name];
    if (repetition) return repetition.handle();
    throw new Error(`no handler for job ${job.name}`);
  };

  return async (job) => {
    const startedMs = performance.now();
    const labels = { queue: name, job: job.name };
    try {
      await handle(job);
      handled.add(1, { ...labels, outcome: 'done' });
    } catch (error) {
      handled.add(1, { ...labels, outcome: 'failed' });
      log.warn(
        { err: error, ...labels, job_id: job.id, attempt: job.attemptsMade + 1 },
        'private job failed',
      );
      throw error;
    } finally {
      duration.record((performance.now() - startedMs) / 1_000, labels);
    }
  };
}

/** Passes an error on unless one with the same text was passed on within `intervalMs`. */
function seldom(intervalMs: number, tell: (error: Error) => void): (error: Error) => void {
  let last = { text: '', atMs: -Infinity };
  return (error) => {
    const nowMs = performance.now();
    if (error.message === last.text && nowMs - last.atMs < intervalMs) return;
    last = { text: error.message, atMs: nowMs };
    tell(error);
  };
}
