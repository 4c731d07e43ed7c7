/** Times at which this worker may begin a transaction, as they were leased; of the monotonic clock. */
export interface SendTimes {
  /** Takes the next that is due and answers 0; else tells how long until one is due, Infinity with none left. */
  take(nowMs: number): number;
  add(times: { readonly count: number; readonly firstMs: number; readonly apartMs: number }): void;
  /** How many are used in a slice of late: as many are asked for ahead. */
  used(nowMs: number): number;
  /** Left and not too late. */
  left(nowMs: number): number;
}

/** A time that was missed by more than this passes unused: used later, it would add to the times of others. */
export const lateMaxMs = 50;

export function createSendTimes(sliceMs: number): SendTimes {
  let times: number[] = [];
  /** Of this slice, and of the one before. */
  let used = { slice: 0, count: 0, before: 0 };

  const countsAt = (nowMs: number): typeof used => {
    const slice = Math.floor(nowMs / sliceMs);
    if (slice !== used.slice) used = { slice, count: 0, before: slice === used.slice + 1 ? used.count : 0 };
    return used;
  };

  const dropLate = (nowMs: number): void => {
    const first = times.findIndex((time) => time >= nowMs - lateMaxMs);
    if (first !== 0) times = first < 0 ? [] : times.slice(first);
  };

  return {
    take: (nowMs) => {
      dropLate(nowMs);
      const [first] = times;
      if (first === undefined) return Infinity;
      if (first > nowMs) return Math.ceil(first - nowMs);
      times.shift();
      countsAt(nowMs).count += 1;
      return 0;
    },
    add: ({ count, firstMs, apartMs }) => {
      for (let index = 0; index < count; index += 1) times.push(firstMs + index * apartMs);
    },
    used: (nowMs) => {
      const { count, before } = countsAt(nowMs);
      return Math.max(count, before);
    },
    left: (nowMs) => {
      dropLate(nowMs);
      return times.length;
    },
  };
}
