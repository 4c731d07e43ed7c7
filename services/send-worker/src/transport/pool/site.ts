import type { SiteLimits } from '@postrider/mail';
import type { Place } from '@postrider/runtime';
import type { SiteBudget } from '../budgets/site-budget';
import { backOff, backOffJitter, type Suspended } from '../budgets/suspended';
import type { Throttle } from '../throttling/throttle';
import {
  classifyUnreachable,
  greetingOf,
  isAboutPolicy,
  unreachableCause,
  type Unreachable,
} from './connect-any';
import { createConnectionsInUse } from '../../fairness/connections-in-use';
import type { DeliverySession, OpenResult } from './delivery-session';
import type { Destination } from './destination';
import { createIdleSessions, type IdleSessions } from './idle-sessions';
import type { SiteRefusal } from '../throttling/site-refusal';
import { createSiteQueue, type Acquired, type SiteQueue, type Taken, type UsedUp } from './site-queue';

export interface SiteOptions {
  readonly limits: SiteLimits;
  /** How many priorities waiting deliveries may have. */
  readonly priorities: number;
  /** @param changed called when more or less is allowed, or the site is suspended */
  readonly budget: (changed: () => void) => SiteBudget;
  readonly throttle: Throttle;
  /** A suspension by an operator. */
  readonly leftAlone: () => Suspended | undefined;
}

/** If a site refuses a connection while others work, those are its limit for this long. */
const loweredMs = 60_000;
const attemptsMax = 2;
/** A delivery that would wait longer is turned away and comes back, so that it holds nothing meanwhile. */
const waitMaxMs = 5_000;
/** A connection that we have ended still counts for this long, because the server has not noticed yet. */
const endedMs = 50;
/** How long deliveries wait while other workers hold all connections. */
const withoutConnectionMs = 10_000;

/**
 * One destination site. A connection is connecting, busy with one delivery, or idle; it leaves when the server ends
 * it, when it has taken its share of messages, when it was idle for long enough, or when another worker has use for it.
 */
export class Site {
  readonly budget: SiteBudget;
  private readonly queue: SiteQueue;
  private readonly idle: IdleSessions;
  /** Connecting or busy. */
  private readonly used = createConnectionsInUse();
  private ended = 0;
  private lowered: { connectionsMax: number; untilMs: number } | undefined;
  private timer: NodeJS.Timeout | undefined;
  private withoutConnectionTimer: NodeJS.Timeout | undefined;
  private closing = false;

  constructor(private readonly options: SiteOptions) {
    this.queue = createSiteQueue(options.priorities);
    this.idle = createIdleSessions({
      timeoutMs: options.limits.idleTimeoutMs,
      onTimeout: (session) => {
        this.end(session);
        this.serveQueue();
      },
    });
    this.budget = options.budget(() => this.budgetChanged());
  }

  acquire(destination: Destination, place: Place): Promise<Acquired> {
    if (this.closing) return Promise.resolve({ kind: 'closing' });
    const suspended = this.suspended();
    if (suspended) return Promise.resolve({ kind: 'suspended', suspended });
    if (!this.hasRoom(destination, place) || this.budget.delayMs() > waitMaxMs) {
      return Promise.resolve({ kind: 'busy', ...this.usedUp() });
    }
    return new Promise((resolve) => {
      this.queue.add({ destination, resolve }, place);
      this.serveQueue();
    });
  }

  suspended(): Suspended | undefined {
    return this.options.leftAlone() ?? this.budget.knowledge.suspended();
  }

  /** A reply with 4xx or 5xx: the throttling rules decide what follows. */
  refused(destination: Destination, refusal: SiteRefusal): void {
    const change = this.options.throttle.onReply(destination, refusal);
    if (change) this.budget.change(change);
    this.budgetChanged();
  }

  succeed(): void {
    if (this.budget.knowledge.hasFailed()) this.budget.change({ kind: 'succeed' });
  }

  /** Nothing open, no waiter, nothing to remember. */
  isForgettable(): boolean {
    return this.open() === 0 && this.queue.size === 0 && this.budget.knowledge.isEmpty();
  }

