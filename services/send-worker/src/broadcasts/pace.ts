import { performance } from 'node:perf_hooks';
import type { Lane } from '@postrider/contracts';
import { wait } from '@postrider/runtime';

/** How much of a broadcast is done at once, and how long others have before the next. */
export interface Pace {
  /** Recipients whose mail is rendered, accepted and sent at once: some milliseconds, which other mail of the process may wait for. */
  sliceMax(): number;
  /** Called when a piece of work begins; call the answer at its end, and the next may begin when that resolves. */
  begin(): () => Promise<void>;
}

type Claimed = readonly { readonly lane: Lane }[];

/** Notes what the worker claims: whether there is mail that somebody waits for. */
export interface OtherMail {
  note(claimed: Claimed): void;
  /** What notes, and then does the same. */
  noting<T extends Claimed, R>(next: (claimed: T) => R): (claimed: T) => R;
  isThere(): boolean;
}

/** Beside mail that somebody waits for, pieces are smaller: it stands behind one of them each time that it comes back to the loop. */
const sliceMax = { alone: 10, beside: 5 };
/**
 * Of the event loop's time, what may be in use while broadcasts go on: sending their mail, and waiting for a processor that others
 * have, included. A transactional mail comes back to the loop some ten times, and beside a busy one each time waits for others.
 * A smaller part costs a broadcast its speed, and was not seen to help.
 */
const busyPart = 0.4;
/** Who sends a mail now and then is met by most of them, also where many workers share the mail. */
const besideMs = 15_000;
/** Where other mail keeps the process busy, a broadcast goes on all the same. */
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
 * The rest is as long as the work was, since others need PostgreSQL as well, and goes on until the event loop has been free for its
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
