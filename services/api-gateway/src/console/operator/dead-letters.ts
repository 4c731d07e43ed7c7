import type { DeadLetters } from '@postrider/messaging';

/** Operators look at dead letters now and then: each look has a connection of its own. */
export async function withDeadLetters<T>(
  open: () => Promise<DeadLetters>,
  work: (deadLetters: DeadLetters) => Promise<T>,
): Promise<T> {
  const deadLetters = await open();
  try {
    return await work(deadLetters);
  } finally {
    await deadLetters.close();
  }
}
