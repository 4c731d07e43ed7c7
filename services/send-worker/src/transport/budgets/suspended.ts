import type { FailureClass } from '@postrider/contracts/outcomes';

/** Why a site is left alone: the class, and a line for people. */
export interface SuspensionCause {
  readonly failureClass: FailureClass;
  readonly reason: string;
}

export interface Suspended extends SuspensionCause {
  readonly until: Date;
}

/**
 * From five seconds, since most sites that refuse a connection are restarting, to five minutes, since a dead one is
 * asked again by whole backlogs.
 */
export const backOff = { baseMs: 5_000, maxMs: 300_000 };
/** Share of a suspension that is random: sites that fell together do not come back together. */
export const backOffJitter = 0.2;
