import type { JobSchedulerJson, Queue } from 'bullmq';
import { startRecurringTask, type Logger, type RecurringTask } from '@postrider/runtime';
import { retryBackOff, type RepeatedJob, type Repetition } from './private-job';

/** After FLUSHALL repeated jobs are gone; they are planned again within this. */
const REPLAN_INTERVAL_MS = 30_000;
const SCHEDULERS_MAX = 1_000;

/** Plans the repeated jobs now and whenever they are missing or differ; removes those that the service has no more. */
export function keepRepeated(
  queue: Queue,
  given: {
    readonly name: string;
    readonly log: Logger;
    readonly repeated: Readonly<Record<string, RepeatedJob>>;
  },
): RecurringTask {
  const { name, log, repeated } = given;
  return startRecurringTask({
    name: `repeated jobs of ${name}`,
    intervalMs: REPLAN_INTERVAL_MS,
    log,
    run: async () => {
      const planned = await queue.getJobSchedulers(0, SCHEDULERS_MAX, true);
      for (const { key } of planned) {
        if (!(key in repeated)) await queue.removeJobScheduler(key);
      }
      for (const [jobName, { repeat, attemptsMax }] of Object.entries(repeated)) {
        // Planning what is planned already would begin its interval anew, and a long one would never end.
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
