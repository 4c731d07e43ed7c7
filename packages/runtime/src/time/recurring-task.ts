import type { Logger } from '../log/logger';
import { wait } from './wait';

export interface RecurringTask {
  /** Runs the next round now instead of at its time. */
  wake(): void;
  /** Ends after the round that is running; its signal has been aborted. */
  close(): Promise<void>;
}

/**
 * - `again`: there is more to do; the next round follows at once
 * - `idle`: there was nothing to do; the interval doubles, up to `idleIntervalMs`
 * - nothing: the next round follows after `intervalMs`
 */
export type RoundResult = 'again' | 'idle' | void;

/**
 * Repeats `run` until it is closed, one round after the other, with an interval between rounds that is up to a fifth shorter
 * than given, so that replicas spread. A round that throws is logged.
 */
export function startRecurringTask(options: {
  readonly name: string;
  readonly intervalMs: number;
  /** Default: `intervalMs`. */
  readonly idleIntervalMs?: number;
  readonly log: Logger;
  readonly run: (signal: AbortSignal) => Promise<RoundResult>;
}): RecurringTask {
  const { name, intervalMs, idleIntervalMs = intervalMs, log, run } = options;
  const closing = new AbortController();
  let nap = new AbortController();

  const loop = async (): Promise<void> => {
    let waitMs = intervalMs;
    while (!closing.signal.aborted) {
      const result = await runOnce();
      waitMs = intervalAfter(result, waitMs, { intervalMs, idleIntervalMs });
      if (result === 'again' || closing.signal.aborted) continue;
      if (!(await wait(waitMs * (1 - 0.2 * Math.random()), nap.signal))) waitMs = intervalMs;
      nap = new AbortController();
    }
  };

  const runOnce = async (): Promise<RoundResult> => {
    try {
      return await run(closing.signal);
    } catch (error) {
      if (!closing.signal.aborted) log.error({ err: error, task: name }, 'recurring task failed');
      return undefined;
    }
  };

  const ended = loop();
  return {
    wake: () => nap.abort(),
    close: () => {
      closing.abort();
      nap.abort();
      return ended;
    },
  };
}

export function intervalAfter(
  result: RoundResult,
  lastMs: number,
  { intervalMs, idleIntervalMs }: { readonly intervalMs: number; readonly idleIntervalMs: number },
): number {
  return result === 'idle' ? Math.min(2 * lastMs, Math.max(intervalMs, idleIntervalMs)) : intervalMs;
}
