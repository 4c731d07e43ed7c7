import type { Clock } from '@postrider/runtime';

/** The real time, turned forward by hand. */
export interface TurnedClock extends Clock {
  forward(byMs: number): void;
}

export function createTurnedClock(): TurnedClock {
  let aheadMs = 0;
  return {
    now: () => new Date(Date.now() + aheadMs),
    forward: (byMs) => {
      aheadMs += byMs;
    },
  };
}
