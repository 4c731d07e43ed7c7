import { startRecurringTask, type Logger, type Metrics } from '@postrider/runtime';

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
  const slow = new Map<string, number>();
  let total = 0;

  const look = (): void => {
    const oldMs = nowMs() - slowMs;
    for (const running of quick) {
      if (running.sinceMs > oldMs) return;
      const own = slow.get(running.owner) ?? 0;
      if (own >= slowMax - total) continue;
      quick.delete(running);
      slow.set(running.owner, own + 1);
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
        const own = (slow.get(owner) ?? 0) - 1;
        if (own > 0) slow.set(owner, own);
        else slow.delete(owner);
        total -= 1;
        return true;
      };
    },
    close: () => task.close(),
  };
}
