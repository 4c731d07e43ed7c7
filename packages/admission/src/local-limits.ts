import { planNamed, type Plan, type PlanTable } from '@postrider/contracts/organizations';
import type { Pool } from '@postrider/db';
import { createTtlCache, type Clock } from '@postrider/runtime';
import {
  effectiveRate,
  ratesOf,
  type AdmissionDecision,
  type AdmissionRequest,
  type RequestRates,
  type ReservationResult,
} from './admission-request';
import { isCounted, type QuotaCounters } from './redis-keys';
import { readKeyUsage, readUsage, type Usage } from './usage.repository';

/** Checks a request without Redis: its rate in this process, its quota by what PostgreSQL has counted. */
export type CheckLocally = (request: AdmissionRequest, counters: QuotaCounters) => Promise<AdmissionDecision>;

/**
 * How old the count of PostgreSQL may be. Until the next look a process knows its own reservations and none of the others', so an
 * organization can exceed a limit by what all processes accept for it in that time and in the time of an accepting statement.
 */
const lookIntervalMs = 1_000;
const windowMs = 1_000;
/** An organization or key pushed out starts with a new look, or with a second's worth of requests. */
const entriesMax = 20_000;

/** What PostgreSQL had counted at the last look, and on top what was reserved here since. */
type LocalUsage = { -readonly [Period in keyof Usage]: Usage[Period] };

/**
 * Stands for the script in `check-requests.ts` while Redis is unavailable. A rate holds in each process by itself: the connections
 * of one client mostly end at one process, and a share of the rate would refuse a client that keeps to it.
 */
export function createCheckLocally(options: {
  readonly pool: Pool;
  readonly clock: Clock;
  readonly plans?: PlanTable;
}): CheckLocally {
  const { pool, clock, plans } = options;
  /** Time of the next request at a rate (GCRA), as in Redis. */
  const arrivals = createTtlCache<string, number>({ entriesMax, ttlMs: 2 * windowMs, clock });

  const arrivalOf = (name: string, nowMs: number): number =>
    // Never further ahead than the script would have let it come, also after the clock was set back.
    Math.min(Math.max(arrivals.get(name) ?? 0, nowMs), nowMs + windowMs);

  const countRequest = ({ keyId, organizationId }: AdmissionRequest, given: RequestRates): RateState => {
    const nowMs = clock.now().getTime();
    const rates = [
      { name: keyId, perSecond: given.key },
      { name: organizationId, perSecond: given.organization },
    ]
      .filter(({ perSecond }) => perSecond > 0)
      .map(({ name, perSecond }) => {
        const [arrivalMs, intervalMs] = [arrivalOf(name, nowMs), windowMs / perSecond];
        return { name, intervalMs, aheadMs: arrivalMs - nowMs, nextMs: arrivalMs + intervalMs };
      });
    if (rates.length === 0) return { waitMs: 0, remaining: null, resetMs: 0 };
    const waitMs = Math.max(...rates.map(({ nextMs }) => Math.ceil(nextMs - nowMs - windowMs)));
    if (waitMs > 0) {
      return { waitMs, remaining: 0, resetMs: Math.ceil(Math.max(...rates.map(({ aheadMs }) => aheadMs))) };
    }
    for (const { name, nextMs } of rates) arrivals.set(name, nextMs);
    const left = rates.map(({ nextMs, intervalMs }) =>
      Math.floor((windowMs - (nextMs - nowMs)) / intervalMs + 1e-6),
    );
    return {
      waitMs: 0,
      remaining: Math.min(...left),
      resetMs: Math.ceil(Math.max(...rates.map(({ nextMs }) => nextMs - nowMs))),
    };
  };

  const quotasOf = createQuotasOf({ pool, clock });
  return async (request, counters) => {
    const plan = planNamed(request.plan, plans);
    const rates = ratesOf(request, plan);
    const rateLimit = effectiveRate(rates);
    const { waitMs, remaining, resetMs } = countRequest(request, rates);
    if (waitMs > 0) return { state: 'limited', rateLimit, waitMs, resetMs };
    const { recipientCounts } = request;
    const passed = { state: 'passed', rateLimit, remaining, resetMs, counters } as const;
    if (recipientCounts.length === 0) return { ...passed, reservations: [] };
    const quotas = await quotasOf(request, { plan, counters });
    return { ...passed, reservations: recipientCounts.map((count) => reserve(quotas, count)) };
  };
}

interface RateState {
  /** Above 0: over the rate. */
  readonly waitMs: number;
  readonly remaining: number | null;
  readonly resetMs: number;
}

/** Limits that a message must have room in, and what is known to be used of them. */
interface LocalQuota extends Pick<Plan, 'monthlyLimit' | 'dailyCap'> {
  readonly usage: LocalUsage;
  readonly daily: ReservationResult;
}

/** The limits that a request must have room in, as PostgreSQL has counted and this process has since. */
function createQuotasOf({ pool, clock }: { readonly pool: Pool; readonly clock: Clock }) {
  const usages = createTtlCache<string, LocalUsage>({ entriesMax, ttlMs: lookIntervalMs, clock });
  return async (
    { organizationId, keyDailyLimit = null }: AdmissionRequest,
    { plan, counters }: { readonly plan: Plan; readonly counters: QuotaCounters },
  ): Promise<LocalQuota[]> => {
    const { dayKey, apiKey, now } = counters;
    const quotas: LocalQuota[] = [];
    if (isCounted(plan)) {
      const usage = await usages.fetch(dayKey, async () => ({
        ...(await readUsage(pool, organizationId, now)),
      }));
      quotas.push({ usage, monthlyLimit: plan.monthlyLimit, dailyCap: plan.dailyCap, daily: 'daily_cap' });
    }
    if (apiKey !== null) {
      const read = async () => ({ month: 0, day: await readKeyUsage(pool, apiKey.keyId, now) });
      const usage = await usages.fetch(apiKey.dayKey, read);
      quotas.push({ usage, monthlyLimit: null, dailyCap: keyDailyLimit, daily: 'key_daily_limit' });
    }
    return quotas;
  };
}

function reserve(quotas: readonly LocalQuota[], count: number): ReservationResult {
  for (const { usage, monthlyLimit, dailyCap, daily } of quotas) {
    if (count > 0 && monthlyLimit !== null && usage.month + count > monthlyLimit) return 'monthly_limit';
    if (count > 0 && dailyCap !== null && usage.day + count > dailyCap) return daily;
  }
  for (const { usage } of quotas) {
    usage.month += count;
    usage.day += count;
  }
  return 'reserved';
}
