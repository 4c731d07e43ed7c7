/** A token bucket of one second's size. */
export interface Rate {
  /** Takes one token and answers 0, or tells in how many milliseconds there will be one. */
  take(nowMs: number): number;
}

export function createRate(perSecond: number): Rate {
  if (!Number.isFinite(perSecond)) return { take: () => 0 };
  let tokens = perSecond;
  let filledAtMs = -Infinity;
  return {
    take: (nowMs) => {
      const elapsedMs = Math.max(0, nowMs - filledAtMs);
      filledAtMs = nowMs;
      tokens = Math.min(Math.max(1, perSecond), tokens + (elapsedMs * perSecond) / 1_000);
      if (tokens >= 1) {
        tokens -= 1;
        return 0;
      }
      return Math.ceil(((1 - tokens) * 1_000) / perSecond);
    },
  };
}
