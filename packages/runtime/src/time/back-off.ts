export interface BackOff {
  readonly baseMs: number;
  readonly maxMs: number;
  /** Share of the delay that is random, 0 to 1. */
  readonly jitter?: number;
}

/**
 * Delay before retry number `attempt` (1 is the first retry): doubles up to `maxMs`, less a random share,
 * so that replicas that failed together do not come back together.
 */
export function backOffMs(attempt: number, backOff: BackOff, random: () => number = Math.random): number {
  const { baseMs, maxMs, jitter = 0.2 } = backOff;
  // 2^30 is beyond any maximum in use; the cap keeps the power finite for endless retries.
  const delayMs = Math.min(maxMs, baseMs * 2 ** Math.min(30, Math.max(0, attempt - 1)));
  return Math.round(delayMs * (1 - jitter * random()));
}
