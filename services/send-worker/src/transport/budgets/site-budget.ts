import type { SiteChange, SiteGrant, SiteRequest } from '@postrider/throttling';
import type { SiteLimits } from '@postrider/mail';
import type { Clock } from '@postrider/runtime';
import { createSendTimes, lateMaxMs, type SendTimes } from './send-times';
import { createSiteKnowledge, type SiteKnowledge } from './site-knowledge';
import type { SuspensionCause } from './suspended';

/** What a site has open and has use for. */
export interface SiteUsage {
  readonly open: number;
  /** Deliveries on a connection, or waiting for one. */
  readonly demand: number;
  readonly waiting: number;
}

/** What budgets of sites share: the way to Redis, and what it last said. */
export interface LeaseTerms {
  readonly clock: Clock;
  /** Asks for what the site lacks, soon. */
  readonly ask: (budget: SiteBudget) => void;
  readonly share: (budget: SiteBudget, change: SiteChange) => void;
  /** This worker's part while Redis is away; null: it is not. */
  readonly ownShare: (name: string) => OwnShare | null;
  readonly leaseUsableMs: number;
  readonly sliceMs: number;
}

export interface OwnShare {
  /** Of so many connections. */
  of(connections: number): number;
  readonly workers: number;
  /** Leases that others took before may still hold. */
  readonly othersHold: boolean;
}

interface SiteBudgetOptions {
  readonly name: string;
  readonly limits: SiteLimits;
  readonly terms: LeaseTerms;
  /** Called after each answer: there may be more, less, or a suspension. */
  readonly changed: () => void;
}

const unused: SiteUsage = { open: 0, demand: 0, waiting: 0 };
/** Asked again this long after a request for send times brought none, at the latest. */
const askAgainMaxMs = 1_000;

/**
 * What this worker may use of one site and source. Connections and send times are leased ahead; between two leases nothing is
 * asked of Redis. What is granted is used up to the end of its lease; then, without Redis, this worker's own share.
 */
export class SiteBudget {
  readonly name: string;
  readonly knowledge: SiteKnowledge;
  private readonly times: SendTimes;
  private usage = unused;
  private granted = 0;
  /** What others count as ours. */
  private held = 0;
  private asked = { demand: 0, open: 0 };
  private leasedAtMs = -Infinity;
  private askTimesAtMs = 0;
  private nextTimeAtMs = 0;
  private ownNextMs = 0;
  /** Changes that Redis has not answered: what it says meanwhile is older. */
  private pending = 0;

  constructor(private readonly options: SiteBudgetOptions) {
    const { name, limits, terms } = options;
    this.name = name;
    this.knowledge = createSiteKnowledge(limits, terms.clock);
    this.times = createSendTimes(terms.sliceMs);
  }

  connectionsMax(): number {
    const { connections } = this.knowledge.allowed();
    const share = this.options.terms.ownShare(this.name);
    if (!share) return this.isLeased() ? Math.min(connections, this.granted) : 0;
    if (!share.othersHold) return share.of(connections);
    return this.isLeased() ? this.granted : Math.min(this.granted, share.of(connections));
  }

  /** Takes a time to begin a transaction: 0, or in how many milliseconds to ask again; Infinity: `changed` tells. */
  takeTime(): number {
    const { perSecond } = this.knowledge.allowed();
    if (!Number.isFinite(perSecond)) return 0;
    const nowMs = performance.now();
    const waitMs = this.times.take(nowMs);
    if (waitMs === 0) {
      if (this.times.left(nowMs) * 2 < this.times.used(nowMs)) this.options.terms.ask(this);
      return 0;
    }
    if (waitMs < Infinity) return waitMs;
    const share = this.options.terms.ownShare(this.name);
    if (share) return this.takeOwnTime(perSecond, { nowMs, share });
    const askInMs = this.askTimesAtMs - nowMs;
    if (askInMs > 0) return askInMs;
    this.options.terms.ask(this);
    return Infinity;
  }

