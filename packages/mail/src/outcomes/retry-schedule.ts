const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

// Short first steps get through greylisting (5–15 min) and restarts; six hours keeps a dead site cheap.
const DELAYS_MS = [1, 5, 15, 30, 60, 120, 240].map((minutes) => minutes * MINUTE_MS);
const LATE_DELAY_MS = 6 * HOUR_MS;
const JITTER = 0.1; // messages deferred together do not come back together
const LIFETIME_MS = { transactional: 48 * HOUR_MS, bulk: 24 * HOUR_MS } as const;

export type RetryLane = keyof typeof LIFETIME_MS;

export interface RetryQuestion {
  /** How many rounds have been tried, the one just deferred included: 1 after the first. */
  attempt: number;
  /** When the first round was due. */
  firstAt: Date;
  now: Date;
  lane: RetryLane;
  /** The wait the server asked for; it wins over the table. */
  hintMs?: number | null | undefined;
  /** `expires_at` of the request: not handed over by then is too late. */
  expiresAt?: Date | null | undefined;
  /** 0 ≤ x < 1. */
  random: () => number;
}

/** When to try again, or `give_up` when that would be past the lifetime of the message. */
export function nextRetry(question: RetryQuestion): Date | 'give_up' {
  const { attempt, firstAt, now, lane, hintMs, expiresAt, random } = question;
  const delayMs = hintMs ?? DELAYS_MS[Math.max(attempt, 1) - 1] ?? LATE_DELAY_MS;
  // A hint is a lower bound: coming back before it counts as ignoring it.
  const factor = hintMs == null ? 1 - JITTER + 2 * JITTER * random() : 1 + JITTER * random();
  const nextAt = now.getTime() + Math.round(delayMs * factor);
  const endsAt = Math.min(firstAt.getTime() + LIFETIME_MS[lane], expiresAt?.getTime() ?? Infinity);
  return nextAt > endsAt ? 'give_up' : new Date(nextAt);
}
