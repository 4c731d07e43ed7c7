import type { Logger } from '../log/logger';
import { wait } from './wait';

export interface RecurringTask {
  /** Runs the next round now instead of at its time. */
  wake(): void;
  /** Ends after the round that is running; its signal has been aborted. */
  close(): Promise<void>;
}

/**
 * Repeats `run` for ever, one round after the other: waits `intervalMs` (less up to a fifth, so that replicas spread)
 * between rounds. A round that answers `'again'` has more to do and is followed at once. A round that throws is logged.
 */
export function startRecurringTask(options: {
  readonly name: string;
  readonly intervalMs: number;
  readonly log: Logger;
  readonly run: (signal: AbortSignal) => Promise<'again' | void>;
}): RecurringTask {
  const { name, intervalMs, log, run } = options;
  const closing = new AbortController();
  let nap = new AbortController();

  const loop = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      const again = await runOnce();
      if (again || closing.signal.aborted) continue;
      await wait(intervalMs * (1 - 0.2 * Math.random()), nap.signal);
      nap = new AbortController();
    }
  };

  const runOnce = async (): Promise<boolean> => {
    try {
      return (await run(closing.signal)) === 'again';
    } catch (error) {
      if (!closing.signal.aborted) log.error({ err: error, task: name }, 'recurring task failed');
      return false;
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
