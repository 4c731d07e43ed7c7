export const durationUnits = ['s', 'm', 'h', 'd'] as const;
type DurationUnit = (typeof durationUnits)[number];

interface Duration {
  readonly amount: number;
  readonly unit: DurationUnit;
}

const unitSeconds = { s: 1, m: 60, h: 3_600, d: 86_400 } as const;
const longestSeconds = 365 * unitSeconds.d;

/** `3d`: three days; null: the API would refuse it. */
export function durationOf(text: string): Duration | null {
  const [, count, unit] = /^([1-9]\d{0,7})([smhd])$/.exec(text) ?? [];
  if (count === undefined) return null;
  const duration = { amount: Number(count), unit: unit as DurationUnit };
  return duration.amount * unitSeconds[duration.unit] <= longestSeconds ? duration : null;
}

/** The unit of a duration whose amount may be missing. */
export const unitOf = (text: string): DurationUnit =>
  durationUnits.find((unit) => text.endsWith(unit)) ?? 'd';
