import type { DomainFailure, DomainStatus } from '@postrider/contracts';
import type { DomainRow } from './domain-row';
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
  /** What the organization is to be told of. */
  readonly notice: 'failing' | 'failed' | null;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Names served wrongly for three days are no longer an accident or a slow change of DNS. */
const GIVE_UP_MS = 72 * HOUR_MS;
/** Between the first miss and the warning, and at least between the warning and the end of sending. */
const WARN_MS = DAY_MS;

/** Ages at which a new domain is looked at often, since somebody may be watching. */
const EARLY_CHECKS_MS = [1, 2, 5].map((minutes) => minutes * MINUTE_MS);

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
  const nextCheckAt = after(now, DAY_MS);
  return { ...cleared, status: 'verified', nextCheckAt, notice: null };
}

/** A domain that nobody's DNS answers for in three days does not work either. */
function stillPending({ verificationStartedAt }: VerificationState, now: Date): VerificationOutcome {
  const ageMs = now.getTime() - verificationStartedAt.getTime();
  if (ageMs >= GIVE_UP_MS) {
    return {
      ...cleared,
      status: 'failed',
      failedReason: 'not_verified',
      nextCheckAt: null,
      notice: 'failed',
    };
  }
  const early = EARLY_CHECKS_MS.find((checkMs) => checkMs > ageMs);
  const stepMs = ageMs < DAY_MS ? 15 * MINUTE_MS : HOUR_MS;
  const nextAgeMs = early ?? Math.min(ageMs + stepMs, GIVE_UP_MS);
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
    nextCheckAt: after(now, HOUR_MS),
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
  const wasWarnedInTime = warnedAt !== null && now.getTime() - warnedAt.getTime() >= WARN_MS;
  if (wrongForMs >= GIVE_UP_MS && wasWarnedInTime) {
    return {
      status: 'failed',
      failedReason: 'records_lost',
      nextCheckAt: null,
      failingSince,
      warnedAt,
      notice: 'failed',
    };
  }
  const isToWarn = wrongForMs >= WARN_MS && warnedAt === null;
  return {
    status: 'verified',
    failedReason: null,
    nextCheckAt: after(now, HOUR_MS),
    failingSince,
    warnedAt: isToWarn ? now : warnedAt,
    notice: isToWarn ? 'failing' : null,
  };
}

function after(time: Date, ms: number): Date {
  return new Date(time.getTime() + ms);
}
