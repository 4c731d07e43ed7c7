import type { Clock } from '@postrider/runtime';

const dayMs = 86_400_000;

/** The real time, turned forward by hand, or stopped. */
export interface TurnedClock extends Clock {
  forward(byMs: number): void;
  /** Turns it to noon of the same day, so that no midnight comes between two calls of a test. */
  toNoon(): void;
  /** From now on it is moved by hand only: what a stopped process or a slow machine takes does not count. */
  stop(): void;
  go(): void;
}

export function createTurnedClock(): TurnedClock {
  let aheadMs = 0;
  let stoppedAtMs: number | null = null;
  const nowMs = (): number => (stoppedAtMs ?? Date.now()) + aheadMs;
  const forward = (byMs: number): void => {
    aheadMs += byMs;
  };
  return {
    now: () => new Date(nowMs()),
    forward,
    toNoon: () => forward(dayMs / 2 - (nowMs() % dayMs)),
    stop: () => {
      stoppedAtMs ??= Date.now();
    },
    go: () => {
      if (stoppedAtMs === null) return;
      aheadMs -= Date.now() - stoppedAtMs;
      stoppedAtMs = null;
    },
  };
}

/**
 * Stands still at noon of today, for what counts by the day. Sessions, and ids of rows that are compared with it, have the real time: up to
 * twelve hours away. Where they matter, `stop` a turned clock instead.
 */
export function createStoppedClock(): TurnedClock {
  const clock = createTurnedClock();
  clock.stop();
  clock.toNoon();
  return clock;
}
