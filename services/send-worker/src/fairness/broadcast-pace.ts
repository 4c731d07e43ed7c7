import { performance } from 'node:perf_hooks';
import type { Lane } from '@postrider/contracts/statuses';
import { wait } from '@postrider/runtime';

/** How much of a broadcast is done at once, and how long it pauses afterwards for transactional mail. */
export interface Pace {
  sizes(): PaceSizes;
  /** To be called when a slice or a page of the expansion begins. @returns `pause`, to be awaited when it has ended */
  begin(): () => Promise<void>;
}

export interface PaceSizes {
  /** Contacts that one page of the expansion looks at: 5,000 take some 50 ms of PostgreSQL. */
  readonly expansion: number;
  /** Recipients that are claimed at once. */
  readonly page: number;
  /** Recipients whose mail is rendered and accepted before anything else is looked at: mail of the process may wait that long. */
  readonly slice: number;
}

type Claimed = readonly { readonly lane: Lane }[];

/** Whether the worker has claimed transactional mail lately, which people wait for. */
export interface TransactionalActivity {
  observe(claimed: Claimed): void;
  /** Wraps a function so that it observes its argument first. */
  observing<T extends Claimed, R>(next: (claimed: T) => R): (claimed: T) => R;
  isRecent(): boolean;
}

/** A page takes a third of a second with either size; another broadcast may have to wait that long. */
const sizes = {
  alone: { expansion: 5_000, page: 500, slice: 100 },
  beside: { expansion: 1_000, page: 50, slice: 5 },
};
/**
 * Part of the event loop's time that may be in use while broadcasts go on beside transactional mail, including sending their mail and
 * waiting for a processor that others use. A transactional mail returns to the event loop some ten times and has to wait each time
 * while it is busy. A smaller part makes broadcasts slower, and did not measurably help.
 */
const busyPart = 0.4;
/** Long enough that transactional mail is noticed by each of several workers that share it. */
const besideMs = 5_000;
/** The longest pause: a broadcast goes on even if other mail keeps the process busy. */
const pauseMsMax = 200;
const lookEveryMs = 5;

export function createTransactionalActivity(): TransactionalActivity {
  let lastMs = -Infinity;
  const observe = (claimed: Claimed): void => {
    if (claimed.some(({ lane }) => lane === 'transactional')) lastMs = performance.now();
  };
  return {
    observe,
    observing: (next) => (claimed) => {
      observe(claimed);
      return next(claimed);
    },
    isRecent: () => performance.now() - lastMs < besideMs,
  };
}

/**
 * Without transactional mail there are no pauses: what waits to be sent limits a broadcast. Beside it, a pause is as long as the work
 * was, because others need PostgreSQL too, and continues until the event loop has been idle for its part.
 */
export function createPace(transactional: Pick<TransactionalActivity, 'isRecent'>): Pace {
  return {
    sizes: () => (transactional.isRecent() ? sizes.beside : sizes.alone),
    begin: () => {
      const beganMs = performance.now();
      const began = performance.eventLoopUtilization();
      return async () => {
        if (!transactional.isRecent()) return;
        const workedMs = performance.now() - beganMs;
        const untilMs = performance.now() + pauseMsMax;
        await wait(Math.min(workedMs, pauseMsMax));
        while (
          performance.now() < untilMs &&
          performance.eventLoopUtilization(began).utilization > busyPart
        ) {
          await wait(lookEveryMs);
        }
      };
    },
  };
}