  /**
   * How long until mail can leave, where that is known to be long. Never longer than it can be at the rate of now: the time that was
   * given at a lower rate, which has been lifted since, says nothing any more.
   */
  delayMs(): number {
    const { perSecond } = this.knowledge.allowed();
    if (!Number.isFinite(perSecond)) return 0;
    const { sliceMs } = this.options.terms;
    const longestMs = sliceMs + Math.max(sliceMs, 1_000 / perSecond);
    return Math.max(0, Math.min(longestMs, this.nextTimeAtMs - performance.now()));
  }

  use(usage: SiteUsage): void {
    this.usage = usage;
    const wants = this.isLeased()
      ? this.demand() > Math.max(this.granted, this.asked.demand)
      : usage.demand > 0;
    const gives = usage.open < this.asked.open && this.held > this.granted;
    if (wants || gives) this.options.terms.ask(this);
  }

  change(change: SiteChange): void {
    this.knowledge.apply(change);
    this.options.terms.share(this, change);
  }

  fail(
    { failureClass, reason }: SuspensionCause,
    options: {
      readonly baseMs: number;
      readonly maxMs: number;
      readonly less: number;
      readonly blocked: boolean;
    },
  ): void {
    this.change({ kind: 'fail', class: failureClass, reason, ...options });
  }

  /** To be asked for, now: something is held, wanted or known that may change. */
  isActive(): boolean {
    return this.held > 0 || this.usage.open > 0 || this.usage.demand > 0;
  }

  normal(): { readonly connectionsMax: number; readonly perSecond: number } {
    return {
      connectionsMax: this.options.limits.connectionsMax,
      perSecond: this.options.limits.messagesPerSecondMax,
    };
  }

  request(): SiteRequest {
    const nowMs = performance.now();
    const { open, waiting } = this.usage;
    const demand = this.demand();
    this.asked = { demand, open };
    this.held = Math.max(open, Math.min(this.connectionsMax(), demand));
    const { perSecond } = this.knowledge.allowed();
    const messages = Number.isFinite(perSecond)
      ? Math.max(0, waiting + this.times.used(nowMs) - this.times.left(nowMs))
      : 0;
    return { name: this.name, ...this.normal(), held: this.held, demand, messages };
  }

  /** @param askedAtMs when the request left: the lease began later, so it ends later */
  take(grant: SiteGrant, askedAtMs: number): void {
    const nowMs = performance.now();
    const { count, firstMs, apartMs } = grant.times;
    this.granted = grant.connections;
    this.held = Math.max(this.held, grant.connections);
    if (this.usage.open === 0 && this.usage.demand === 0) this.held = grant.connections;
    this.leasedAtMs = askedAtMs;
    if (count > 0) {
      // From when it was asked for: a late answer does not shift them among those of others.
      this.times.add({ count, firstMs: askedAtMs + firstMs, apartMs });
      this.nextTimeAtMs = nowMs + firstMs;
    } else if (firstMs > 0) {
      this.nextTimeAtMs = nowMs + firstMs;
      // Those who wait for the same time come apart from each other.
      this.askTimesAtMs = nowMs + Math.min(askAgainMaxMs, firstMs) * (0.9 + 0.2 * Math.random());
    }
    if (this.pending === 0) this.knowledge.learn(grant.state);
    this.options.changed();
  }

  /** A change is under way; what is answered ends that. */
  sharing(): (state: SiteGrant['state'] | null) => void {
    this.pending += 1;
    return (state) => {
      this.pending -= 1;
      if (this.pending === 0 && state) this.knowledge.learn(state);
      this.options.changed();
    };
  }

  tell(): void {
    this.options.changed();
  }

  private demand(): number {
    return Math.min(this.usage.demand, this.options.limits.connectionsMax);
  }

  private isLeased(): boolean {
    return performance.now() < this.leasedAtMs + this.options.terms.leaseUsableMs;
  }

  private takeOwnTime(
    perSecond: number,
    { nowMs, share }: { readonly nowMs: number; readonly share: OwnShare },
  ): number {
    if (this.ownNextMs > nowMs) return Math.ceil(this.ownNextMs - nowMs);
    this.ownNextMs = Math.max(nowMs - lateMaxMs, this.ownNextMs) + (1_000 * share.workers) / perSecond;
    this.nextTimeAtMs = this.ownNextMs;
    return 0;
  }
}
