import { CountByKey } from '@postrider/runtime';

export interface InHandOptions {
  readonly total: number;
  readonly perOwner: number;
  /** How long a mail waits until its owner has room; with honest mail that takes milliseconds. */
  readonly waitMs: number;
  /** For how long after that mails of the same owner are turned away at once, because others wait behind them. */
  readonly slowMs: number;
}

interface Waiter {
  readonly owner: string;
  readonly settle: (entered: boolean) => void;
}

/** Limits the mails in hand, in all and for each owner, so that slow mails of one owner do not shut out the others. */
export class InHand {
  private readonly byOwner = new CountByKey();
  private readonly slowUntilMs = new Map<string, number>();
  private all = 0;
  private isClosed = false;
  private waiting: Waiter[] = [];
  private readonly whenEmpty: (() => void)[] = [];

  constructor(private readonly options: InHandOptions) {}

  count(): number {
    return this.all;
  }

  /** Waits for room. False: its owner has had its full share for a while, or the process is stopping; the mail is deferred. */
  enter(owner: string): Promise<boolean> {
    if (this.isClosed || (!this.hasShare(owner) && this.isSlow(owner))) return Promise.resolve(false);
    if (this.hasRoom(owner)) {
      this.take(owner);
      return Promise.resolve(true);
    }
    return new Promise((resolve) => {
      const settle = (entered: boolean): void => {
        clearInterval(timer);
        resolve(entered);
      };
      const waiter: Waiter = { owner, settle };
      const timer = setInterval(() => this.giveUpWaiting(waiter), this.options.waitMs);
      this.waiting.push(waiter);
    });
  }

  leave(owner: string): void {
    this.all -= 1;
    this.byOwner.add(owner, -1);
    this.admit();
    if (this.all === 0) for (const resolve of this.whenEmpty.splice(0)) resolve();
  }

  /** Turns away everything that waits. */
  close(): void {
    this.isClosed = true;
    for (const { settle } of this.waiting.splice(0)) settle(false);
  }

  /** Resolves when none is in hand. */
  empty(): Promise<void> {
    return this.all === 0 ? Promise.resolve() : new Promise((resolve) => this.whenEmpty.push(resolve));
  }

  private hasShare(owner: string): boolean {
    return this.byOwner.of(owner) < this.options.perOwner;
  }

  private hasRoom(owner: string): boolean {
    return this.all < this.options.total && this.hasShare(owner);
  }

  private isSlow(owner: string): boolean {
    const untilMs = this.slowUntilMs.get(owner);
    if (untilMs === undefined) return false;
    if (performance.now() < untilMs) return true;
    this.slowUntilMs.delete(owner);
    return false;
  }

  private take(owner: string): void {
    this.all += 1;
    this.byOwner.add(owner, 1);
  }

  private admit(): void {
    const still: Waiter[] = [];
    for (const waiter of this.waiting) {
      if (this.hasRoom(waiter.owner)) {
        this.take(waiter.owner);
        waiter.settle(true);
      } else still.push(waiter);
    }
    this.waiting = still;
  }

  /** A mail gives up only if its own owner has no room; it keeps waiting if merely the process is full. */
  private giveUpWaiting(waiter: Waiter): void {
    if (this.hasShare(waiter.owner)) return;
    this.waiting = this.waiting.filter((other) => other !== waiter);
    for (const owner of this.slowUntilMs.keys()) this.isSlow(owner); // forgets those that are so no more
    this.slowUntilMs.set(waiter.owner, performance.now() + this.options.slowMs);
    waiter.settle(false);
  }
}
