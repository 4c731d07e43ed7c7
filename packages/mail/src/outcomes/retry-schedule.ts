const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

// Short first steps get through greylisting (5–15 min) and restarts; six hours keeps a dead site cheap.
const delaysMs = [1, 5, 15, 30, 60, 120, 240].map((minutes) => minutes * minuteMs);
const lateDelayMs = 6 * hourMs;
const jitter = 0.1; // messages deferred together do not come back together
const lifetimeMs = { transactional: 48 * hourMs, bulk: 24 * hourMs } as const;

export type RetryLane = keyof typeof lifetimeMs;

export interface RetryQuestion {
  /** Delivery rounds so far, the one just deferred included: 1 after the first. */
  round: number;
  /** When the first was due. */
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

/** When to attempt it again, or `give_up` when that would be past the lifetime of the message. */
export function nextRetry(question: RetryQuestion): Date | 'give_up' {
  const { round, firstAt, now, lane, hintMs, expiresAt, random } = question;
  const delayMs = hintMs ?? delaysMs[Math.max(round, 1) - 1] ?? lateDelayMs;
  // A hint is a lower bound: coming back before it counts as ignoring it.
  const factor = hintMs == null ? 1 - jitter + 2 * jitter * random() : 1 + jitter * random();
  const nextAt = now.getTime() + Math.round(delayMs * factor);
  const endsAt = Math.min(firstAt.getTime() + lifetimeMs[lane], expiresAt?.getTime() ?? Infinity);
  return nextAt > endsAt ? 'give_up' : new Date(nextAt);
}
