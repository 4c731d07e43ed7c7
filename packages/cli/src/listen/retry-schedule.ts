const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

/** Waits between attempts, as for the endpoints of the service. */
const waitsMs = [
  5 * secondMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  10 * hourMs,
] as const;

/** Share by which a wait is lengthened or shortened. */
const jitter = 0.1;

/**
 * How long to wait after the failed attempt number `attempt` (from 1); null when it was the last one.
 * @param random 0 up to 1
 */
export function waitAfterAttemptMs(attempt: number, random: () => number = Math.random): number | null {
  const waitMs = waitsMs[attempt - 1];
  return waitMs === undefined ? null : Math.round(waitMs * (1 + jitter * (2 * random() - 1)));
}
