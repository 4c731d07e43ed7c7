import { performance } from 'node:perf_hooks';
import type { Lane } from '@postrider/contracts';
import { wait } from '@postrider/runtime';

/** How much of a broadcast is done at once, and how long it pauses afterwards for other work. */
export interface Pace {
  /** Recipients whose mail is rendered, accepted and sent in one piece: some milliseconds for which other mail of the process may wait. */
  sliceMax(): number;
  /** Call it when a piece of work begins, and the function that it returns when the piece ends; the next may begin when that resolves. */
  begin(): () => Promise<void>;
}

type Claimed = readonly { readonly lane: Lane }[];

/** Notices from the worker's claims whether there is transactional mail, which somebody waits for. */
export interface OtherMail {
  note(claimed: Claimed): void;
  /** Wraps a function so that it notes its argument first. */
  noting<T extends Claimed, R>(next: (claimed: T) => R): (claimed: T) => R;
  isThere(): boolean;
}

/** Pieces are smaller beside transactional mail, which waits for one of them each time that it returns to the event loop. */
const sliceMax = { alone: 10, beside: 5 };
/**
 * Part of the event loop's time that may be in use while broadcasts go on, including sending their mail and waiting for a processor
 * that others use. A transactional mail returns to the event loop some ten times and has to wait each time while it is busy.
 * A smaller part makes broadcasts slower, and did not measurably help.
 */
const busyPart = 0.4;
/** Long enough that occasional transactional mail is noticed, even if many workers share it. */
const besideMs = 15_000;
/** The longest pause: a broadcast goes on even if other mail keeps the process busy. */
const restMsMax = 200;
const lookEveryMs = 5;

export function createOtherMail(): OtherMail {
  let lastMs = -Infinity;
  const note = (claimed: Claimed): void => {
    if (claimed.some(({ lane }) => lane === 'transactional')) lastMs = performance.now();
  };
  return {
    note,
    noting: (next) => (claimed) => {
      note(claimed);
      return next(claimed);
    },
    isThere: () => performance.now() - lastMs < besideMs,
  };
}

/**
 * The pause is as long as the work was, because others need PostgreSQL too, and continues until the event loop has been idle for its
 * part.
 */
export function createPace(otherMail: Pick<OtherMail, 'isThere'>): Pace {
  return {
    sliceMax: () => (otherMail.isThere() ? sliceMax.beside : sliceMax.alone),
    begin: () => {
      const beganMs = performance.now();
      const began = performance.eventLoopUtilization();
      return async () => {
        const workedMs = performance.now() - beganMs;
        const untilMs = performance.now() + restMsMax;
        await wait(Math.min(workedMs, restMsMax));
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
