import { AppError } from '@postrider/contracts/errors';
import type { DeadLetters } from '@postrider/messaging';
import { createSemaphore, withTimeout } from '@postrider/runtime';

/** Far above what a request takes: 100 dead letters are looked at or requeued within a second. */
const workTimeoutMs = 20_000;

/** Operators look at dead letters now and then: each look has a connection of its own. */
export interface DeadLetterAccess {
  /** @throws AppError `service_unavailable` when RabbitMQ does not answer in time */
  use<T>(work: (deadLetters: DeadLetters) => Promise<T>): Promise<T>;
  /** The same, one at a time: while one looks at dead letters, another would not count them. */
  useInTurn<T>(work: (deadLetters: DeadLetters) => Promise<T>): Promise<T>;
}

export function createDeadLetterAccess(open: () => Promise<DeadLetters>): DeadLetterAccess {
  const turns = createSemaphore({ permits: 1 });
  const use = async <T>(work: (deadLetters: DeadLetters) => Promise<T>): Promise<T> => {
    const deadLetters = await open().catch(unavailable);
    try {
      const answered = async () => ({ answer: await work(deadLetters) });
      const inTime = await withTimeout(workTimeoutMs, answered, { orElse: null });
      return inTime === null ? unavailable() : inTime.answer;
    } finally {
      await deadLetters.close();
    }
  };
  return { use, useInTurn: (work) => turns.run({ priority: 0, owner: '' }, () => use(work)) };
}

function unavailable(cause?: unknown): never {
  throw new AppError('service_unavailable', 'RabbitMQ does not answer. Try again.', { cause });
}
