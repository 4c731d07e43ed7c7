import { createPriorityQueue, type Place } from './priority-queue';

/** Lets a few run at a time. The highest priority is next, and within a priority owners take turns. */
export interface Semaphore {
  run<T>(place: Place, work: () => Promise<T>): Promise<T>;
}

export function createSemaphore(options: {
  readonly permits: number;
  readonly priorities: number;
}): Semaphore {
  const queue = createPriorityQueue<() => void>(options.priorities);
  let free = options.permits;

  const acquire = (place: Place): Promise<void> => {
    if (free > 0) {
      free -= 1;
      return Promise.resolve();
    }
    return new Promise((resolve) => queue.add(resolve, place));
  };
  const release = (): void => {
    const next = queue.take();
    if (next) next.waiter();
    else free += 1;
  };

  return {
    run: async (place, work) => {
      await acquire(place);
      try {
        return await work();
      } finally {
        release();
      }
    },
  };
}
