import type { Clock } from '@postrider/runtime';
import type { ConnectResult } from '../smtp/connect';
import type { SmtpSession } from '../smtp/smtp-session';
import { unreachableText, type Connector, type Unreachable } from './connect-any';
import { urgencies } from '../../delivery/urgency';
import type { Destination } from './destination';
import { createRate, type Rate } from './rate';
import { createSuspension, type Suspended } from './suspension';
import { createWaitingLine } from './waiting-line';

/** What a delivery gets when it asks for a connection. */
export type Acquired =
  | { readonly kind: 'session'; readonly session: SmtpSession; readonly release: () => void }
  | { readonly kind: 'unreachable'; readonly failure: Unreachable; readonly suspended: Suspended | undefined }
  | { readonly kind: 'suspended'; readonly suspended: Suspended }
  /** Too many wait already. */
  | { readonly kind: 'busy' }
  | { readonly kind: 'closing' };

interface Waiter {
  readonly destination: Destination;
  /** Connections tried for it. */
  tries: number;
  readonly resolve: (acquired: Acquired) => void;
}

interface IdleSession {
  readonly session: SmtpSession;
  readonly hostsKey: string;
  readonly timer: NodeJS.Timeout;
}

/** A site that refuses one connection more while others work is taken at its word for this long. */
const LOWERED_MS = 60_000;
const TRIES_MAX = 2;

/**
 * One destination site. A connection is connecting, busy with one delivery, or idle; it leaves when the server ends
 * it, when it has carried its share of messages, or when it was idle for long enough.
 */
export class Site {
  private readonly line = createWaitingLine<Waiter>(urgencies);
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
    private readonly given: { readonly connector: Connector; readonly clock: Clock },
  ) {
    this.suspension = createSuspension(given.clock);
    this.rate = createRate(limits.messagesPerSecondMax);
  }

  acquire(destination: Destination, urgency: number): Promise<Acquired> {
    if (this.closing) return Promise.resolve({ kind: 'closing' });
    const suspended = this.suspension.current();
    if (suspended) return Promise.resolve({ kind: 'suspended', suspended });
    if (this.line.size >= destination.waitersMax) return Promise.resolve({ kind: 'busy' });
    return new Promise((resolve) => {
      this.line.add({ destination, resolve, tries: 0 }, urgency);
      this.serve();
    });
  }

  suspended(): Suspended | undefined {
    return this.suspension.current();
  }

  suspend(reason: string): Suspended {
    const suspended = this.suspension.begin(reason);
    for (const waiter of this.line.takeAll()) waiter.resolve({ kind: 'suspended', suspended });
    return suspended;
  }

  succeed(): void {
    this.suspension.succeed();
  }

  /** Nothing open, nobody waiting, nothing to remember. */
  isForgettable(): boolean {
    return this.open() === 0 && this.line.size === 0 && !this.suspension.current();
  }

  open(): number {
    return this.connecting + this.busy + this.idle.length;
  }

  waiting(): number {
    return this.line.size;
  }

  close(): void {
    this.closing = true;
    clearTimeout(this.rateTimer);
    for (const waiter of this.line.takeAll()) waiter.resolve({ kind: 'closing' });
    for (const { session, timer } of this.idle.splice(0)) {
      clearTimeout(timer);
      session.quit();
    }
  }

  private serve(): void {
    while (this.line.size > 0 && (this.idle.length > 0 || this.open() < this.connectionsMax())) {
      const waitMs = this.rate.take(performance.now());
      if (waitMs > 0) return this.serveIn(waitMs);
      const next = this.line.take();
      if (!next) return;
      const session = this.takeIdle(next.waiter.destination.hostsKey);
      if (session) this.lend(session, next.waiter);
      else void this.connect(next.waiter, next.urgency);
    }
  }

  private serveIn(delayMs: number): void {
    clearTimeout(this.rateTimer);
    this.rateTimer = setTimeout(() => this.serve(), delayMs);
  }

  private takeIdle(hostsKey: string): SmtpSession | undefined {
    for (;;) {
      const index = this.idle.findLastIndex((each) => each.hostsKey === hostsKey);
      const [found] = index < 0 ? this.idle.splice(0, this.isFull() ? 1 : 0) : this.idle.splice(index, 1);
      if (!found) return undefined;
      clearTimeout(found.timer);
      if (index < 0) {
        // Its place is needed for other hosts of the same site.
        found.session.quit();
        return undefined;
      }
      if (found.session.isReusable()) return found.session;
      found.session.destroy();
    }
  }

  private lend(session: SmtpSession, waiter: Waiter): void {
    this.busy += 1;
    let released = false;
    const release = (): void => {
      if (released) return;
      released = true;
      this.busy -= 1;
      this.takeBack(session, waiter.destination.hostsKey);
      this.serve();
    };
    waiter.resolve({ kind: 'session', session, release });
  }

  private takeBack(session: SmtpSession, hostsKey: string): void {
    const isSpent = session.used() >= this.limits.messagesPerConnectionMax;
    if (!session.isReusable() || isSpent || this.closing) return session.quit();
    const timer = setTimeout(() => {
      this.idle = this.idle.filter((each) => each.session !== session);
      session.quit();
    }, this.limits.idleTimeoutMs);
    this.idle.push({ session, hostsKey, timer });
  }

  private async connect(waiter: Waiter, urgency: number): Promise<void> {
    this.connecting += 1;
    waiter.tries += 1;
    let result: ConnectResult;
    try {
      result = await this.given.connector.connectAny(await waiter.destination.targets());
    } finally {
      this.connecting -= 1;
    }
    if (result.kind === 'open') {
      if (this.closing) {
        result.session.quit();
        waiter.resolve({ kind: 'closing' });
      } else this.lend(result.session, waiter);
    } else this.refuse(result, { waiter, urgency });
    this.serve();
  }

  /** While other connections work, or may yet, the failure says little about the site: the delivery waits once more. */
  private refuse(failure: Unreachable, { waiter, urgency }: { waiter: Waiter; urgency: number }): void {
    const others = this.open();
    if (this.closing) return waiter.resolve({ kind: 'closing' });
    if (others > 0) this.lowered = { connectionsMax: others, untilMs: performance.now() + LOWERED_MS };
    if (others > 0 && waiter.tries < TRIES_MAX) return this.line.addFirst(waiter, urgency);
    const suspended = others > 0 ? undefined : this.suspend(unreachableText(failure));
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
