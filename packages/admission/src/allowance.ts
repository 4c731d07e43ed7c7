/** What became of the reservation of one message: reserved, or the limit that has no room for it. */
export type Grant = 'reserved' | 'monthly_limit' | 'daily_cap';

/**
 * A sender's quota, as acceptance sees it. Units are live recipients; each message is reserved whole or not at all,
 * in order, so that concurrent sends never exceed a limit together.
 */
export interface Allowance {
  /** @throws AppError `rate_limited` or `service_unavailable`, from callers that count requests in the same trip */
  reserve(units: readonly number[]): Promise<readonly Grant[]>;
  /** Gives back what was reserved for recipients that turned out suppressed, for replays and for failures. */
  refund(units: number): void;
  /** Instead of a refund when it is not known whether a message was stored. */
  recount?(): void;
}