  /** How many connections the server may see. */
  open(): number {
    return this.inUse() + this.ended;
  }

  waiting(): number {
    return this.queue.size;
  }

  close(): void {
    this.closing = true;
    clearTimeout(this.timer);
    clearTimeout(this.withoutConnectionTimer);
    for (const waiter of this.queue.takeAll()) waiter.resolve({ kind: 'closing' });
    for (const session of this.idle.takeAll()) this.end(session);
    this.report();
  }

  private inUse(): number {
    return this.used.size + this.idle.size;
  }

  private end(session: DeliverySession): void {
    session.quit();
    this.ended += 1;
    setTimeout(() => {
      this.ended -= 1;
      if (!this.closing) this.serveQueue();
      else this.report();
    }, endedMs).unref();
  }

  /** An organization may have no more waiting than there is room left, so that others always find room. */
  private hasRoom({ waitersMax }: Destination, { owner }: Place): boolean {
    const left = waitersMax - this.queue.size;
    return left > 0 && this.queue.sizeOf(owner) < left;
  }

  private budgetChanged(): void {
    if (this.closing) return;
    const suspended = this.queue.size > 0 ? this.suspended() : undefined;
    if (suspended) {
      for (const waiter of this.queue.takeAll()) waiter.resolve({ kind: 'suspended', suspended });
    }
    this.serveQueue();
  }

  private serveQueue(): void {
    this.giveUpIdle();
    while (this.queue.size > 0 && (this.idle.size > 0 || this.open() < this.connectionsMax())) {
      const next = this.queue.take(this.used.mayHave(this.connectionsMax(), this.ended));
      if (!next) break;
      const waitMs = this.budget.takeTime();
      if (waitMs > 0) {
        this.queue.addFirst(next.waiter, next.place);
        if (this.budget.delayMs() > waitMaxMs) this.sendAway();
        else if (waitMs < Infinity) this.serveQueueIn(waitMs);
        break;
      }
      const session = this.mayTakeIdle(next.place)
        ? this.takeIdle(next.waiter.destination.hostsKey)
        : undefined;
      if (session) this.lend(session, next);
      else if (this.open() < this.connectionsMax()) void this.connect(next);
      else {
        // The connection that made room has just ended, and still counts for a moment.
        this.queue.addFirst(next.waiter, next.place);
        break;
      }
    }
    this.watchForConnection();
    this.report();
  }

  private report(): void {
    const waiting = this.queue.size;
    this.budget.use({ open: this.open(), demand: this.used.size + waiting, waiting });
  }

