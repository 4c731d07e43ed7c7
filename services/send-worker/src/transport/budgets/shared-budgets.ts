import assert from 'node:assert';
import {
  changeSite,
  leaseSites,
  type LeaseTimes,
  type SiteChange,
  type WaitingEmail,
} from '@postrider/throttling';
import { recoveryStepMs, type SiteLimits } from '@postrider/mail';
import type { RedisClient } from '@postrider/messaging';
import { errorCode, type Clock, type Counter, type Logger, type Metrics } from '@postrider/runtime';
import { SiteBudget, type LeaseTerms, type OwnShare } from './site-budget';

/** Budgets of sites that all workers share. */
export interface Budgets {
  /** @param changed called when there may be more, less, or a suspension */
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
  /** Three ticks: within it every live worker has reported what it holds. */
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
  /** What messages in hand wait for, reported with each tick. Default: nothing. */
  readonly waiting?: () => readonly WaitingEmail[];
  readonly log?: Logger;
  readonly metrics?: Metrics;
  readonly times?: LeaseTimes;
}

export function createSharedBudgets(options: Options): Budgets {
  const shared = new SharedBudgets(options);
  return {
    of: (name, limits, changed) => shared.add(new SiteBudget({ name, limits, terms: shared.terms, changed })),
    forget: (budget) => shared.forget(budget),
    tellAll: () => shared.tellAll(),
    close: () => shared.close(),
  };
}

/**
 * - Redis answers: leases count; one call a tick for all sites in use, and one whenever a site first lacks something
 * - it does not: what is leased is used to the end of its lease, by then the others have come down to their share, limit / workers,
 *   and so has this one. A limit that is smaller than their number is kept by those whose turn the site's name makes it
 * - it is back, or wiped: as in the first case; after a wipe no worker gets more than it has for 1.5 s
 */
class SharedBudgets {
  readonly terms: LeaseTerms;
  private readonly budgets = new Map<string, SiteBudget>();
  private readonly lacking = new Set<SiteBudget>();
  private readonly times: LeaseTimes;
  private readonly failures: Counter | undefined;
  private readonly ticker: NodeJS.Timeout;
  private workers = 1;
  private rank = 0;
  private awaySinceMs: number | null;
  private running: Promise<void> | null = null;
  private scheduled: NodeJS.Timeout | null = null;
  private ticks = 0;
  /** A tick has not reported yet what messages wait for. */
  private reportsWaiting = false;
  private reportedWaiting = 0;
  private closed = false;

  constructor(private readonly options: Options) {
    const { redis, clock, metrics, times = leaseTimes } = options;
    this.times = times;
    this.awaySinceMs = redis ? null : -Infinity;
    this.failures = metrics?.counter(
      'site_lease_failures',
      'Requests for site budgets that Redis did not answer.',
    );
    this.terms = {
      clock,
      sliceMs: times.sliceMs,
      leaseUsableMs: times.leaseMs - Math.min(leaseMarginMs, times.leaseMs / 4),
      ownShare: (name) => this.ownShare(name),
      ask: (budget) => this.ask(budget),
      share: (budget, change) => {
        if (redis && !this.closed) void this.tellChange(redis, { budget, change });
      },
    };
    this.ticker = setInterval(() => this.tick(), tickMs);
    this.ticker.unref();
  }

  add(budget: SiteBudget): SiteBudget {
    this.budgets.set(budget.name, budget);
    return budget;
  }

  forget(budget: SiteBudget): void {
    this.budgets.delete(budget.name);
    this.lacking.delete(budget);
  }

  tellAll(): void {
    for (const budget of this.budgets.values()) budget.tell();
  }

  async close(): Promise<void> {
    this.closed = true;
    clearInterval(this.ticker);
    clearTimeout(this.scheduled ?? undefined);
    await this.running;
    if (this.awaySinceMs !== null) return;
    const held = [...this.budgets.values()].filter((budget) => budget.isActive());
    for (let from = 0; from === 0 || from < held.length; from += sitesPerCall) {
      await this.lease(held.slice(from, from + sitesPerCall), { ...this.times, leaseMs: 0 });
    }
  }

