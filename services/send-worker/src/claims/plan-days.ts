/** Recipients that a new domain may be sent to, by day of its warm-up; without a cap after the last one. */
export type WarmUpSteps = readonly number[];

/** What bounds a domain's day; at least one of both. */
export interface SendingCap {
  readonly warmUpStartedAt: Date | null;
  readonly dailyCap: number | null;
}

/** What mailbox providers take from a sender they do not know without slowing it down: about twice as much each day or two. */
export const defaultWarmUpSteps =
  '50,100,250,500,1000,2500,5000,10000x2,20000x2,40000x2,75000,150000x5,300000x6,500000x3,1000000x2';

const daysMax = 366;

/** Reads `50,100x2`: 50 on the first day, 100 on the two after it. Null when it cannot be read. */
export function parseWarmUpSteps(text: string): WarmUpSteps | null {
  const steps: number[] = [];
  for (const item of text.split(',')) {
    const match = /^\s*([1-9]\d{0,8})(?:x([1-9]\d{0,2}))?\s*$/.exec(item);
    if (!match) return null;
    steps.push(...Array.from({ length: Number(match[2] ?? 1) }, () => Number(match[1])));
  }
  return steps.length <= daysMax ? steps : null;
}

/** The cap of a UTC day (its number since 1970); null: none. */
export function capOn(cap: SendingCap, day: number, steps: WarmUpSteps): number | null {
  const step = stepOn(cap, day, steps);
  if (step === null || cap.dailyCap === null) return step ?? cap.dailyCap;
  return Math.min(step, cap.dailyCap);
}

/** What bounds a day. */
export function capKindOn(cap: SendingCap, day: number, steps: WarmUpSteps): 'warm_up' | 'daily_cap' {
  const step = stepOn(cap, day, steps);
  return step !== null && (cap.dailyCap === null || step <= cap.dailyCap) ? 'warm_up' : 'daily_cap';
}

function stepOn({ warmUpStartedAt }: SendingCap, day: number, steps: WarmUpSteps): number | null {
  return warmUpStartedAt === null ? null : (steps[Math.max(0, day - dayOf(warmUpStartedAt))] ?? null);
}

const dayMs = 86_400_000;

/** Number of the UTC day since 1970. */
export function dayOf(time: Date): number {
  return Math.floor(time.getTime() / dayMs);
}

export function startOfDay(day: number): Date {
  return new Date(day * dayMs);
}

/** A message for which a day of its domain is to be reserved. */
export interface Applicant {
  readonly id: string;
  readonly recipients: number;
  readonly expiresAt: Date | null;
}

export interface PlannedMessage {
  readonly id: string;
  /** Null: today, at once. */
  readonly dueAt: Date | null;
  /** Today or later; once it is reserved, none is when the message comes again. Null: no day has room. */
  readonly reservedDay: number | null;
}

export interface DayPlan {
  readonly messages: readonly PlannedMessage[];
  /** Recipients to add, by day. */
  readonly added: ReadonlyMap<number, number>;
}

/** Further ahead nothing is reserved: a message that waits longer asks again then. */
const daysAheadMax = 365;
/** Above the second by which a message may be claimed too early: then it has expired for certain, and fails. */
const afterExpiryMs = 2_000;

/**
 * Gives each message the first day that has room for all its recipients, today or later, in the order in which they come.
 * A later day that is reserved spares the domain's whole queue from being woken each midnight only to wait on.
 *
 * @param used recipients for whom a day is reserved, by day
 */
export function planDays(options: {
  readonly applicants: readonly Applicant[];
  readonly cap: SendingCap;
  readonly used: ReadonlyMap<number, number>;
  readonly today: number;
  readonly steps: WarmUpSteps;
}): DayPlan {
  const { applicants, cap, used, today, steps } = options;
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
    while (day < today + daysAheadMax && !hasRoom(recipients)) day += 1;
    const reservedDay = hasRoom(recipients) ? day : null;
    const dueAt = reservedDay === today ? null : startOfDay(day);
    if (dueAt !== null && expiresAt !== null && expiresAt <= dueAt) {
      return { id, dueAt: new Date(expiresAt.getTime() + afterExpiryMs), reservedDay: null };
    }
    if (reservedDay !== null) added.set(reservedDay, (added.get(reservedDay) ?? 0) + recipients);
    return { id, dueAt, reservedDay };
  });
  return { messages, added };
}