  private serveQueueIn(delayMs: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.serveQueue(), delayMs);
  }

  /** Ends idle connections beyond the limit, which other workers can use. */
  private giveUpIdle(): void {
    while (this.inUse() > this.connectionsMax()) {
      const oldest = this.idle.takeOldest();
      if (!oldest) return;
      this.end(oldest);
    }
  }

  /** So that no delivery waits forever for connections that other workers keep. */
  private watchForConnection(): void {
    const isWithout = this.queue.size > 0 && this.open() === 0;
    if (!isWithout) {
      clearTimeout(this.withoutConnectionTimer);
      this.withoutConnectionTimer = undefined;
    } else {
      this.withoutConnectionTimer ??= setTimeout(() => {
        this.withoutConnectionTimer = undefined;
        if (this.open() === 0) this.sendAway();
      }, withoutConnectionMs);
    }
  }

  private sendAway(): void {
    for (const waiter of this.queue.takeAll()) waiter.resolve({ kind: 'busy', ...this.usedUp() });
  }

  private usedUp(): UsedUp {
    const { connections, perSecond } = this.budget.knowledge.allowed();
    const cause = this.budget.knowledge.limitedBy();
    const delayMs = this.budget.delayMs();
    return {
      failureClass: cause?.failureClass ?? 'rate',
      reason:
        cause?.reason ??
        `rate: what ${this.budget.name} takes at a time is in use (${connections} connections)`,
      retryInMs: delayMs > 0 || cause ? this.queue.turnAway(perSecond, delayMs) : 0,
    };
  }

  private mayTakeIdle(place: Place): boolean {
    return this.isFull() || this.idle.size > this.used.leavesIdle(this.connectionsMax(), place);
  }

  private takeIdle(hostsKey: string): DeliverySession | undefined {
    const session = this.idle.take(hostsKey);
    // All connections that the site allows are open: one to its other hosts makes room.
    const other = session || !this.isFull() ? undefined : this.idle.takeOldest();
    if (other) this.end(other);
    return session;
  }

  private lend(session: DeliverySession, { waiter, place: { owner } }: Taken): void {
    this.used.begin(owner);
    let released = false;
    const releaseSession = (): void => {
      if (released) return;
      released = true;
      this.used.end(owner);
      this.takeBack(session, waiter.destination.hostsKey);
      this.serveQueue();
    };
    waiter.resolve({ kind: 'session', session, releaseSession });
  }

  private takeBack(session: DeliverySession, hostsKey: string): void {
    const { limits } = this.options;
    const isSpent = isLast(session.used(), limits.messagesPerConnectionMax);
    const isTooMany = this.inUse() >= this.connectionsMax();
    if (!session.isReusable() || isSpent || this.closing || isTooMany) return this.end(session);
    this.idle.add(session, hostsKey);
  }

  private async connect(taken: Taken): Promise<void> {
    const { waiter, place } = taken;
    this.used.begin(place.owner);
    waiter.attempts += 1;
    let result: OpenResult;
    try {
      result = await waiter.destination.open();
    } finally {
      this.used.end(place.owner);
    }
    if (result.kind === 'open') {
      if (this.closing) {
        result.session.quit();
        waiter.resolve({ kind: 'closing' });
      } else this.lend(result.session, taken);
    } else this.refuse(result, taken);
    this.serveQueue();
  }

  /** While other connections work, a failure says little about the site, and the delivery waits once more. */
  private refuse(failure: Unreachable, { waiter, place }: Taken): void {
    const others = this.inUse();
    if (this.closing) return waiter.resolve({ kind: 'closing' });
    if (isAboutPolicy(failure, waiter.destination)) {
      return waiter.resolve({ kind: 'unreachable', failure, suspended: undefined });
    }
    const greeting = greetingOf(failure);
    const change = greeting && this.options.throttle.onGreeting(waiter.destination, greeting);
    if (change) this.budget.change(change);
    if (others > 0) this.lowered = { connectionsMax: others, untilMs: performance.now() + loweredMs };
    if (others > 0 && waiter.attempts < attemptsMax && !this.suspended())
      return this.queue.addFirst(waiter, place);
    if (others === 0) this.fail(waiter.destination, failure);
    waiter.resolve({ kind: 'unreachable', failure, suspended: this.suspended() });
    this.budgetChanged();
  }

  private fail(destination: Destination, failure: Unreachable): void {
    const { knowledge } = this.budget;
    if (knowledge.suspended()) return;
    const { throttle } = this.options;
    const cause = unreachableCause(failure);
    this.budget.fail(cause, {
      ...backOff,
      less: backOffJitter * Math.random(),
      blocked: classifyUnreachable(failure).blocked,
    });
    const change = throttle.onFailures(destination, { ...cause, inARow: knowledge.inARow() });
    if (change) this.budget.change(change);
  }

  private connectionsMax(): number {
    const max = this.budget.connectionsMax();
    if (this.lowered && this.lowered.untilMs > performance.now()) {
      return Math.min(max, this.lowered.connectionsMax);
    }
    return max;
  }

  private isFull(): boolean {
    return this.open() >= this.connectionsMax();
  }
}

/**
 * Whether a connection ends after this message: at a random number between three quarters and all of what it may take. The
 * connections of a flood carry equally many messages, and would otherwise all be renewed at once: 100 ms without any.
 */
function isLast(used: number, messagesMax: number): boolean {
  return used >= messagesMax * (3 / 4) && Math.random() * (messagesMax - used + 1) < 1;
}
