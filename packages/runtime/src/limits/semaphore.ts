import assert from 'node:assert';
import { CountByKey } from './count-by-key';
import { createPriorityQueue, type Place, type PriorityQueue } from './priority-queue';

/**
 * Lets a few run at a time, or as many as fit together when each takes a number of permits (octets of memory, for example). The highest
 * priority is next, and within a priority owners, usually organizations, take turns. Who is next waits until its permits are
 * free, and no other passes it; one that asks for more than there are goes alone. With `perOwnerMax` an owner that has its share
 * waits without keeping others waiting; an owner that holds nothing gets what it asks for.
 */
export interface Semaphore {
  /**
   * Waits for permits. Undefined: the semaphore is closed, or the owner has had its share for `shareWaitMs` (default: it waits
   * however long). Waiting because all permits are in use has no limit.
   */
  acquire(place: Place, options?: { count?: number; shareWaitMs?: number }): Promise<Permits | undefined>;
  /** Runs the work with one permit. Only of a semaphore that is never closed. */
  run<T>(place: Place, work: () => Promise<T>): Promise<T>;
  /** Permits in use. */
  inUse(): number;
  /** Refuses all who wait, and all who come later. */
  close(): void;
  /** Resolves when no permit is in use. */
  idle(): Promise<void>;
}

/** Permits in use, by owner. */
export interface Permits {
  /** Releases all but `kept`, default none. */
  release(kept?: number): void;
}

export interface SemaphoreOptions {
  readonly permits: number;
  /** Default: one. */
  readonly priorities?: number;
  /** What one owner may hold, so that it cannot shut out the others. Default: all. */
  readonly perOwnerMax?: number;
}

interface Waiter {
  readonly count: number;
  readonly settle: (permits: Permits | undefined) => void;
}

export function createSemaphore(options: SemaphoreOptions): Semaphore {
  return new CountingSemaphore(options);
}

class CountingSemaphore implements Semaphore {
  private readonly queue: PriorityQueue<Waiter>;
  private readonly byOwner = new CountByKey();
  private readonly whenIdle: (() => void)[] = [];
  private used = 0;
  private isClosed = false;

  constructor(private readonly options: SemaphoreOptions) {
    this.queue = createPriorityQueue(options.priorities ?? 1);
  }

  acquire(
    place: Place,
    { count = 1, shareWaitMs = Infinity }: { count?: number; shareWaitMs?: number } = {},
  ): Promise<Permits | undefined> {
    if (this.isClosed) return Promise.resolve(undefined);
    const hasShare = this.hasShare(place, count);
    if (shareWaitMs === 0 && !hasShare) return Promise.resolve(undefined);
    if (hasShare && this.queue.size === 0 && this.fits(count)) {
      return Promise.resolve(this.grant(place, count));
    }
    return new Promise((resolve) => {
      const waiter: Waiter = {
        count,
        settle: (permits) => {
          clearInterval(timer);
          resolve(permits);
        },
      };
      const timer =
        Number.isFinite(shareWaitMs) && shareWaitMs > 0
          ? setInterval(() => this.giveUp(waiter, place), shareWaitMs)
          : undefined;
      this.queue.add(waiter, place);
      this.serve();
    });
  }

  async run<T>(place: Place, work: () => Promise<T>): Promise<T> {
    const permits = await this.acquire(place);
    assert(permits, 'a semaphore that runs work is not closed');
    try {
      return await work();
    } finally {
      permits.release();
    }
  }

  inUse(): number {
    return this.used;
  }

  close(): void {
    this.isClosed = true;
    for (const { settle } of this.queue.takeAll()) settle(undefined);
  }

  idle(): Promise<void> {
    return this.used === 0 ? Promise.resolve() : new Promise((resolve) => this.whenIdle.push(resolve));
  }

  private fits(count: number): boolean {
    return this.used === 0 || this.used + count <= this.options.permits;
  }

  private hasShare({ owner }: Place, count: number): boolean {
    const own = this.byOwner.of(owner);
    return own === 0 || own + count <= (this.options.perOwnerMax ?? Infinity);
  }

  private grant({ owner }: Place, count: number): Permits {
    let held = count;
    this.use(owner, count);
    return {
      release: (kept = 0) => {
        if (kept >= held) return;
        this.use(owner, kept - held);
        held = kept;
        this.serve();
        if (this.used === 0) for (const resolve of this.whenIdle.splice(0)) resolve();
      },
    };
  }

  private use(owner: string, more: number): void {
    this.used += more;
    this.byOwner.add(owner, more);
  }

  private serve(): void {
    while (this.queue.size > 0) {
      const next = this.queue.take((place, { count }) => this.hasShare(place, count));
      if (!next) return;
      const { waiter, place } = next;
      if (!this.fits(waiter.count)) return this.queue.addFirst(waiter, place);
      waiter.settle(this.grant(place, waiter.count));
    }
  }

  /** One that waits merely because all permits are in use goes on waiting. */
  private giveUp(waiter: Waiter, place: Place): void {
    if (this.hasShare(place, waiter.count)) return;
    this.queue.remove(waiter, place);
    waiter.settle(undefined);
  }
}
