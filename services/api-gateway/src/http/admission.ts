import { AppError } from '@postrider/contracts';
import type { Allowance, Gate, Grant, QuotaCounters } from '@postrider/admission';
import type { Identity } from '../auth/identity';
import type { RateState } from './send-reply';

/** The gate said that the identity is out of date; thrown before anything had an effect. */
export class StaleIdentity extends Error {
  override readonly name = 'StaleIdentity';
  readonly epoch: string;

  constructor(epoch: string) {
    super('the identity is out of date');
    this.epoch = epoch;
  }
}

/** One request at the gate. It is counted once against its key's rate, however often it asks. */
export interface Admission extends Allowance {
  /** Passes the gate, unless the request has passed. */
  enter(): Promise<void>;
  rate(): RateState | null;
}

export function createAdmission(gate: Gate, identity: () => Identity): Admission {
  let entered = false;
  let rate: RateState | null = null;
  let counters: QuotaCounters | null = null;

  const pass = async (units: readonly number[]): Promise<readonly Grant[]> => {
    const { principal, epoch } = identity();
    const answer = await gate.enter({
      organizationId: principal.organization.id,
      keyId: principal.keyId,
      plan: principal.organization.plan,
      rateLimit: entered ? 0 : principal.rateLimit,
      epoch,
      units,
    });
    if (answer.state === 'stale') throw new StaleIdentity(answer.epoch);
    if (answer.state === 'limited') {
      entered = true;
      rate = { limit: principal.rateLimit, remaining: 0, resetMs: answer.resetMs };
      throw new AppError('rate_limited', undefined, { retryAfterSeconds: 1 });
    }
    if (!entered && answer.remaining !== null) {
      rate = { limit: principal.rateLimit, remaining: answer.remaining, resetMs: answer.resetMs };
    }
    entered = true;
    counters = answer.counters;
    return answer.grants;
  };

  return {
    enter: async () => {
      if (!entered) await pass([]);
    },
    rate: () => rate,
    reserve: async (units) => {
      const counted = units.some((unit) => unit > 0);
      const grants = await pass(counted ? units : []);
      return counted ? grants : units.map(() => 'reserved');
    },
    refund: (units) => {
      if (counters !== null) gate.refund(counters, units);
    },
    recount: () => {
      if (counters !== null) gate.recount(counters);
    },
  };
}
