import { performance } from 'node:perf_hooks';
import { wait } from '@postrider/runtime';

/**
 * Of the event loop's time, what may be in use while broadcasts go on: sending their mail, and waiting for a processor that others
 * have, included. A transactional mail comes back to the loop some ten times, and beside a busy one each time waits for others.
 */
const busyPart = 0.4;
/** Where other mail keeps the process busy, a broadcast goes on all the same. */
const restMsMax = 200;
const lookEveryMs = 5;

/**
 * Called when a piece of work begins; call the answer at its end, and the next may begin when that resolves. The rest is as long as the
 * work was, since others need PostgreSQL as well, and goes on until the event loop has been free for its part.
 */
export function beginPace(): () => Promise<void> {
  const beganMs = performance.now();
  const began = performance.eventLoopUtilization();
  return async () => {
    const workedMs = performance.now() - beganMs;
    const untilMs = performance.now() + restMsMax;
    await wait(Math.min(workedMs, restMsMax));
    while (performance.now() < untilMs && performance.eventLoopUtilization(began).utilization > busyPart) {
      await wait(lookEveryMs);
    }
  };
}
