/** Bounds how much of each organization is in work in this process. */
export interface OrganizationShares {
  /**
   * Runs `now` within the organization's share, and resolves with it. Beyond the share it resolves at once: `later` runs when other work
   * of the organization has ended, or `onLeft` is called because too much waits. Neither is awaited.
   */
  run(organizationId: string, work: SharedWork): Promise<void>;
}

export interface SharedWork {
  /** In deliveries. */
  readonly weight: number;
  readonly now: () => Promise<void>;
  readonly later: () => Promise<void>;
}

interface Share {
  held: number;
  waits: number;
  readonly waiting: SharedWork[];
}

/** With a hundred endpoints a fact costs as much as a hundred of others. */
const heldMax = 2_000;
/** A burst: it begins as soon as there is room, not when the sweep finds it. */
const waitsMax = 10_000;
/** Facts of all organizations that wait: 1 or 2 KB each. */
const waitingFactsMax = 20_000;

export function createOrganizationShares(options: {
  /** Aborts when the service begins to stop: what waits is left then. */
  readonly stopping: AbortSignal;
  readonly onLeft: () => void;
}): OrganizationShares {
  const { stopping, onLeft } = options;
  const shares = new Map<string, Share>();
  let waitingFacts = 0;

  const hasRoom = ({ held }: Share, weight: number): boolean => held === 0 || held + weight <= heldMax;

  const hold = async (organizationId: string, weight: number, run: () => Promise<void>): Promise<void> => {
    const share = shares.get(organizationId) ?? { held: 0, waits: 0, waiting: [] };
    shares.set(organizationId, share);
    share.held += weight;
    try {
      await run();
    } finally {
      share.held -= weight;
      takeWaiting(organizationId, share);
    }
  };

  const takeWaiting = (organizationId: string, share: Share): void => {
    for (let next = share.waiting[0]; next && hasRoom(share, next.weight); next = share.waiting[0]) {
      share.waiting.shift();
      share.waits -= next.weight;
      waitingFacts -= 1;
      if (stopping.aborted) onLeft();
      else void hold(organizationId, next.weight, next.later).catch(onLeft);
    }
    if (share.held === 0 && share.waiting.length === 0) shares.delete(organizationId);
  };

  return {
    run: async (organizationId, work) => {
      const share = shares.get(organizationId);
      if (!share || (share.waiting.length === 0 && hasRoom(share, work.weight))) {
        return hold(organizationId, work.weight, work.now);
      }
      if (share.waits + work.weight > waitsMax || waitingFacts >= waitingFactsMax) return onLeft();
      share.waiting.push(work);
      share.waits += work.weight;
      waitingFacts += 1;
    },
  };
}