  private ownShare(name: string): OwnShare | null {
    const { workers, awaySinceMs } = this;
    if (awaySinceMs === null) return null;
    const turn = (this.rank + hashOf(name)) % workers;
    return {
      workers,
      othersHold: workers > 1 && performance.now() < awaySinceMs + this.times.leaseMs,
      of: (connections) => Math.floor(connections / workers) + (turn < connections % workers ? 1 : 0),
    };
  }

  private ask(budget: SiteBudget): void {
    if (!this.options.redis || this.closed) return;
    this.lacking.add(budget);
    // While it is away, ticks ask.
    if (this.awaySinceMs === null) this.schedule(gapMs);
  }

  private tick(): void {
    this.ticks += 1;
    this.reportsWaiting = true;
    const withPassive = this.ticks % passiveTicks === 0;
    for (const budget of this.budgets.values()) {
      if (budget.isActive() || (withPassive && !budget.knowledge.isEmpty())) this.lacking.add(budget);
      // Shares and leases change with time alone, without an answer.
      if (this.awaySinceMs !== null) budget.tell();
    }
    this.schedule(0);
  }

  private schedule(delayMs: number): void {
    if (this.scheduled || this.running || this.closed) return;
    this.scheduled = setTimeout(() => {
      this.scheduled = null;
      this.running = this.run().finally(() => {
        this.running = null;
        if (this.lacking.size > 0 && this.awaySinceMs === null) this.schedule(gapMs);
      });
    }, delayMs);
  }

  private async run(): Promise<void> {
    const asked = [...this.lacking];
    this.lacking.clear();
    for (let from = 0; from === 0 || from < asked.length; from += sitesPerCall) {
      await this.lease(asked.slice(from, from + sitesPerCall), this.times);
    }
  }

  private async lease(batch: readonly SiteBudget[], times: LeaseTimes): Promise<void> {
    const { redis, workerId, log } = this.options;
    if (!redis) return;
    const askedAtMs = performance.now();
    const requests = batch.map((budget) => budget.request());
    const waits = this.takeWaiting();
    const answer = await leaseSites(redis, requests, { workerId, times, waits }).catch((error: unknown) => {
      this.beAway(error);
      return null;
    });
    if (!answer) {
      for (const budget of batch) budget.tell();
      return;
    }
    const { workers, rank, grants } = answer;
    if (this.awaySinceMs !== null) log?.info({ workers }, 'Redis is available: site budgets are shared');
    [this.workers, this.rank, this.awaySinceMs] = [Math.max(1, workers), rank, null];
    batch.forEach((budget, index) => {
      const grant = grants[index];
      assert(grant, 'each site has its answer');
      budget.take(grant, askedAtMs);
    });
  }

  /** Null: nothing that others do not know. */
  private takeWaiting(): readonly WaitingEmail[] | null {
    if (!this.reportsWaiting) return null;
    this.reportsWaiting = false;
    const waiting = this.options.waiting?.() ?? [];
    const isKnown = waiting.length === 0 && this.reportedWaiting === 0;
    this.reportedWaiting = waiting.length;
    return isKnown ? null : waiting;
  }

  private beAway(error: unknown): void {
    this.failures?.add();
    if (this.awaySinceMs !== null) return;
    this.awaySinceMs = performance.now();
    const fields = { err: error, workers: this.workers };
    this.options.log?.warn(fields, 'Redis is unavailable: this worker keeps to its own share of each site');
  }

  private async tellChange(
    redis: RedisClient,
    { budget, change }: { readonly budget: SiteBudget; readonly change: SiteChange },
  ): Promise<void> {
    const answered = budget.sharing();
    const { stepMs } = this.times;
    try {
      const { state } = await changeSite(redis, budget.name, { change, normal: budget.normal(), stepMs });
      answered(state);
    } catch (error) {
      this.options.log?.debug(
        { code: errorCode(error), site: budget.name },
        'a change of a site was not shared',
      );
      answered(null);
    }
  }
}

/** Spreads what is left over, site by site. */
function hashOf(name: string): number {
  let hash = 0;
  for (const character of name) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003;
  return hash;
}
