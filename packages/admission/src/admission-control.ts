import assert from 'node:assert';
import { AppError } from '@postrider/contracts/errors';
import { planNamed, type Plan, type PlanTable } from '@postrider/contracts/organizations';
import type { Pool } from '@postrider/db';
import { createBatcher, wait, type Clock, type Logger, type Metrics } from '@postrider/runtime';
import type { RedisClient } from '@postrider/messaging';
import {
  effectiveRate,
  ratesOf,
  type AdmissionDecision,
  type AdmissionRequest,
  type ReservationResult,
} from './admission-request';
import { checkRequests, type CheckResult, type RequestCheck } from './check-requests';
import { createCheckLocally } from './local-limits';
import { createQuotaAdjustments } from './quota-adjustments';
import { createRebuildCounters } from './rebuild-counters';
import {
  defaultRebuildDelayMs,
  isCounted,
  keyCounter,
  quotaCounters,
  type QuotaCounters,
} from './redis-keys';
import { createRedisOutage } from './redis-outage';
import { createSettleCounters } from './settle-counters';
import { createBeginRefund, type BeginRefund } from './refund-canceled';

/**
 * A sender's quota, as acceptance sees it. Counted are live recipients; each message is reserved whole or not at all,
 * in order, so that concurrent sends never exceed a limit together.
 */
export interface QuotaReservation {
  /**
   * @param recipientCounts per message
   * @throws AppError `rate_limited` or `service_unavailable`, from callers that count requests in the same trip
   */
  reserve(recipientCounts: readonly number[]): Promise<readonly ReservationResult[]>;
  /** What was reserved for recipients that turned out suppressed, for replays and for failures. */
  refund(recipients: number): void;
  /** Instead of a refund when it is not known whether a message was stored. */
  recount?(): void;
}

export interface AdmissionControl {
  check(request: AdmissionRequest): Promise<AdmissionDecision>;
  /** Takes reserved recipients off the counters that they were added to. */
  refund(counters: QuotaCounters, recipients: number): void;
  /** Before a message is canceled: what is answered refunds its recipients once that is committed. */
  readonly beginRefund: BeginRefund;
  /** Has counters rebuilt from Postgres: the fate of reserved recipients is unknown. */
  recount(counters: QuotaCounters): void;
  /** While Redis does not answer: then no change is heard of, and what was cached must be read again soon. */
  isUnavailable(): boolean;
  drain(): Promise<void>;
}

interface AdmissionControlOptions {
  readonly redis: RedisClient;
  readonly pool: Pool;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly rebuildDelayMs?: number;
  readonly plans?: PlanTable;
}

/** Counters can be lost again, or the day can turn, between a rebuild and the next check; more often is a fault. */
const checksMax = 6;

/** Requests begin in groups, and the mails of a relay come in one frame. */
const grouping = { batchMax: 100, callersComeTogether: true };

/**
 * Rate, quota and freshness of a request in one round trip, shared by all requests that come at the same time.
 *
 * - Redis answers: its word counts
 * - Redis does not answer: each process checks by itself (`local-limits.ts`), for as long as that lasts; when Redis answers again, the
 *   counters of those who were accepted meanwhile are dropped, and rebuilt from Postgres
 */
