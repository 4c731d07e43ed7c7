/** Places for messages in hand. Whoever takes some waits until a few are free together. */
export interface Slots {
  /** Between 1 and `wanted` places, or none once the slots are closed. */
  take(wanted: number): Promise<number>;
  give(count: number): void;
  /** Sends away who waits; places in use stay so until they are given back. */
  close(): void;
  /** Resolves when no place is in use. */
  empty(): Promise<void>;
}

/**
 * Under load places come back one by one, and a claim of its own for each would cost five times as much as claiming
 * fifty together. So a taker that gets less than it wants waits for a quarter of all places, but never longer than
 * this: where messages stand still for minutes, the places that are left are all there is.
 */
const GATHER_MS = 40;
const GATHERED_SHARE = 4;

interface Taker {
  readonly wanted: number;
  readonly resolve: (count: number) => void;
}

export function createSlots(total: number): Slots {
  const gathered = Math.ceil(total / GATHERED_SHARE);
  let free = total;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;
  const waiting: Taker[] = [];
  const whenEmpty: (() => void)[] = [];

  const grant = ({ wanted, resolve }: Taker): void => {
    const count = Math.min(free, wanted);
    free -= count;
    resolve(count);
  };
  const serve = (): void => {
    for (let next = waiting[0]; next && free >= Math.min(next.wanted, gathered); next = waiting[0]) {
      waiting.shift();
      grant(next);
    }
    if (free === 0 || waiting.length === 0) stopGathering();
    else timer ??= setTimeout(endGathering, GATHER_MS);
  };
  const endGathering = (): void => {
    stopGathering();
    const next = waiting.shift();
    if (next) grant(next);
    serve();
  };
  const stopGathering = (): void => {
    clearTimeout(timer);
    timer = undefined;
  };

  return {
    take: (wanted) => {
      if (closed) return Promise.resolve(0);
      return new Promise((resolve) => {
        waiting.push({ wanted, resolve });
        serve();
      });
    },
    give: (count) => {
      free += count;
      serve();
      if (free === total) for (const resolve of whenEmpty.splice(0)) resolve();
    },
    close: () => {
      closed = true;
      stopGathering();
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
