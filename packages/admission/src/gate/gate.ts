import assert from 'node:assert';
import { AppError, planNamed, type Plan, type PlanTable } from '@postrider/contracts';
import type { Pool } from '@postrider/db';
import { type Clock, createBatcher, type Logger, type Metrics, wait } from '@postrider/runtime';
import type { RedisClient } from '@postrider/messaging';
import type { Grant } from '../allowance';
import { callGate, type GateCall, type GateResult } from './call-gate';
import { defaultSettlingMs, isCounted, quotaCounters, type QuotaCounters } from './gate-keys';
import { createBeginGiveBack, type BeginGiveBack } from './give-back';
import { createOutage } from './outage';
import { createQuotaAdjustments } from './quota-adjustments';
import { createQuotaSeeder } from './quota-seeder';

export interface GateRequest {
  readonly organizationId: string;
  readonly keyId: string;
  readonly plan: string;
  /** Requests a second; 0: not counted, because there is no cap or because the request has passed before. */
  readonly rateLimit: number;
  /** The epoch that the caller's knowledge of the organization belongs to. */
  readonly epoch: string;
  /** Live recipients per message; empty for a request that sends nothing. */
  readonly units: readonly number[];
}

export type GateAnswer =
  | {
      readonly state: 'passed';
      /** Requests that can follow at once; null: no cap. */
      readonly remaining: number | null;
      readonly resetMs: number;
      readonly grants: readonly Grant[];
      readonly counters: QuotaCounters;
    }
  | { readonly state: 'limited'; readonly waitMs: number; readonly resetMs: number }
  /** Keys or organization changed: load them anew, with this epoch, and ask again. */
  | { readonly state: 'stale'; readonly epoch: string };

export interface Gate {
  /** @throws AppError `service_unavailable` when Redis has been away for longer than `failOpenMs` */
  enter(request: GateRequest): Promise<GateAnswer>;
  /** Gives reserved units back to the counters they were taken from. */
  refund(counters: QuotaCounters, units: number): void;
  /** Before a message is canceled: what is answered gives its units back once that is committed. */
  readonly beginGiveBack: BeginGiveBack;
  /** Has counters built anew from Postgres: what became of reserved units is not known. */
  recount(counters: QuotaCounters): void;
  /** True while Redis does not answer: then no change is heard of, and what was cached must be read anew soon. */
  isBlind(): boolean;
  drain(): Promise<void>;
}

interface GateParts {
  readonly redis: RedisClient;
  readonly pool: Pool;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly failOpenMs?: number;
  readonly settlingMs?: number;
  readonly plans?: PlanTable;
}

/** Counters can be lost again, or the day can turn, between seeding and the next try; more often is a fault. */
const seedAttemptsMax = 6;
const letters: Readonly<Record<string, Grant>> = { r: 'reserved', m: 'monthly_limit', d: 'daily_cap' };

/**
 * Rate, quota and freshness of a request in one round trip, shared by all requests that come at the same time.
 *
 * - Redis answers: its word counts
 * - Redis does not answer: everything passes, and what was sent is added to the counters afterwards
 * - for longer than `failOpenMs`: nothing passes, until Redis answers again
 */
export function createGate(given: GateParts): Gate {
  const { redis, pool, clock, log, metrics, failOpenMs = 60_000 } = given;
  const { settlingMs = defaultSettlingMs } = given;
  const planOf = (request: GateRequest): Plan => planNamed(request.plan, given.plans);
  const outage = createOutage({ redis, clock, log, failOpenMs });
  const adjustments = createQuotaAdjustments({ redis, log, settlingMs, isAway: () => outage.isAway() });
  const seeder = createQuotaSeeder({ redis, pool, log });
  const opened = metrics.counter(
    'gate_open_requests',
    'Requests that passed unjudged because Redis was away.',
  );
  const calls = createBatcher({
    name: 'gate',
    run: (batch: readonly GateCall[]) =>
      callGate(redis, batch, settlingMs).catch((error: unknown) => batch.map(outage.began(error))),
    batchMax: 100,
  });

  /** Passes everything; a reservation is owed to the counters. */
  const passUnjudged = (request: GateRequest, counters: QuotaCounters): GateAnswer => {
    opened.add();
    const units = request.units.reduce((sum, unit) => sum + unit, 0);
    if (units > 0 && isCounted(planOf(request))) adjustments.add(counters, units);
    const grants = request.units.map((): Grant => 'reserved');
    return { state: 'passed', remaining: null, resetMs: 0, grants, counters };
  };

  const enter = async (request: GateRequest): Promise<GateAnswer> => {
    const plan = planOf(request);
    const counters = quotaCounters(request.organizationId, request.plan, clock.now());
    for (let attempt = 1; attempt <= seedAttemptsMax; attempt += 1) {
      if (outage.isAway() && !(await outage.isOver())) return passUnjudged(request, counters);
      const result = await calls.submit(callOf(request, plan, counters));
      if (result === undefined) return passUnjudged(request, counters);
      if (result[0] !== 'unseeded') return answerOf(result, { request, plan, counters });
      const [, waitMs] = result;
      if (waitMs > 0) await wait(waitMs);
      else await seeder.seed(counters, request.epoch);
    }
    throw new AppError('service_unavailable', 'The quota counters cannot be built.', {
      retryAfterSeconds: 5,
    });
  };

  return {
    enter,
    refund: (counters, units) => adjustments.add(counters, -units),
    beginGiveBack: createBeginGiveBack({ ...given, settlingMs, adjustments }),
    recount: (counters) => adjustments.forget(counters),
    isBlind: () => outage.isAway(),
    drain: async () => {
      await calls.drain();
      await adjustments.drain();
    },
  };
}

function callOf(request: GateRequest, plan: Plan, counters: QuotaCounters): GateCall {
  return {
    organizationId: request.organizationId,
    keyId: request.keyId,
    counters,
    epoch: request.epoch,
    rateLimit: request.rateLimit,
    monthlyLimit: plan.monthlyLimit ?? -1,
    dailyCap: plan.dailyCap ?? -1,
    units: request.units,
  };
}

function answerOf(
  result: Exclude<GateResult, readonly ['unseeded', number]>,
  { request, plan, counters }: { request: GateRequest; plan: Plan; counters: QuotaCounters },
): GateAnswer {
  switch (result[0]) {
    case 'stale':
      return { state: 'stale', epoch: result[1] };
    case 'limited':
      return { state: 'limited', waitMs: result[1], resetMs: result[2] };
    case 'passed':
      return {
        state: 'passed',
        remaining: result[1] < 0 ? null : result[1],
        resetMs: result[2],
        grants: grantsOf(result[3], request.units, plan),
        counters,
      };
  }
}

/** One for each message. The script has none where there is nothing to count. */
function grantsOf(answered: string, units: readonly number[], plan: Plan): readonly Grant[] {
  if (!isCounted(plan)) return units.map(() => 'reserved');
  assert(answered.length === units.length, 'the gate answers for each message');
  return Array.from(answered, (letter) => {
    const grant = letters[letter];
    assert(grant !== undefined, 'the gate answers with letters that are known');
    return grant;
  });
}
