import { changeSite, leaseSites, type LeaseTimes, type SiteChange } from '@postrider/admission';
import { recoveryStepMs, type SiteLimits } from '@postrider/mail';
import type { RedisClient } from '@postrider/messaging';
import { errorCode, type Clock, type Logger, type Metrics } from '@postrider/runtime';
import { SiteBudget, type LeaseTerms } from './site-budget';

/** Budgets of sites that all workers share. */
export interface Budgets {
  /** @param changed told when there may be more, less, or a suspension */
  of(name: string, limits: SiteLimits, changed: () => void): SiteBudget;
  forget(budget: SiteBudget): void;
  /** Something outside of Redis has changed that suspends sites. */
  tellAll(): void;
  /** Gives back what is held. */
  close(): Promise<void>;
}

export const leaseTimes: LeaseTimes = {
  /** What a dead worker held is free after it; a busy Redis or a long pause of ours does not end it. */
  leaseMs: 10_000,
  /** Three ticks: within it every worker that lives has told what it holds. */
  settleMs: 1_500,
  stepMs: recoveryStepMs,
  sliceMs: 250,
};
/** A lease is used until shortly before others may take it: clocks and answers are late. */
const leaseMarginMs = 2_000;
/** Each worker tells what it holds and wants; what others changed is known after it. */
const tickMs = 500;
/** Sites that are only remembered, for a suspension or a limit, are asked about in every third tick. */
const passiveTicks = 3;
const sitesPerCall = 100;
/** Between two calls that sites ask for, so that they ask together. */
const gapMs = 5;

interface Options {
  /** Null: this worker is alone. */
  readonly redis: RedisClient | null;
  readonly workerId: string;
  readonly clock: Clock;
  readonly log?: Logger;
  readonly metrics?: Metrics;
  readonly times?: LeaseTimes;
}

/**
 * - Redis answers: leases count; one call a tick for all sites in use, and one whenever a site first lacks something
 * - it does not: what is leased is used to the end of its lease, by then the others have come down to their share, limit / workers,
 *   and so has this one. A limit that is smaller than their number is kept by those whose turn the site's name makes it
 * - it is back, or wiped: as in the first case; after a wipe nobody gets more than it has for 1.5 s
 */
export function createSharedBudgets(options: Options): Budgets {
  const { redis, workerId, clock, log, metrics, times = leaseTimes } = options;
  const budgets = new Map<string, SiteBudget>();
  const lacking = new Set<SiteBudget>();
  let workers = 1;
  let rank = 0;
  let awaySinceMs: number | null = redis ? null : -Infinity;
  let running: Promise<void> | null = null;
  let scheduled: NodeJS.Timeout | NodeJS.Immediate | null = null;
  let ticks = 0;
  let closed = false;
  const failures = metrics?.counter(
    'site_lease_failures',
    'Calls for budgets of sites that Redis did not answer.',
  );

  const terms: LeaseTerms = {
    clock,
    sliceMs: times.sliceMs,
    leaseUsableMs: times.leaseMs - Math.min(leaseMarginMs, times.leaseMs / 4),
    ownShare: (name) => {
      if (awaySinceMs === null) return null;
      const turn = (rank + hashOf(name)) % workers;
      return {
        workers,
        othersHold: workers > 1 && performance.now() < awaySinceMs + times.leaseMs,
        of: (connections) => Math.floor(connections / workers) + (turn < connections % workers ? 1 : 0),
      };
    },
    ask: (budget) => {
      if (!redis || closed) return;
      lacking.add(budget);
      // While it is away, ticks ask.
      if (awaySinceMs === null) schedule(gapMs);
    },
    share: (budget, change) => {
      if (redis && !closed) void tellChange(redis, budget, change);
    },
  };

  async function tellChange(client: RedisClient, budget: SiteBudget, change: SiteChange): Promise<void> {
    const done = budget.sharing();
    try {
      const answer = await changeSite(client, budget.name, {
        change,
        normal: budget.normal(),
        stepMs: times.stepMs,
      });
      done(answer.state);
    } catch (error) {
      log?.debug({ code: errorCode(error), site: budget.name }, 'a change of a site was not shared');
      done(null);
    }
  }

  function schedule(delayMs: number): void {
    if (scheduled || running || closed) return;
    scheduled = setTimeout(() => {
      scheduled = null;
      running = run().finally(() => {
        running = null;
        if (lacking.size > 0 && awaySinceMs === null) schedule(gapMs);
      });
    }, delayMs);
  }

  async function run(): Promise<void> {
    const asked = [...lacking];
    lacking.clear();
    for (let from = 0; from === 0 || from < asked.length; from += sitesPerCall) {
      await lease(asked.slice(from, from + sitesPerCall));
    }
  }

  async function lease(batch: readonly SiteBudget[], given = times): Promise<void> {
    if (!redis) return;
    const askedAtMs = performance.now();
    try {
      const requests = batch.map((budget) => budget.request());
      const answer = await leaseSites(redis, requests, { workerId, times: given });
      workers = Math.max(1, answer.workers);
      rank = answer.rank;
      if (awaySinceMs !== null) log?.info({ workers }, 'Redis answers: budgets of sites are shared');
      awaySinceMs = null;
      batch.forEach((budget, index) => {
        const grant = answer.grants[index];
        if (grant) budget.take(grant, askedAtMs);
      });
    } catch (error) {
      failures?.add();
      if (awaySinceMs === null) {
        log?.warn(
          { err: error, workers },
          'Redis does not answer: this worker keeps to its own share of each site',
        );
        awaySinceMs = performance.now();
      }
      for (const budget of batch) budget.tell();
    }
  }

  const ticker = setInterval(() => {
    ticks += 1;
    const withPassive = ticks % passiveTicks === 0;
    for (const budget of budgets.values()) {
      if (budget.isActive() || (withPassive && !budget.knowledge.isEmpty())) lacking.add(budget);
      // Shares and leases change with time alone, while nobody answers.
      if (awaySinceMs !== null) budget.tell();
    }
    if (redis) schedule(0);
  }, tickMs);
  ticker.unref();

  return {
    of: (name, limits, changed) => {
      const budget = new SiteBudget(name, limits, terms, changed);
      budgets.set(name, budget);
      return budget;
    },
    forget: (budget) => {
      budgets.delete(budget.name);
      lacking.delete(budget);
    },
    tellAll: () => {
      for (const budget of budgets.values()) budget.tell();
    },
    close: async () => {
      closed = true;
      clearInterval(ticker);
      if (scheduled) clearTimeout(scheduled as NodeJS.Timeout);
      await running;
      if (!redis || awaySinceMs !== null) return;
      const held = [...budgets.values()].filter((budget) => budget.isActive());
      for (let from = 0; from === 0 || from < held.length; from += sitesPerCall) {
        await lease(held.slice(from, from + sitesPerCall), { ...times, leaseMs: 0 });
      }
    },
  };
}

/** Spreads what is left over, site by site. */
function hashOf(name: string): number {
  let hash = 0;
  for (const character of name) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003;
  return hash;
}
