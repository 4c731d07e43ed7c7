/** Lets large things into memory only as far as they fit together. */
export interface MemoryBudget {
  /** Waits until there is room, in order; a thing larger than the whole budget goes alone. */
  take(octets: number): Promise<HeldMemory>;
}

export interface HeldMemory {
  /** Releases what is more than this; 0 releases all. */
  keep(octets: number): void;
}

export function createMemoryBudget(octetsMax: number): MemoryBudget {
  let used = 0;
  const waiting: { octets: number; go: () => void }[] = [];
  const fits = (octets: number): boolean => used === 0 || used + octets <= octetsMax;

  const grant = (octets: number): HeldMemory => {
    let held = octets;
    used += octets;
    const keep = (kept: number): void => {
      if (kept >= held) return;
      used -= held - kept;
      held = kept;
      for (let next = waiting[0]; next && fits(next.octets); next = waiting[0]) {
        waiting.shift();
        next.go();
      }
    };
    return { keep };
  };

  return {
    take: (octets) => {
      if (waiting.length === 0 && fits(octets)) return Promise.resolve(grant(octets));
      return new Promise((resolve) => {
        waiting.push({ octets, go: () => resolve(grant(octets)) });
      });
    },
  };
}
