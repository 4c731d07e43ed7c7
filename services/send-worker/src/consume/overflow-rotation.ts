/** Decides when blocked jobs of an overflow queue make room for those behind them. */
export interface OverflowRotation {
  /** Asked each `rotationMs`. True: now; the ten seconds begin again. */
  isDue(): boolean;
}

export const rotationMs = 1_000;
/** Each rotation decodes and publishes up to ten thousand messages. So it is rarer where it is not known to help anybody. */
const blindRotationMs = 10_000;
/** A worker that was just started does not know whose messages are in the queue. By then all of them have come round. */
const comeRoundMs = 60_000;

/**
 * - somebody is known to have messages in the overflow queue, and not to be blocked here → each time
 * - the worker was started within the last minute → each time
 * - otherwise → every ten seconds, for those that only other workers know of
 */
export function createOverflowRotation({
  overflowing,
  isBlocked,
  nowMs = () => performance.now(),
}: {
  /** Organizations that have, or had lately, messages in the overflow queue. */
  readonly overflowing: () => readonly string[];
  /** It has its share in hand: room would not help it. */
  readonly isBlocked: (organizationId: string) => boolean;
  readonly nowMs?: () => number;
}): OverflowRotation {
  const startedAtMs = nowMs();
  let rotatedAtMs = startedAtMs;
  return {
    isDue: () => {
      const isNew = nowMs() - startedAtMs < comeRoundMs;
      const isKnown = overflowing().some((organizationId) => !isBlocked(organizationId));
      if (!isNew && !isKnown && nowMs() - rotatedAtMs < blindRotationMs) return false;
      rotatedAtMs = nowMs();
      return true;
    },
  };
}
