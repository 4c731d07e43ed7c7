/** What all workers know of a site, as scripts of this room write it; times in milliseconds of Redis's clock. */
interface StoredState {
  readonly suspendedUntil?: number;
  readonly suspendedBy?: 'failures' | 'rule';
  readonly class?: string;
  readonly reason?: string;
  readonly rule?: string;
  readonly inARow?: number;
  readonly limit?: {
    readonly connections?: number;
    readonly perSecond?: number;
    readonly until: number;
    readonly class?: string;
    readonly reason?: string;
    readonly rule?: string;
  };
}

export interface SiteState {
  readonly suspended: {
    readonly leftMs: number;
    /** - failures: ends with the next success. - rule: lasts to its end. */
    readonly by: 'failures' | 'rule';
    readonly class: string;
    readonly reason: string;
    readonly rule: string | null;
  } | null;
  /** Suspensions since the last success. */
  readonly inARow: number;
  readonly limit: {
    readonly connections: number | null;
    readonly perSecond: number | null;
    /** Negative: it has ended, and recovers. */
    readonly leftMs: number;
    readonly class: string;
    readonly reason: string;
    readonly rule: string;
  } | null;
}

export const nothingKnown: SiteState = { suspended: null, inARow: 0, limit: null };

/** What is stored, in time that is left. */
export function readSiteState(text: string, redisNowMs: number): SiteState {
  return text === '' ? nothingKnown : stateOf(JSON.parse(text) as StoredState, redisNowMs);
}

function stateOf(state: StoredState, nowMs: number): SiteState {
  const { suspendedUntil = 0, suspendedBy = 'failures', limit, inARow = 0 } = state;
  return {
    suspended:
      suspendedUntil > nowMs
        ? {
            leftMs: suspendedUntil - nowMs,
            by: suspendedBy,
            class: state.class ?? 'other',
            reason: state.reason ?? '',
            rule: state.rule ?? null,
          }
        : null,
    inARow,
    limit: limit
      ? {
          connections: limit.connections ?? null,
          perSecond: limit.perSecond ?? null,
          leftMs: limit.until - nowMs,
          class: limit.class ?? 'rate',
          reason: limit.reason ?? '',
          rule: limit.rule ?? '',
        }
      : null,
  };
}
