import type { z } from 'zod';

/** When a job comes again by itself. */
export type Repetition = { readonly everyMs: number } | { readonly cron: string };

/** One kind of job in a service's own queue. The queue is a convenience: what must happen is also found in Postgres. */
export interface PrivateJob<Schema extends z.ZodType = z.ZodType> {
  readonly schema: Schema;
  /** Tries until the job is given up; the handler is idempotent. */
  readonly attemptsMax: number;
  readonly handle: (payload: z.output<Schema>) => Promise<void>;
}

/** A job without a payload that comes again and again, once over all replicas. Cron patterns are in UTC. */
export interface RepeatedJob {
  readonly repeat: Repetition;
  readonly attemptsMax: number;
  readonly handle: () => Promise<void>;
}

/** Between the tries of one job: 1 s, 2 s, 4 s and so on. */
export const retryBackOff = { type: 'exponential', delay: 1_000, jitter: 0.2 } as const;

/** Keeps the payload's type together with its handler inside a list of jobs. */
export function privateJob<Schema extends z.ZodType>(job: PrivateJob<Schema>): PrivateJob<Schema> {
  return job;
}
