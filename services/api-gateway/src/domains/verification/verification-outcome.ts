import type { DomainFailure } from '@postrider/contracts/domains';
import type { DomainStatus } from '@postrider/contracts/statuses';
import type { DomainRow } from '../store/domain-row';
import type { Observation } from './observe-records';

/** What a domain waits for, and since when; the times that decide its next state. */
export type VerificationState = Pick<
  DomainRow,
  'status' | 'failedReason' | 'verificationStartedAt' | 'failingSince' | 'warnedAt'
>;

export interface VerificationOutcome {
  readonly status: DomainStatus;
  readonly failedReason: DomainFailure | null;
  readonly nextCheckAt: Date | null;
  readonly failingSince: Date | null;
  readonly warnedAt: Date | null;
  /** Notices to the organization. */
  readonly notice: 'failing' | 'failed' | null;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/** Names served wrongly for three days are no longer an accident or a slow change of DNS. */
const giveUpAfterMs = 72 * hourMs;
/** Between the first miss and the warning, and at least between the warning and the end of sending. */
const warnAfterMs = dayMs;

/** Ages at which a new domain is checked often, since its owner may be waiting. */
const earlyChecksMs = [1, 2, 5].map((minutes) => minutes * minuteMs);

/**
 * The state after a run. pending → verified | failed (72 h); verified → failed (wrong for 72 h, warned a day before);
 * failed and disabled stay: the verify operation reopens them before its run.
 */
export function outcomeOf(
  state: VerificationState,
  required: Observation['required'],
  now: Date,
): VerificationOutcome {
  switch (state.status) {
    case 'pending':
      return required === 'verified' ? good(now) : stillPending(state, now);
    case 'verified':
      if (required === 'verified') return good(now);
      return required === 'unknown' ? noAnswer(state, now) : wrongAgain(state, now);
    case 'failed':
    case 'disabled':
      return {
        status: state.status,
        failedReason: state.failedReason,
        nextCheckAt: null,
        failingSince: null,
        warnedAt: null,
        notice: null,
      };
  }
}

const cleared = { failedReason: null, failingSince: null, warnedAt: null };

function good(now: Date): VerificationOutcome {
  const nextCheckAt = after(now, dayMs);
  return { ...cleared, status: 'verified', nextCheckAt, notice: null };
}

/** A domain without any DNS answer for three days does not work either. */
function stillPending({ verificationStartedAt }: VerificationState, now: Date): VerificationOutcome {
  const ageMs = now.getTime() - verificationStartedAt.getTime();
  if (ageMs >= giveUpAfterMs) {
    return {
      ...cleared,
      status: 'failed',
      failedReason: 'not_verified',
      nextCheckAt: null,
      notice: 'failed',
    };
  }
  const early = earlyChecksMs.find((checkMs) => checkMs > ageMs);
  const stepMs = ageMs < dayMs ? 15 * minuteMs : hourMs;
  const nextAgeMs = early ?? Math.min(ageMs + stepMs, giveUpAfterMs);
  return {
    ...cleared,
    status: 'pending',
    nextCheckAt: after(verificationStartedAt, nextAgeMs),
    notice: null,
  };
}

/** No evidence either way: it may be our own resolver. */
function noAnswer({ failingSince, warnedAt }: VerificationState, now: Date): VerificationOutcome {
  return {
    ...cleared,
    status: 'verified',
    nextCheckAt: after(now, hourMs),
    failingSince,
    warnedAt,
    notice: null,
  };
}

/** Looked at every hour while it is wrong, so that a mended domain is known to be well soon. */
function wrongAgain(state: VerificationState, now: Date): VerificationOutcome {
  const failingSince = state.failingSince ?? now;
  const wrongForMs = now.getTime() - failingSince.getTime();
  const { warnedAt } = state;
  const wasWarnedInTime = warnedAt !== null && now.getTime() - warnedAt.getTime() >= warnAfterMs;
  if (wrongForMs >= giveUpAfterMs && wasWarnedInTime) {
    return {
      status: 'failed',
      failedReason: 'records_lost',
      nextCheckAt: null,
      failingSince,
      warnedAt,
      notice: 'failed',
    };
  }
  const isToWarn = wrongForMs >= warnAfterMs && warnedAt === null;
  return {
    status: 'verified',
    failedReason: null,
    nextCheckAt: after(now, hourMs),
    failingSince,
    warnedAt: isToWarn ? now : warnedAt,
    notice: isToWarn ? 'failing' : null,
  };
}

function after(time: Date, ms: number): Date {
  return new Date(time.getTime() + ms);
}
