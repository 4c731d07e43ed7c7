import type { JobQueueName } from '@postrider/contracts';

/**
 * How far this process has come in each queue: the latest due time among the messages that it claimed from there.
 * Queues are first in, first out, and messages are enqueued when they are due, so what was due well before that
 * and is still unclaimed is not in the queue any more.
 */
export interface TakenUntil {
  note(queue: JobQueueName, dueAt: Date): void;
  /** Undefined: nothing was claimed from it yet. */
  of(queue: JobQueueName): Date | undefined;
}

export function createTakenUntil(): TakenUntil {
  const latest = new Map<JobQueueName, Date>();
  return {
    note: (queue, dueAt) => {
      const known = latest.get(queue);
      if (known === undefined || dueAt > known) latest.set(queue, dueAt);
    },
    of: (queue) => latest.get(queue),
  };
}
