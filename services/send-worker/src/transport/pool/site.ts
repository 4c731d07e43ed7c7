import { createPriorityQueue, type Clock, type Place, type PriorityQueue } from '@postrider/runtime';
import { unreachableCause, type Unreachable } from './connect-any';
import type { DeliverySession, OpenResult } from './delivery-session';
import type { Destination } from './destination';
import { createSuspension, type Suspended, type SuspensionCause } from './suspension';

/** What a delivery gets when it asks for a connection. */
export type Acquired =
  | { readonly kind: 'session'; readonly session: DeliverySession; readonly release: () => void }
  | { readonly kind: 'unreachable'; readonly failure: Unreachable; readonly suspended: Suspended | undefined }
  | { readonly kind: 'suspended'; readonly suspended: Suspended }
  /** Too many wait already. */
  | { readonly kind: 'busy' }
  | { readonly kind: 'closing' };

interface Waiter {
  readonly destination: Destination;
  /** Connections tried for it. */
  attempts: number;
  readonly resolve: (acquired: Acquired) => void;
}

interface IdleSession {
  readonly session: DeliverySession;
  readonly hostsKey: string;
  readonly timer: NodeJS.Timeout;
}

export interface SiteOptions {
  readonly clock: Clock;
  /** How many there are of those who wait. */
  readonly priorities: number;
}

/** A site that refuses one connection more while others work is taken at its word for this long. */
const loweredMs = 60_000;
const attemptsMax = 2;

/**
 * One destination site. A connection is connecting, busy with one delivery, or idle; it leaves when the server ends
 * it, when it has taken its share of messages, or when it was idle for long enough.
 */
export class Site {
  private readonly queue: PriorityQueue<Waiter>;
  private readonly suspension;
  private readonly rate: Rate;
  private idle: IdleSession[] = [];
  private connecting = 0;
  private busy = 0;
  private lowered: { connectionsMax: number; untilMs: number } | undefined;
  private rateTimer: NodeJS.Timeout | undefined;
  private closing = false;

  constructor(
    private readonly limits: Destination['limits'],
    private readonly options: SiteOptions,
  ) {
    this.queue = createPriorityQueue(options.priorities);
    this.suspension = createSuspension(options.clock);
    this.rate = createRate(limits.messagesPerSecondMax);
  }

  acquire(destination: Destination, place: Place): Promise<Acquired> {
    if (this.closing) return Promise.resolve({ kind: 'closing' });
    const suspended = this.suspension.current();
    if (suspended) return Promise.resolve({ kind: 'suspended', suspended });
    if (!this.hasRoom(destination, place)) return Promise.resolve({ kind: 'busy' });
    return new Promise((resolve) => {
      this.queue.add({ destination, resolve, attempts: 0 }, place);
      this.serveQueue();
    });
  }

  suspended(): Suspended | undefined {
    return this.suspension.current();
  }

  suspend(cause: SuspensionCause): Suspended {
    const suspended = this.suspension.begin(cause);
    for (const waiter of this.queue.takeAll()) waiter.resolve({ kind: 'suspended', suspended });
    return suspended;
  }

  succeed(): void {
    this.suspension.succeed();
  }

  /** Nothing open, nobody waiting, nothing to remember. */
  isForgettable(): boolean {
    return this.open() === 0 && this.queue.size === 0 && !this.suspension.current();
  }

  open(): number {
    return this.connecting + this.busy + this.idle.length;
  }

  waiting(): number {
    return this.queue.size;
  }

  close(): void {
    this.closing = true;
    clearTimeout(this.rateTimer);
    for (const waiter of this.queue.takeAll()) waiter.resolve({ kind: 'closing' });
    for (const { session, timer } of this.idle.splice(0)) {
      clearTimeout(timer);
      session.quit();
    }
  }

  /** An organization has no more who wait than there is room left, so that another always finds some. */
  private hasRoom({ waitersMax }: Destination, { owner }: Place): boolean {
    const left = waitersMax - this.queue.size;
    return left > 0 && this.queue.sizeOf(owner) < left;
  }

