import { CountByKey } from '@postrider/runtime';
import type { ClaimedRun } from './claimed-run';

/** How many runs this process holds, of whom. */
export interface RunPermits {
  /** What one organization may still get, at most. */
  placesFor(organizationId: string): number;
  free(): number;
  hold(run: ClaimedRun, work: Promise<void>): void;
  /** A held run waits for another system's answer. Once that takes long, others may have its permit meanwhile. */
  whileWaiting<T>(answer: Promise<T>): Promise<T>;
  empty(): Promise<void>;
}

/** One organization whose receivers hang holds a quarter; the others go on in the rest. */
const shareOfOne = 4;
/** A receiver that answers sooner costs no more than another step. */
const lentAfterMs = 200;
/** Permits lent for each there is: a run that waits is a socket and its call. All are lent to 36 organizations whose receivers hang. */
const lentForEach = 8;

/** Runs that a process can hold at once. */
export function runsHeldMax(permits: number): number {
  return permits * (1 + lentForEach);
}

/** @param onFree called when some have become free, and when all are */
export function createRunPermits({
  max,
  onFree,
}: {
  readonly max: number;
  readonly onFree: () => void;
}): RunPermits {
  const held = new Set<Promise<void>>();
  const byOrganization = new CountByKey();
  const share = Math.max(1, Math.floor(max / shareOfOne));
  const lentMax = runsHeldMax(max) - max;
  let lent = 0;
  let freed = 0;

  const free = (): void => {
    freed += 1;
    if (held.size > lent && freed < share / 4) return;
    freed = 0;
    onFree();
  };
  return {
    free: () => Math.max(0, max - held.size + lent),
    placesFor: (organizationId) => share - byOrganization.of(organizationId),
    hold: ({ organizationId }, work) => {
      byOrganization.add(organizationId, 1);
      const ended = work.finally(() => {
        held.delete(ended);
        byOrganization.add(organizationId, -1);
        free();
      });
      held.add(ended);
    },
    whileWaiting: async (answer) => {
      let isLent = false;
      const timer = setTimeout(() => {
        if (lent === lentMax) return;
        isLent = true;
        lent += 1;
        free();
      }, lentAfterMs);
      try {
        return await answer;
      } finally {
        clearTimeout(timer);
        // With those that were taken meanwhile there may be more than permits; then no more are taken for a moment.
        if (isLent) lent -= 1;
      }
    },
    empty: async () => {
      while (held.size > 0) await Promise.all(held);
    },
  };
}
