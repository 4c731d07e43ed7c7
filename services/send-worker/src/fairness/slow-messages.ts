import { CountByKey, startRecurringTask, type Logger, type Metrics } from '@postrider/runtime';

/**
 * Messages in hand that take long, for example because a server does not answer the final dot. After `slowMs` one gives its
 * permit back to those that are quick and counts here instead, so that 256 mails to servers that never answer do not
 * stop everybody's for ten minutes.
 */
export interface SlowMessages {
  /** @param onSlow gives its permit back; called once, or never. @returns what to call at its end; true: it was slow */
  begin(owner: string, onSlow: () => void): () => boolean;
  close(): Promise<void>;
}

/** A quick server has answered by then; one that looks a sender up, or holds it back on purpose, has not. */
const slowMs = 5_000;
const lookIntervalMs = 1_000;

interface Running {
  readonly owner: string;
  readonly sinceMs: number;
  readonly onSlow: () => void;
}

/** @param options.slowMax of all organizations; one has no more than are left for the others */
export function createSlowMessages(options: {
  readonly slowMax: number;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly nowMs?: () => number;
}): SlowMessages {
  const { slowMax, log, nowMs = () => performance.now() } = options;
  /** Oldest first. */
  const quick = new Set<Running>();
  const slow = new CountByKey();
  let total = 0;

  const look = (): void => {
    const oldMs = nowMs() - slowMs;
    for (const running of quick) {
      if (running.sinceMs > oldMs) return;
      if (slow.of(running.owner) >= slowMax - total) continue;
      quick.delete(running);
      slow.add(running.owner, 1);
      total += 1;
      running.onSlow();
    }
  };
  const task = startRecurringTask({
    name: 'slow messages',
    intervalMs: lookIntervalMs,
    log,
    run: () => Promise.resolve(look()),
  });
  options.metrics.gauge(
    'send_slow',
    'Messages in hand that take long and hold no place of the quick.',
    () => total,
  );

  return {
    begin: (owner, onSlow) => {
      const running = { owner, sinceMs: nowMs(), onSlow };
      quick.add(running);
      return () => {
        if (quick.delete(running)) return false;
        slow.add(owner, -1);
        total -= 1;
        return true;
      };
    },
    close: () => task.close(),
  };
}
