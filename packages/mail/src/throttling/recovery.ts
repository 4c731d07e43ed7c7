/** What a site allows for now, and how that ends. */
export interface ThrottleLimit {
  /** Null: not limited. */
  readonly connections: number | null;
  readonly perSecond: number | null;
  readonly until: Date;
}

export interface EffectiveLimits {
  readonly connections: number;
  /** Infinity: as many as there are. */
  readonly perSecond: number;
}

/**
 * After a limit has ended it doubles with each interval that brings no new throttle, until it is the normal one again. From one
 * message a minute to a hundred a second that is 13 steps, 65 minutes; from one connection to ten, 20.
 */
export const recoveryStepMs = 300_000;

/** Where a site begins again after a suspension by a rule: it would be the first to notice a full start. */
export const afterSuspension = { connections: 1, perSecond: 10 / 60 } as const;

/** `admission.lease-sites` counts in the same way; a test holds them against each other. */
export function effectiveLimits(
  normal: EffectiveLimits,
  limit: ThrottleLimit | null,
  now: Date,
): EffectiveLimits {
  if (limit === null) return normal;
  const factor = recoveryFactor(limit.until, now);
  const { connections, perSecond } = limit;
  return {
    connections:
      connections === null
        ? normal.connections
        : Math.min(normal.connections, Math.floor(connections * factor)),
    perSecond: perSecond === null ? normal.perSecond : Math.min(normal.perSecond, perSecond * factor),
  };
}

/** When nothing of a limit is left. */
export function recoveredAt(normal: EffectiveLimits, limit: ThrottleLimit): Date {
  // A site without a limit of messages has one of a thousand a second while it recovers.
  const perSecond = Math.min(normal.perSecond, unlimitedPerSecond);
  const ratio = Math.max(
    limit.connections === null ? 1 : normal.connections / limit.connections,
    limit.perSecond === null ? 1 : perSecond / limit.perSecond,
  );
  const steps = Math.max(0, Math.ceil(Math.log2(ratio)) - 1);
  return new Date(limit.until.getTime() + steps * recoveryStepMs);
}

const unlimitedPerSecond = 1_000;
const doublingsMax = 30;

function recoveryFactor(until: Date, now: Date): number {
  const sinceMs = now.getTime() - until.getTime();
  return sinceMs < 0 ? 1 : 2 ** Math.min(doublingsMax, Math.floor(sinceMs / recoveryStepMs) + 1);
}
