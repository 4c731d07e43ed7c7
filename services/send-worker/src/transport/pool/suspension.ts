import { backOffMs, type Clock } from '@postrider/runtime';

export interface Suspended {
  readonly until: Date;
  readonly reason: string;
}

/** Whether a site is left alone for now, and why. */
export interface Suspension {
  current(): Suspended | undefined;
  /** Suspends for a time that doubles with each suspension since the last success. */
  begin(reason: string): Suspended;
  succeed(): void;
}

/**
 * From five seconds, since most sites that refuse a connection are restarting, to five minutes, since a dead one is
 * asked again by whole backlogs.
 */
const growth = { baseMs: 5_000, maxMs: 300_000 };

export function createSuspension(clock: Clock): Suspension {
  let suspended: Suspended | undefined;
  let inARow = 0;
  return {
    current: () => (suspended && suspended.until > clock.now() ? suspended : undefined),
    begin: (reason) => {
      if (suspended && suspended.until > clock.now()) return suspended;
      inARow += 1;
      suspended = { until: new Date(clock.now().getTime() + backOffMs(inARow, growth)), reason };
      return suspended;
    },
    succeed: () => {
      inARow = 0;
      suspended = undefined;
    },
  };
}
