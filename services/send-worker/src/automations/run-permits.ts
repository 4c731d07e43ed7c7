import type { ClaimedRun } from './claimed-run';

/** How many runs this process holds, of whom. */
export interface RunPermits {
  /** What one organization may still get, at most. */
  placesFor(organizationId: string): number;
  free(): number;
  hold(run: ClaimedRun, work: Promise<void>): void;
  empty(): Promise<void>;
}

/** One organization whose receivers hang holds a quarter; the others go on in the rest. */
const shareOfOne = 4;

/** @param onFree called when some have become free, and when all are */
export function createRunPermits({
  max,
  onFree,
}: {
  readonly max: number;
  readonly onFree: () => void;
}): RunPermits {
  const held = new Set<Promise<void>>();
  const byOrganization = new Map<string, number>();
  const share = Math.max(1, Math.floor(max / shareOfOne));
  let freed = 0;

  const add = (organizationId: string, count: number): void => {
    const now = (byOrganization.get(organizationId) ?? 0) + count;
    if (now === 0) byOrganization.delete(organizationId);
    else byOrganization.set(organizationId, now);
  };
  return {
    free: () => max - held.size,
    placesFor: (organizationId) => share - (byOrganization.get(organizationId) ?? 0),
    hold: ({ organizationId }, work) => {
      add(organizationId, 1);
      const ended = work.finally(() => {
        held.delete(ended);
        add(organizationId, -1);
        freed += 1;
        if (held.size > 0 && freed < share / 4) return;
        freed = 0;
        onFree();
      });
      held.add(ended);
    },
    empty: async () => {
      while (held.size > 0) await Promise.all(held);
    },
  };
}
