/** Deliveries that a limit has sent away, counted to tell them when to come back: not all at the same moment, and not in vain. */
export interface TurnedAway {
  /** Counts one more. With as many as of late before it, its turn would be then. */
  retryInMs(perSecond: number, leastMs: number): number;
}

const windowMs = 60_000;
const retryMaxMs = 600_000;

export function createTurnedAway(): TurnedAway {
  let window = { sinceMs: -Infinity, count: 0 };
  return {
    retryInMs: (perSecond, leastMs) => {
      const nowMs = performance.now();
      if (nowMs - window.sinceMs > windowMs) window = { sinceMs: nowMs, count: 0 };
      window.count += 1;
      const turnMs = Number.isFinite(perSecond) ? (window.count * 1_000) / perSecond : 0;
      return Math.max(leastMs, Math.min(retryMaxMs, turnMs));
    },
  };
}
