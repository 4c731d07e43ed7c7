import assert from 'node:assert';
import { CountByKey, createSemaphore, type Permits } from '@postrider/runtime';

/** Bounds how much of each organization is in work in this process. */
export interface OrganizationShares {
  /**
   * Runs `now` within the organization's share, and resolves with it. Beyond the share it resolves at once: `later` runs when other work
   * of the organization has ended, or `onLeft` is called because too much waits. Neither is awaited.
   */
  run(organizationId: string, work: SharedWork): Promise<void>;
}

interface SharedWork {
  /** In deliveries. */
  readonly weight: number;
  readonly now: () => Promise<void>;
  readonly later: () => Promise<void>;
}

/** Of one organization. With a hundred endpoints a fact costs as much as a hundred of others. */
const heldMax = 2_000;
/** A burst: it begins as soon as there is room, not when the sweep finds it. */
const waitingMax = 10_000;
/** Facts of all organizations that wait: 1 or 2 KB each. */
const waitingFactsMax = 20_000;

export function createOrganizationShares(options: {
  /** Aborts when the service begins to stop: what waits is left then. */
  readonly stopping: AbortSignal;
  readonly onLeft: () => void;
}): OrganizationShares {
  const { stopping, onLeft } = options;
  const semaphore = createSemaphore({ permits: Infinity, perOwnerMax: heldMax });
  /** Deliveries of the work that waits. */
  const waiting = new CountByKey();
  let waitingFacts = 0;

  const hold = async (permits: Permits, work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } finally {
      permits.release();
    }
  };

  return {
    run: async (organizationId, { weight, now, later }) => {
      const place = { owner: organizationId, priority: 0 };
      if (waiting.of(organizationId) === 0) {
        const permits = await semaphore.acquire(place, { count: weight, shareWaitMs: 0 });
        if (permits !== undefined) return hold(permits, now);
      }
      if (waiting.of(organizationId) + weight > waitingMax || waitingFacts >= waitingFactsMax)
        return onLeft();
      waiting.add(organizationId, weight);
      waitingFacts += 1;
      void semaphore.acquire(place, { count: weight }).then(async (permits) => {
        waiting.add(organizationId, -weight);
        waitingFacts -= 1;
        assert(permits, 'the semaphore is never closed');
        const begin = async (): Promise<void> => (stopping.aborted ? onLeft() : later());
        await hold(permits, begin).catch(onLeft);
      });
    },
  };
}