export function createAdmissionControl(options: AdmissionControlOptions): AdmissionControl {
  const { redis, pool, clock, log, metrics, plans } = options;
  const { rebuildDelayMs = defaultRebuildDelayMs } = options;
  const isUnavailable = (): boolean => outage.isUnavailable();
  const adjustments = createQuotaAdjustments({ redis, log, rebuildDelayMs, isUnavailable });
  const settling = createSettleCounters({ redis, pool, clock, rebuildDelayMs, adjustments });
  const outage = createRedisOutage({ redis, log, settle: () => settling.settle() });
  const rebuildCounters = createRebuildCounters({ redis, pool, log });
  const checkLocally = createCheckLocally({ pool, clock, ...(plans && { plans }) });
  const localRequests = countLocalRequests(metrics);
  const askRedis = async (batch: readonly RequestCheck[]): Promise<readonly (CheckResult | undefined)[]> => {
    try {
      const results = await checkRequests(redis, batch, rebuildDelayMs);
      settling.redisAnswered();
      return results;
    } catch (error) {
      outage.begin(error);
      return batch.map(() => undefined);
    }
  };
  const checks = createBatcher({ name: 'admission', run: askRedis, ...grouping });

  const withoutRedis = (request: AdmissionRequest, counters: QuotaCounters): Promise<AdmissionDecision> => {
    localRequests.add();
    const isCountedHere = isCounted(planNamed(request.plan, plans)) || counters.apiKey !== null;
    if (isCountedHere && request.recipientCounts.length > 0) adjustments.drop(counters);
    return checkLocally(request, counters);
  };

  const check = async (request: AdmissionRequest): Promise<AdmissionDecision> => {
    const plan = planNamed(request.plan, plans);
    const counters = countersOf(request, clock.now());
    for (let done = 0; done < checksMax; done += 1) {
      if (isUnavailable()) return withoutRedis(request, counters);
      const result = await checks.submit(checkOf(request, plan, counters));
      if (result === undefined) return withoutRedis(request, counters);
      if (result[0] !== 'missing') return decisionOf(result, { request, plan, counters });
      const [, waitMs] = result;
      if (waitMs > 0) await wait(waitMs);
      else {
        const { cacheVersion } = request;
        await rebuildCounters(counters, { cacheVersion, isPlanCounted: isCounted(plan) });
      }
    }
    throw new AppError('service_unavailable', 'The quota counters could not be rebuilt.', {
      retryAfterSeconds: 5,
    });
  };

  return {
    check,
    refund: (counters, recipients) => adjustments.refund(counters, recipients),
    beginRefund: createBeginRefund({ ...options, rebuildDelayMs, adjustments }),
    recount: (counters) => adjustments.drop(counters),
    isUnavailable,
    drain: async () => {
      await checks.drain();
      outage.end();
      await adjustments.drain();
    },
  };
}

function countLocalRequests(metrics: Metrics) {
  return metrics.counter(
    'admission_local_requests',
    'Requests checked by this process alone because Redis was unavailable.',
  );
}

/** A request that sends nothing is checked together with those of its key that do, so it names the same counters. */
function countersOf(
  { organizationId, plan, keyId, keyDailyLimit }: AdmissionRequest,
  now: Date,
): QuotaCounters {
  const counters = quotaCounters(organizationId, plan, now);
  const isLimited = keyDailyLimit !== undefined && keyDailyLimit !== null;
  return isLimited ? { ...counters, apiKey: keyCounter(organizationId, keyId, now) } : counters;
}

function checkOf(request: AdmissionRequest, plan: Plan, counters: QuotaCounters): RequestCheck {
  return {
    organizationId: request.organizationId,
    keyId: request.keyId,
    counters,
    cacheVersion: request.cacheVersion,
    rates: ratesOf(request, plan),
    monthlyLimit: plan.monthlyLimit ?? -1,
    dailyCap: plan.dailyCap ?? -1,
    keyDailyLimit: request.keyDailyLimit ?? -1,
    recipientCounts: request.recipientCounts,
  };
}

function decisionOf(
  result: Exclude<CheckResult, readonly ['missing', number]>,
  { request, plan, counters }: { request: AdmissionRequest; plan: Plan; counters: QuotaCounters },
): AdmissionDecision {
  const rateLimit = effectiveRate(ratesOf(request, plan));
  switch (result[0]) {
    case 'stale':
      return { state: 'stale', cacheVersion: result[1] };
    case 'limited':
      return { state: 'limited', rateLimit, waitMs: result[1], resetMs: result[2] };
    case 'passed':
      return {
        state: 'passed',
        rateLimit,
        remaining: result[1] < 0 ? null : result[1],
        resetMs: result[2],
        reservations: reservationsOf(
          result[3],
          request.recipientCounts,
          isCounted(plan) || counters.apiKey !== null,
        ),
        counters,
      };
  }
}

const resultOfLetter: Readonly<Record<string, ReservationResult>> = {
  r: 'reserved',
  m: 'monthly_limit',
  d: 'daily_cap',
  k: 'key_daily_limit',
};

/** One for each message. The script has none where there is nothing to count. */
function reservationsOf(
  letters: string,
  recipientCounts: readonly number[],
  isLimited: boolean,
): readonly ReservationResult[] {
  if (!isLimited) return recipientCounts.map(() => 'reserved');
  assert(letters.length === recipientCounts.length, 'the script answers for each message');
  return Array.from(letters, (letter) => {
    const result = resultOfLetter[letter];
    assert(result !== undefined, 'the script answers with letters that are known');
    return result;
  });
}
