import { capOn, startOfDay, type SendingCap, type WarmUpSteps } from './warm-up-steps';

/** A message that asks for a place in a domain's day. */
export interface Applicant {
  readonly id: string;
  readonly recipients: number;
  readonly expiresAt: Date | null;
}

export interface PlannedMessage {
  readonly id: string;
  /** Null: today, at once. */
  readonly dueAt: Date | null;
  /** The day in which its place is reserved: when it comes again it is not asked for another. Null: no day has room. */
  readonly reservedDay: number | null;
}

export interface DayPlan {
  readonly messages: readonly PlannedMessage[];
  /** Recipients to add, by day. */
  readonly added: ReadonlyMap<number, number>;
}

/** Further ahead nothing is reserved: whoever waits for longer asks again then. */
const DAYS_AHEAD_MAX = 365;
/** Above the second by which a message may be claimed too early: then it has expired for certain, and fails. */
const AFTER_EXPIRY_MS = 2_000;

/**
 * Gives each message the first day that has room for all its recipients, today or later, in the order in which they come.
 * A reserved place on a later day spares the domain's whole queue from being woken each midnight only to wait on.
 *
 * @param used recipients that have their place, by day
 */
export function planDays(given: {
  readonly applicants: readonly Applicant[];
  readonly cap: SendingCap;
  readonly used: ReadonlyMap<number, number>;
  readonly today: number;
  readonly steps: WarmUpSteps;
}): DayPlan {
  const { applicants, cap, used, today, steps } = given;
  const added = new Map<number, number>();
  let day = today;

  const hasRoom = (recipients: number): boolean => {
    const limit = capOn(cap, day, steps);
    if (limit === null) return true;
    const taken = (used.get(day) ?? 0) + (added.get(day) ?? 0);
    // One message with more recipients than a day may have would wait for ever: it gets a day of its own.
    return taken + recipients <= limit || (taken === 0 && limit > 0);
  };

  const messages = applicants.map(({ id, recipients, expiresAt }): PlannedMessage => {
    while (day < today + DAYS_AHEAD_MAX && !hasRoom(recipients)) day += 1;
    const reservedDay = hasRoom(recipients) ? day : null;
    const dueAt = reservedDay === today ? null : startOfDay(day);
    if (dueAt !== null && expiresAt !== null && expiresAt <= dueAt) {
      return { id, dueAt: new Date(expiresAt.getTime() + AFTER_EXPIRY_MS), reservedDay: null };
    }
    if (reservedDay !== null) added.set(reservedDay, (added.get(reservedDay) ?? 0) + recipients);
    return { id, dueAt, reservedDay };
  });
  return { messages, added };
}
