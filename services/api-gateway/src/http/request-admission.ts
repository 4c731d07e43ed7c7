import { AppError } from '@postrider/contracts';
import type {
  AdmissionControl,
  QuotaCounters,
  QuotaReservation,
  ReservationResult,
} from '@postrider/admission';
import type { Authentication } from '../auth/authenticate';
import type { CachedPrincipal } from '../auth/principal-cache';
import type { RateState } from './reply';

/** Admission control said that the principal is out of date; thrown before anything had an effect. */
export class StalePrincipal extends Error {
  override readonly name = 'StalePrincipal';
  readonly cacheVersion: string;

  constructor(cacheVersion: string) {
    super('the principal is out of date');
    this.cacheVersion = cacheVersion;
  }
}

/** One authenticated request at admission control. It is counted once against its key's rate, however often it asks. */
export interface RequestAdmission extends QuotaReservation {
  principal(): CachedPrincipal;
  /** Counts the request against its key's rate, unless that was done. */
  check(): Promise<void>;
  /** Runs `work`, and again with a newer principal when admission control says that this one is out of date. */
  upToDate<T>(work: () => Promise<T>): Promise<T>;
  /** Null: not counted yet, or no cap. */
  rate(): RateState | null;
}

/** An organization that changes during each of so many attempts is being changed by a loop. */
const staleRetriesMax = 5;

export function createRequestAdmission(
  admissionControl: AdmissionControl,
  authentication: Authentication,
  first: CachedPrincipal,
): RequestAdmission {
  let principal = first;
  let checked = false;
  let rate: RateState | null = null;
  let counters: QuotaCounters | null = null;

  const pass = async (recipientCounts: readonly number[]): Promise<readonly ReservationResult[]> => {
    const answer = await admissionControl.check({
      organizationId: principal.organization.id,
      keyId: principal.keyId,
      plan: principal.organization.plan,
      rateLimit: checked ? 0 : principal.rateLimit,
      cacheVersion: principal.cacheVersion,
      recipientCounts,
    });
    if (answer.state === 'stale') throw new StalePrincipal(answer.cacheVersion);
    if (answer.state === 'limited') {
      checked = true;
      rate = { limit: principal.rateLimit, remaining: 0, resetMs: answer.resetMs };
      throw new AppError('rate_limited', undefined, { retryAfterSeconds: 1 });
    }
    if (!checked && answer.remaining !== null) {
      rate = { limit: principal.rateLimit, remaining: answer.remaining, resetMs: answer.resetMs };
    }
    checked = true;
    counters = answer.counters;
    return answer.reservations;
  };

  return {
    principal: () => principal,
    check: async () => {
      if (!checked) await pass([]);
    },
    upToDate: async (work) => {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await work();
        } catch (error) {
          if (!(error instanceof StalePrincipal) || attempt > staleRetriesMax) throw error;
          principal = await authentication.renew(error.cacheVersion);
        }
      }
    },
    rate: () => rate,
    reserve: async (recipientCounts) => {
      const counted = recipientCounts.some((recipients) => recipients > 0);
      const reservations = await pass(counted ? recipientCounts : []);
      return counted ? reservations : recipientCounts.map(() => 'reserved');
    },
    refund: (recipients) => {
      if (counters !== null) admissionControl.refund(counters, recipients);
    },
    recount: () => {
      if (counters !== null) admissionControl.recount(counters);
    },
  };
}
