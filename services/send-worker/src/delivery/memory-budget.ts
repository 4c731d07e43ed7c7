import { CountByKey } from '@postrider/runtime';

/** Lets large things into memory only as far as they fit together. */
export interface MemoryBudget {
  /**
   * Waits until there is room, in order; a thing larger than the whole budget goes alone. An owner, usually an organization, that
   * holds something gets no more than half of all, and keeps no other waiting for that.
   */
  take(owner: string, octets: number): Promise<HeldMemory>;
}

export interface HeldMemory {
  /** Releases what is more than this; 0 releases all. */
  keep(octets: number): void;
}

interface Waiter {
  readonly owner: string;
  readonly octets: number;
  readonly go: () => void;
}

export function createMemoryBudget(octetsMax: number): MemoryBudget {
  let used = 0;
  const usedBy = new CountByKey();
  let waiting: Waiter[] = [];

  const fits = (octets: number): boolean => used === 0 || used + octets <= octetsMax;
  const isOverShare = (owner: string, octets: number): boolean => {
    const own = usedBy.of(owner);
    return own > 0 && own + octets > octetsMax / 2;
  };
  const use = (owner: string, octets: number): void => {
    used += octets;
    usedBy.add(owner, octets);
  };
  const serve = (): void => {
    const left: Waiter[] = [];
    for (const [index, waiter] of waiting.entries()) {
      if (isOverShare(waiter.owner, waiter.octets)) left.push(waiter);
      else if (fits(waiter.octets)) waiter.go();
      else {
        left.push(...waiting.slice(index));
        break;
      }
    }
    waiting = left;
  };
  const grant = (owner: string, octets: number): HeldMemory => {
    let held = octets;
    use(owner, octets);
    return {
      keep: (kept) => {
        if (kept >= held) return;
        use(owner, kept - held);
        held = kept;
        serve();
      },
    };
  };

  return {
    take: (owner, octets) =>
      new Promise((resolve) => {
        waiting.push({ owner, octets, go: () => resolve(grant(owner, octets)) });
        serve();
      }),
  };
}
