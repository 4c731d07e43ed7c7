import assert from 'node:assert';
import { AppError } from '@postrider/contracts/errors';
import type {
  AdmissionControl,
  AdmissionDecision,
  QuotaCounters,
  QuotaReservation,
  ReservationResult,
} from '@postrider/admission';
import type { Authentication } from '../auth/authenticate';
import type { CachedPrincipal } from '../auth/principal-cache';
import type { RateState } from './reply';
import type { BodySender } from './request-body';

/**
 * One authenticated request at admission control. It is counted once against its key's rate: before its handler runs, with the quota
 * that its handler reserves, or when the handler fails, whichever comes first.
 */
export interface RequestAdmission extends QuotaReservation, BodySender {
  principal(): CachedPrincipal;
  /**
   * Counts the request, unless that was done.
   * @throws AppError `rate_limited`
   */
  count(): Promise<void>;
  /**
   * Runs the handler of a counted request, and again with a newer principal when admission control says that this one is out of date.
   * @throws AppError `rate_limited`, whatever else is wrong with the request; else what the handler throws
   */
  run<T>(handler: () => Promise<T>, options: { readonly reservesQuota: boolean }): Promise<T>;
  /** Null: not counted yet, or no cap. */
  rate(): RateState | null;
}

/** Admission control said that the principal is out of date; thrown before anything had an effect. */
class StalePrincipal extends Error {
  override readonly name = 'StalePrincipal';

  constructor(readonly cacheVersion: string) {
    super('the principal is out of date');
  }
}

/** An organization that changes during each of so many attempts is being changed by a loop. */
const staleRetriesMax = 5;

export function createRequestAdmission(
  admissionControl: AdmissionControl,
  authentication: Authentication,
  first: CachedPrincipal,
): RequestAdmission {
  let principal = first;
  let counted = false;
  let rate: RateState | null = null;
  let counters: QuotaCounters | null = null;

  const pass = async (recipientCounts: readonly number[]): Promise<readonly ReservationResult[]> => {
    const answer = await admissionControl.check({
      ...{ organizationId: principal.organization.id, plan: principal.organization.plan },
      keyId: principal.actor.id,
      rateLimit: counted ? 0 : principal.rateLimit,
      sharesRate: principal.actor.type === 'key',
      cacheVersion: principal.cacheVersion,
      keyDailyLimit: principal.limits?.dailyRecipients,
      recipientCounts,
    });
    if (answer.state === 'stale') throw new StalePrincipal(answer.cacheVersion);
    if (!counted) rate = rateAfter(answer);
    counted = true;
    if (answer.state === 'limited') throw new AppError('rate_limited', undefined, { retryAfterSeconds: 1 });
    counters = answer.counters;
    return answer.reservations;
  };

  const count = async (): Promise<void> => {
    if (!counted) await pass([]);
  };

  const renew = async (cacheVersion: string): Promise<void> => {
    principal = await authentication.renew(cacheVersion);
  };

  return {
    principal: () => principal,
    owner: () => principal.organization.id,
    count: () => upToDate(count, renew),
    run: (handler, { reservesQuota }) =>
      upToDate(async () => {
        if (!reservesQuota) await count();
        const result = await handler().catch(async (error: unknown) => {
          if (!(error instanceof StalePrincipal)) await count();
          throw error;
        });
        assert(counted, 'a handler that reserves quota does so before it succeeds');
        return result;
      }, renew),
    rate: () => rate,
    reserve: async (recipientCounts) => {
      const isAnyLive = recipientCounts.some((recipients) => recipients > 0);
      const reservations = await pass(isAnyLive ? recipientCounts : []);
      return isAnyLive ? reservations : recipientCounts.map(() => 'reserved');
    },
    refund: (recipients) => {
      if (counters !== null) admissionControl.refund(counters, recipients);
    },
    recount: () => {
      if (counters !== null) admissionControl.recount(counters);
    },
  };
}

/** Runs `work`, and again with a newer principal when admission control says that this one is out of date. */
async function upToDate<T>(
  work: () => Promise<T>,
  renew: (cacheVersion: string) => Promise<void>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof StalePrincipal) || attempt > staleRetriesMax) throw error;
      await renew(error.cacheVersion);
    }
  }
}

function rateAfter(decision: Exclude<AdmissionDecision, { readonly state: 'stale' }>): RateState | null {
  const { rateLimit: limit, resetMs } = decision;
  const remaining = decision.state === 'limited' ? 0 : decision.remaining;
  return limit === null || remaining === null ? null : { limit, remaining, resetMs };
}
