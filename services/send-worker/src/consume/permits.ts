/** Permits for messages in hand. Whoever acquires some waits until a few are free together. */
export interface Permits {
  /** Between 1 and `wanted`, or none once they are closed. */
  acquire(wanted: number): Promise<number>;
  /** At once and before all who wait: as many as are free, up to `wanted`. */
  takeFree(wanted: number): number;
  release(count: number): void;
  /** Sends away who waits; permits in use stay so until they are released. */
  close(): void;
}

/**
 * Under load permits come back one by one, and a claim of its own for each would cost five times as much as claiming
 * fifty together. So one that gets less than it wants waits for a quarter of all, but never longer than
 * this: where messages stand still for minutes, the permits that are left are all there is.
 */
const gatherMs = 40;
const gatheredShare = 4;

interface Waiter {
  readonly wanted: number;
  readonly resolve: (count: number) => void;
}

export function createPermits(total: number): Permits {
  const gathered = Math.ceil(total / gatheredShare);
  let free = total;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;
  const waiting: Waiter[] = [];

  const grant = ({ wanted, resolve }: Waiter): void => {
    const count = Math.min(free, wanted);
    free -= count;
    resolve(count);
  };
  const grantNext = (): void => {
    for (let next = waiting[0]; next && free >= Math.min(next.wanted, gathered); next = waiting[0]) {
      waiting.shift();
      grant(next);
    }
    if (free === 0 || waiting.length === 0) stopGathering();
    else timer ??= setTimeout(endGathering, gatherMs);
  };
  const endGathering = (): void => {
    stopGathering();
    const next = waiting.shift();
    if (next) grant(next);
    grantNext();
  };
  const stopGathering = (): void => {
    clearTimeout(timer);
    timer = undefined;
  };

  return {
    acquire: (wanted) => {
      if (closed) return Promise.resolve(0);
      return new Promise((resolve) => {
        waiting.push({ wanted, resolve });
        grantNext();
      });
    },
    takeFree: (wanted) => {
      const count = closed ? 0 : Math.min(free, wanted);
      free -= count;
      return count;
    },
    release: (count) => {
      free += count;
      grantNext();
    },
    close: () => {
      closed = true;
      stopGathering();
      for (const { resolve } of waiting.splice(0)) resolve(0);
    },
  };
}
