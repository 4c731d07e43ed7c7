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

const DAYS_MAX = 366;

/** Reads `50,100x2`: 50 on the first day, 100 on the two after it. Null when it cannot be read. */
export function parseWarmUpSteps(text: string): WarmUpSteps | null {
  const steps: number[] = [];
  for (const item of text.split(',')) {
    const match = /^\s*([1-9]\d{0,8})(?:x([1-9]\d{0,2}))?\s*$/.exec(item);
    if (!match) return null;
    steps.push(...Array.from({ length: Number(match[2] ?? 1) }, () => Number(match[1])));
  }
  return steps.length <= DAYS_MAX ? steps : null;
}

/** The cap of a UTC day (its number since 1970); null: none. */
export function capOn(cap: SendingCap, day: number, steps: WarmUpSteps): number | null {
  const step =
    cap.warmUpStartedAt === null ? null : (steps[Math.max(0, day - dayOf(cap.warmUpStartedAt))] ?? null);
  if (step === null || cap.dailyCap === null) return step ?? cap.dailyCap;
  return Math.min(step, cap.dailyCap);
}

const DAY_MS = 86_400_000;

/** Number of the UTC day since 1970. */
export function dayOf(time: Date): number {
  return Math.floor(time.getTime() / DAY_MS);
}

export function startOfDay(day: number): Date {
  return new Date(day * DAY_MS);
}
