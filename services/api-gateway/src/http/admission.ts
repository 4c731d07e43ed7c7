import { AppError } from '@postrider/contracts';
import type {
  QuotaReservation,
  AdmissionControl,
  ReservationResult,
  QuotaCounters,
} from '@postrider/admission';
import type { Identity } from '../auth/identity';
import type { RateState } from './send-reply';

/** Admission control said that the identity is out of date; thrown before anything had an effect. */
export class StaleIdentity extends Error {
  override readonly name = 'StaleIdentity';
  readonly cacheVersion: string;

  constructor(cacheVersion: string) {
    super('the identity is out of date');
    this.cacheVersion = cacheVersion;
  }
}

/** One request at admission control. It is counted once against its key's rate, however often it asks. */
export interface Admission extends QuotaReservation {
  /** Asks admission control, unless it has been asked. */
  check(): Promise<void>;
  rate(): RateState | null;
}

export function createAdmission(admissionControl: AdmissionControl, identity: () => Identity): Admission {
  let checked = false;
  let rate: RateState | null = null;
  let counters: QuotaCounters | null = null;

  const pass = async (recipientCounts: readonly number[]): Promise<readonly ReservationResult[]> => {
    const { principal, cacheVersion } = identity();
    const answer = await admissionControl.check({
      organizationId: principal.organization.id,
      keyId: principal.keyId,
      plan: principal.organization.plan,
      rateLimit: checked ? 0 : principal.rateLimit,
      cacheVersion,
      recipientCounts,
    });
    if (answer.state === 'stale') throw new StaleIdentity(answer.cacheVersion);
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
    check: async () => {
      if (!checked) await pass([]);
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
