import { setTimeout as delay } from 'node:timers/promises';

export interface EventuallyOptions {
  /** Default 30,000: on a busy machine, a few seconds pass in which nothing runs. */
  timeoutMs?: number;
  /** Pause between two looks; default 25. */
  intervalMs?: number;
  /** What is waited for, for the failure's text. */
  what?: string;
}

type Falsy = false | null | undefined;

/**
 * Waits until `condition` returns something truthy, and returns that. A throw counts as not yet.
 *
 * @throws after the timeout: the condition's last error, or one that names what was waited for
 */
export async function eventually<T>(
  condition: () => T | Promise<T>,
  { timeoutMs = 30_000, intervalMs = 25, what = 'the condition' }: EventuallyOptions = {},
): Promise<Exclude<T, Falsy>> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    let failure: unknown;
    try {
      const value = await condition();
      if (value) return value as Exclude<T, Falsy>;
    } catch (error) {
      failure = error;
    }
    if (performance.now() >= deadline) {
      throw failure instanceof Error ? failure : new Error(`${what} did not hold within ${timeoutMs} ms`);
    }
    await delay(intervalMs);
  }
}

/** Waits until `assertion` stops throwing: `await eventuallyPasses(() => expect(sink.messages).toHaveLength(1))`. */
export async function eventuallyPasses(
  assertion: () => unknown,
  options: EventuallyOptions = {},
): Promise<void> {
  await eventually(async () => {
    await assertion();
    return true;
  }, options);
}
