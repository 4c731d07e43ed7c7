import type { JobSchedulerJson, Queue } from 'bullmq';
import { startRecurringTask, type Logger, type RecurringTask } from '@postrider/runtime';
import type { z } from 'zod';

/** When a job comes again by itself. */
export type Repetition = { readonly everyMs: number } | { readonly cron: string };

/** One kind of job in a service's own queue. The queue is a convenience: what must happen is also found in Postgres. */
export interface PrivateJob<Schema extends z.ZodType = z.ZodType> {
  readonly schema: Schema;
  /** Attempts until the job is given up; the handler is idempotent. */
  readonly attemptsMax: number;
  readonly handle: (payload: z.output<Schema>) => Promise<void>;
}

/** A job without a payload that comes again and again, once over all replicas. Cron patterns are in UTC. */
export interface RepeatedJob {
  readonly repeat: Repetition;
  readonly attemptsMax: number;
  readonly handle: () => Promise<void>;
}

/** Between the attempts of one job: 1 s, 2 s, 4 s and so on. */
export const retryBackOff = { type: 'exponential', delay: 1_000, jitter: 0.2 } as const;

/** Keeps the payload's type together with its handler inside a list of jobs. */
export function privateJob<Schema extends z.ZodType>(job: PrivateJob<Schema>): PrivateJob<Schema> {
  return job;
}

/** After FLUSHALL repeated jobs are gone; they are planned again within this. */
const replanIntervalMs = 30_000;
const schedulersMax = 1_000;

/** Plans the repeated jobs now and whenever they are missing or differ; removes those that the service has no more. */
export function keepRepeated(
  queue: Queue,
  options: {
    readonly name: string;
    readonly log: Logger;
    readonly repeated: Readonly<Record<string, RepeatedJob>>;
  },
): RecurringTask {
  const { name, log, repeated } = options;
  return startRecurringTask({
    name: `repeated jobs of ${name}`,
    intervalMs: replanIntervalMs,
    log,
    run: async () => {
      const planned = await queue.getJobSchedulers(0, schedulersMax, true);
      for (const { key } of planned) {
        if (!(key in repeated)) await queue.removeJobScheduler(key);
      }
      for (const [jobName, { repeat, attemptsMax }] of Object.entries(repeated)) {
        // Planning what is planned already would begin its interval again, and a long one would never end.
        if (planned.some((scheduler) => scheduler.key === jobName && isSame(scheduler, repeat))) continue;
        await queue.upsertJobScheduler(jobName, toBullRepeat(repeat), {
          name: jobName,
          data: {},
          opts: { attempts: attemptsMax, backoff: retryBackOff },
        });
      }
    },
  });
}

function isSame(scheduler: JobSchedulerJson, repeat: Repetition): boolean {
  return 'everyMs' in repeat ? Number(scheduler.every) === repeat.everyMs : scheduler.pattern === repeat.cron;
}

function toBullRepeat(repeat: Repetition): { every: number } | { pattern: string; tz: string } {
  return 'everyMs' in repeat ? { every: repeat.everyMs } : { pattern: repeat.cron, tz: 'UTC' };
}
