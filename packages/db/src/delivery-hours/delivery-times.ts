const shortestSeconds = 0.25;
/** Two buckets for each doubling: what is read from them is at most 41 % off, about 10 % with a few hundred deliveries. */
const bucketsOfDoubling = 2;
/** 0.25 s · 2^20: three days, longer than mail is tried by default. */
const doublings = 20;

/**
 * Bounds of the buckets in seconds: 0.25, 0.35, 0.5, 0.71, 1, … 262,144. Bucket 0 is below the first bound, bucket n from bound n − 1 to
 * below bound n, and the last is open. Rows of `delivery_hours` are counted by them: they never change.
 */
export const deliveryTimeBounds: readonly number[] = Array.from(
  { length: doublings * bucketsOfDoubling + 1 },
  (_none, n) => shortestSeconds * 2 ** (n / bucketsOfDoubling),
);

export interface DeliveryTimes {
  /** Half of the deliveries took at most this many seconds. */
  readonly p50: number;
  /** 95 % of them. */
  readonly p95: number;
}

/**
 * @param counts deliveries by bucket; not whole where an hour counts in part
 * @returns null if there are none
 */
export function deliveryTimesOf(counts: readonly number[]): DeliveryTimes | null {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  return { p50: quantile(counts, total * 0.5), p95: quantile(counts, total * 0.95) };
}

/** The time that `rank` deliveries stayed below: within a bucket they are taken to be spread evenly over the logarithm of the time. */
function quantile(counts: readonly number[], rank: number): number {
  let below = 0;
  for (const [bucket, count] of counts.entries()) {
    if (below + count >= rank && count > 0) return secondsWithin(bucket, (rank - below) / count);
    below += count;
  }
  // Fractions do not add up exactly.
  return secondsWithin(counts.length - 1, 1);
}

function secondsWithin(bucket: number, share: number): number {
  const upper = deliveryTimeBounds[bucket];
  const lower = deliveryTimeBounds[bucket - 1];
  if (upper === undefined) return rounded(deliveryTimeBounds.at(-1) ?? 0);
  return rounded(lower === undefined ? upper * share : lower * (upper / lower) ** share);
}

/** Two significant digits: the buckets give no more. */
function rounded(seconds: number): number {
  return Number(seconds.toPrecision(2));
}
