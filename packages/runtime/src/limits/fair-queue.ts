import assert from 'node:assert';

export interface FairQueueLimits {
  readonly runningMax: number;
  readonly waitingMax: number;
  /** Of one organization. */
  readonly waitingMaxEach: number;
}

interface Share<Item> {
  readonly organizationId: string;
  readonly waiting: Item[];
  running: number;
  /** What its work has taken lately; halved each `halfLifeMs`. */
  spentMs: number;
}

/** Long enough to tell a costly organization from its neighbours, short enough to be forgiven within minutes. */
const halfLifeMs = 30_000;

/**
 * Work of many organizations for few places. The organization that took least time lately goes first. One organization never
 * has all places, even when no other waits, so the first work of another one starts at once; and the second half of
 * the queue is kept for organizations that have nothing in it.
 */
export class FairQueue<Item> {
  private readonly shares = new Map<string, Share<Item>>();
  private readonly runningMaxEach: number;
  private halvedAtMs: number;
  waiting = 0;
  running = 0;

  constructor(
    private readonly limits: FairQueueLimits,
    private readonly nowMs: () => number = () => performance.now(),
  ) {
    assert(limits.runningMax >= 2, 'with one place the first costly organization has all of them');
    this.runningMaxEach = limits.runningMax - 1;
    this.halvedAtMs = nowMs();
  }

  /** @returns false when there is no room for more of this organization, or at all */
  add(organizationId: string, item: Item): boolean {
    const { waitingMax, waitingMaxEach } = this.limits;
    const share = this.shares.get(organizationId);
    const own = share?.waiting.length ?? 0;
    if (own >= waitingMaxEach || this.waiting >= (own === 0 ? waitingMax : waitingMax / 2)) return false;
    if (share) share.waiting.push(item);
    else this.shares.set(organizationId, { organizationId, waiting: [item], running: 0, spentMs: 0 });
    this.waiting += 1;
    return true;
  }

  /** What runs next, and runs from now on; undefined when nothing may. */
  take(): Item | undefined {
    if (this.running >= this.limits.runningMax) return undefined;
    this.forgive();
    let next: Share<Item> | undefined;
    for (const share of this.shares.values()) {
      if (share.waiting.length === 0 || share.running >= this.runningMaxEach) continue;
      if (next === undefined || share.spentMs < next.spentMs) next = share;
    }
    const item = next?.waiting.shift();
    if (next === undefined || item === undefined) return undefined;
    next.running += 1;
    this.running += 1;
    this.waiting -= 1;
    return item;
  }

  /** Frees the place of work that was taken. */
  done(organizationId: string, spentMs: number): void {
    const share = this.shares.get(organizationId);
    assert(share && share.running > 0, 'only what runs can end');
    share.running -= 1;
    share.spentMs += spentMs;
    this.running -= 1;
  }

  /** Takes out everything that waits. */
  drain(): Item[] {
    const items = [...this.shares.values()].flatMap((share) => share.waiting.splice(0));
    this.waiting = 0;
    return items;
  }

  private forgive(): void {
    const halvings = Math.floor((this.nowMs() - this.halvedAtMs) / halfLifeMs);
    if (halvings === 0) return;
    this.halvedAtMs += halvings * halfLifeMs;
    for (const share of this.shares.values()) {
      share.spentMs /= 2 ** halvings;
      const isIdle = share.waiting.length === 0 && share.running === 0;
      if (isIdle && share.spentMs < 1) this.shares.delete(share.organizationId);
    }
  }
}
