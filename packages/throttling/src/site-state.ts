import assert from 'node:assert';
import type { FailureClass } from '@postrider/contracts/outcomes';

/** What all workers know of a site, as `changeSite` stores it; times in milliseconds of Redis's clock. */
interface StoredState {
  /** Set together with what follows, up to `rule`, which only a rule's suspension has. */
  readonly suspendedUntil?: number;
  readonly suspendedBy?: 'failures' | 'rule';
  readonly class?: FailureClass;
  readonly reason?: string;
  readonly rule?: string;
  readonly inARow?: number;
  readonly limit?: {
    readonly connections?: number;
    readonly perSecond?: number;
    readonly until: number;
    readonly class: FailureClass;
    readonly reason: string;
    readonly rule: string;
  };
}

export interface SiteState {
  readonly suspended: {
    readonly leftMs: number;
    /** - failures: ends with the next success. - rule: lasts to its end. */
    readonly by: 'failures' | 'rule';
    readonly class: FailureClass;
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
    readonly class: FailureClass;
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
  const { limit, inARow = 0 } = state;
  return {
    suspended: suspensionOf(state, nowMs),
    inARow,
    limit: limit
      ? {
          connections: limit.connections ?? null,
          perSecond: limit.perSecond ?? null,
          leftMs: limit.until - nowMs,
          class: limit.class,
          reason: limit.reason,
          rule: limit.rule,
        }
      : null,
  };
}

function suspensionOf(state: StoredState, nowMs: number): SiteState['suspended'] {
  const { suspendedUntil, suspendedBy: by, class: failureClass, reason, rule = null } = state;
  if (suspendedUntil === undefined || suspendedUntil <= nowMs) return null;
  assert(by && failureClass && reason !== undefined, 'a suspension is stored with its cause');
  return { leftMs: suspendedUntil - nowMs, by, class: failureClass, reason, rule };
}
