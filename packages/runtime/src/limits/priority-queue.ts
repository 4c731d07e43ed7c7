import assert from 'node:assert';

/** Who waits, by priority: 0 goes first. */
export interface PriorityQueue<Waiter> {
  add(waiter: Waiter, priority: number): void;
  /** Back to the front: it has had its turn already. */
  addFirst(waiter: Waiter, priority: number): void;
  take(): { readonly waiter: Waiter; readonly priority: number } | undefined;
  /** Empties the queue. */
  takeAll(): readonly Waiter[];
  readonly size: number;
}

/** Every eighth turn is that of the lowest priority that waits, so that nobody starves. */
const antiStarvationTurns = 8;

/** @param priorities how many there are; a number beyond the last counts as the last */
export function createPriorityQueue<Waiter>(priorities: number): PriorityQueue<Waiter> {
  const queues: Waiter[][] = Array.from({ length: priorities }, () => []);
  let taken = 0;
  const queueOf = (priority: number): Waiter[] => {
    const queue = queues[Math.min(priority, priorities - 1)];
    assert(queue !== undefined, 'there is a queue for each priority');
    return queue;
  };

  return {
    add: (waiter, priority) => void queueOf(priority).push(waiter),
    addFirst: (waiter, priority) => void queueOf(priority).unshift(waiter),
    take: () => {
      taken += 1;
      const isFull = (queue: Waiter[]): boolean => queue.length > 0;
      const isTurnOfLast = taken % antiStarvationTurns === 0;
      const priority = isTurnOfLast ? queues.findLastIndex(isFull) : queues.findIndex(isFull);
      const waiter = queues[priority]?.shift();
      return waiter === undefined ? undefined : { waiter, priority };
    },
    takeAll: () => queues.flatMap((queue) => queue.splice(0)),
    get size() {
      return queues.reduce((sum, queue) => sum + queue.length, 0);
    },
  };
}
