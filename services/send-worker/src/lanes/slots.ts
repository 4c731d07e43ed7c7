/** Places for messages in hand. Whoever takes some waits until at least one is free. */
export interface Slots {
  /** Between 1 and `wanted` places, or none once the slots are closed. */
  take(wanted: number): Promise<number>;
  give(count: number): void;
  inUse(): number;
  /** Sends away who waits; places in use stay so until they are given back. */
  close(): void;
  /** Resolves when no place is in use. */
  empty(): Promise<void>;
}

export function createSlots(total: number): Slots {
  let free = total;
  let closed = false;
  const waiting: { wanted: number; resolve: (count: number) => void }[] = [];
  const whenEmpty: (() => void)[] = [];

  const grant = (wanted: number): number => {
    const count = Math.min(free, wanted);
    free -= count;
    return count;
  };

  return {
    take: (wanted) => {
      if (closed) return Promise.resolve(0);
      if (free > 0 && waiting.length === 0) return Promise.resolve(grant(wanted));
      return new Promise((resolve) => {
        waiting.push({ wanted, resolve });
      });
    },
    give: (count) => {
      free += count;
      while (free > 0 && waiting.length > 0) {
        const next = waiting.shift();
        next?.resolve(grant(next.wanted));
      }
      if (free === total) for (const resolve of whenEmpty.splice(0)) resolve();
    },
    inUse: () => total - free,
    close: () => {
      closed = true;
      for (const { resolve } of waiting.splice(0)) resolve(0);
    },
    empty: () =>
      free === total
        ? Promise.resolve()
        : new Promise((resolve) => {
            whenEmpty.push(resolve);
          }),
  };
}
