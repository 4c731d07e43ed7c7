const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * Waits between tries. 5 s covers a restart, 5 and 30 minutes a deploy or a short outage, the hours a night:
 * 27.6 hours in all, so that whoever comes to work the next morning can still repair it.
 */
const waitsMs = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  10 * HOUR_MS,
] as const;

/** Tries of one delivery, the first one included. */
export const attemptsMax = waitsMs.length + 1;

/** Share by which a wait is lengthened or shortened, so that what failed together does not come back together. */
const JITTER = 0.1;

/**
 * How long to wait after the failed try number `attempt` (from 1); null when it was the last one.
 * @param random 0 up to 1
 */
export function waitAfterAttemptMs(attempt: number, random: () => number = Math.random): number | null {
  const waitMs = waitsMs[attempt - 1];
  if (waitMs === undefined) return null;
  return Math.round(waitMs * (1 + JITTER * (2 * random() - 1)));
}
