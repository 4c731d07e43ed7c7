import { createPriorityQueue } from './priority-queue';

/** Lets a few run at a time; of those that wait, the one of the highest priority next. */
export interface Semaphore {
  /** `priority` 0 goes first. */
  run<T>(priority: number, work: () => Promise<T>): Promise<T>;
}

export function createSemaphore(options: {
  readonly permits: number;
  readonly priorities: number;
}): Semaphore {
  const queue = createPriorityQueue<() => void>(options.priorities);
  let free = options.permits;

  const acquire = (priority: number): Promise<void> => {
    if (free > 0) {
      free -= 1;
      return Promise.resolve();
    }
    return new Promise((resolve) => queue.add(resolve, priority));
  };
  const release = (): void => {
    const next = queue.take();
    if (next) next.waiter();
    else free += 1;
  };

  return {
    run: async (priority, work) => {
      await acquire(priority);
      try {
        return await work();
      } finally {
        release();
      }
    },
  };
}
