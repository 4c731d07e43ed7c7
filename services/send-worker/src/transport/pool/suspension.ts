import type { FailureClass } from '@postrider/contracts';
import { backOffMs, type Clock } from '@postrider/runtime';

/** Why a site is left alone: the class, and a line for people. */
export interface SuspensionCause {
  readonly failureClass: FailureClass;
  readonly reason: string;
}

export interface Suspended extends SuspensionCause {
  readonly until: Date;
}

/** Whether a site is left alone for now, and why. */
export interface Suspension {
  current(): Suspended | undefined;
  /** Suspends for a time that doubles with each suspension since the last success. */
  begin(cause: SuspensionCause): Suspended;
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
    begin: (cause) => {
      if (suspended && suspended.until > clock.now()) return suspended;
      inARow += 1;
      suspended = { until: new Date(clock.now().getTime() + backOffMs(inARow, growth)), ...cause };
      return suspended;
    },
    succeed: () => {
      inARow = 0;
      suspended = undefined;
    },
  };
}