  private serveQueue(): void {
    while (this.queue.size > 0 && (this.idle.length > 0 || this.open() < this.connectionsMax())) {
      const waitMs = this.rate.take(performance.now());
      if (waitMs > 0) return this.serveQueueIn(waitMs);
      const next = this.queue.take();
      if (!next) return;
      const session = this.takeIdle(next.waiter.destination.hostsKey);
      if (session) this.lend(session, next.waiter);
      else void this.connect(next.waiter, next.place);
    }
  }

  private serveQueueIn(delayMs: number): void {
    clearTimeout(this.rateTimer);
    this.rateTimer = setTimeout(() => this.serveQueue(), delayMs);
  }

  private takeIdle(hostsKey: string): DeliverySession | undefined {
    for (;;) {
      const index = this.idle.findLastIndex((each) => each.hostsKey === hostsKey);
      const [found] = index < 0 ? this.idle.splice(0, this.isFull() ? 1 : 0) : this.idle.splice(index, 1);
      if (!found) return undefined;
      clearTimeout(found.timer);
      if (index < 0) {
        // Its connection is needed for other hosts of the same site.
        found.session.quit();
        return undefined;
      }
      if (found.session.isReusable()) return found.session;
      found.session.destroy();
    }
  }

  private lend(session: DeliverySession, waiter: Waiter): void {
    this.busy += 1;
    let released = false;
    const release = (): void => {
      if (released) return;
      released = true;
      this.busy -= 1;
      this.takeBack(session, waiter.destination.hostsKey);
      this.serveQueue();
    };
    waiter.resolve({ kind: 'session', session, release });
  }

  private takeBack(session: DeliverySession, hostsKey: string): void {
    const isSpent = session.used() >= this.limits.messagesPerConnectionMax;
    if (!session.isReusable() || isSpent || this.closing) return session.quit();
    const timer = setTimeout(() => {
      this.idle = this.idle.filter((each) => each.session !== session);
      session.quit();
    }, this.limits.idleTimeoutMs);
    this.idle.push({ session, hostsKey, timer });
  }

  private async connect(waiter: Waiter, place: Place): Promise<void> {
    this.connecting += 1;
    waiter.attempts += 1;
    let result: OpenResult;
    try {
      result = await waiter.destination.open();
    } finally {
      this.connecting -= 1;
    }
    if (result.kind === 'open') {
      if (this.closing) {
        result.session.quit();
        waiter.resolve({ kind: 'closing' });
      } else this.lend(result.session, waiter);
    } else this.refuse(result, { waiter, place });
    this.serveQueue();
  }

  /** While other connections work, or may yet, the failure says little about the site: the delivery waits once more. */
  private refuse(failure: Unreachable, { waiter, place }: { waiter: Waiter; place: Place }): void {
    const others = this.open();
    if (this.closing) return waiter.resolve({ kind: 'closing' });
    if (others > 0) this.lowered = { connectionsMax: others, untilMs: performance.now() + loweredMs };
    if (others > 0 && waiter.attempts < attemptsMax) return this.queue.addFirst(waiter, place);
    const suspended = others > 0 ? undefined : this.suspend(unreachableCause(failure));
    waiter.resolve({ kind: 'unreachable', failure, suspended });
  }

  private connectionsMax(): number {
    if (this.lowered && this.lowered.untilMs > performance.now()) return this.lowered.connectionsMax;
    return this.limits.connectionsMax;
  }

  private isFull(): boolean {
    return this.open() >= this.connectionsMax();
  }
}

/** A token bucket of one second's size. */
interface Rate {
  /** Takes one token and answers 0, or tells in how many milliseconds there will be one. */
  take(nowMs: number): number;
}

function createRate(perSecond: number): Rate {
  if (!Number.isFinite(perSecond)) return { take: () => 0 };
  let tokens = perSecond;
  let filledAtMs = -Infinity;
  return {
    take: (nowMs) => {
      const elapsedMs = Math.max(0, nowMs - filledAtMs);
      filledAtMs = nowMs;
      tokens = Math.min(Math.max(1, perSecond), tokens + (elapsedMs * perSecond) / 1_000);
      if (tokens >= 1) {
        tokens -= 1;
        return 0;
      }
      return Math.ceil(((1 - tokens) * 1_000) / perSecond);
    },
  };
}
