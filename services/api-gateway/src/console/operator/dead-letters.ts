import { AppError } from '@postrider/contracts';
import type { DeadLetters } from '@postrider/messaging';
import { withTimeout } from '@postrider/runtime';

/** Far above what a request takes: 100 dead letters are looked at or requeued within a second. */
const workTimeoutMs = 20_000;

/**
 * Operators look at dead letters now and then: each look has a connection of its own.
 * @throws AppError `service_unavailable` when RabbitMQ does not answer in time
 */
export async function withDeadLetters<T>(
  open: () => Promise<DeadLetters>,
  work: (deadLetters: DeadLetters) => Promise<T>,
): Promise<T> {
  const deadLetters = await open().catch(unavailable);
  try {
    const answered = async () => ({ answer: await work(deadLetters) });
    const inTime = await withTimeout(workTimeoutMs, answered, { orElse: null });
    return inTime === null ? unavailable() : inTime.answer;
  } finally {
    await deadLetters.close();
  }
}

function unavailable(cause?: unknown): never {
  throw new AppError('service_unavailable', 'RabbitMQ does not answer. Try again.', { cause });
}
