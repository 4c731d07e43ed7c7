import { deliveryTimeBounds, deliveryTimesOf } from './delivery-times';

/** As `width_bucket` of PostgreSQL counts them. */
function countsOf(seconds: readonly number[]): number[] {
  const counts = Array.from({ length: deliveryTimeBounds.length + 1 }, () => 0);
  for (const each of seconds) {
    const bucket = deliveryTimeBounds.filter((bound) => bound <= each).length;
    counts[bucket] = (counts[bucket] ?? 0) + 1;
  }
  return counts;
}

const exact = (sorted: readonly number[], share: number): number =>
  sorted[Math.ceil(sorted.length * share) - 1] ?? 0;

describe('times to delivery', () => {
  it('are null without deliveries', () => {
    expect(deliveryTimesOf([])).toBeNull();
    expect(deliveryTimesOf(countsOf([]))).toBeNull();
  });

  it.each([
    ['evenly spread', (n: number) => 1 + n / 100],
    ['mostly fast with slow ones', (n: number) => (n % 10 === 0 ? 300 + n : 2 + n / 1000)],
    ['over five orders of magnitude', (n: number) => 0.3 * 10 ** (n / 200)],
  ])('are within a bucket of the exact ones: %s', (_name, secondsOf) => {
    const seconds = Array.from({ length: 1_000 }, (_none, n) => secondsOf(n)).sort((a, b) => a - b);
    const times = deliveryTimesOf(countsOf(seconds));
    for (const [found, share] of [
      [times?.p50 ?? 0, 0.5],
      [times?.p95 ?? 0, 0.95],
    ] as const) {
      const ratio = found / exact(seconds, share);
      expect(ratio).toBeGreaterThan(1 / 1.42);
      expect(ratio).toBeLessThan(1.42);
    }
  });

  it('are interpolated within a bucket', () => {
    const counts = countsOf([]);
    // From 4 to 5.66 seconds.
    counts[deliveryTimeBounds.indexOf(4) + 1] = 100;
    expect(deliveryTimesOf(counts)).toEqual({ p50: 4.8, p95: 5.6 });
  });

  it('hold for counts in part, and for the open ends', () => {
    expect(deliveryTimesOf(countsOf([0.1, 0.1]).map((count) => count * 0.1))).toEqual({
      p50: 0.13,
      p95: 0.24,
    });
    expect(deliveryTimesOf(countsOf([1e9]))).toEqual({ p50: 260_000, p95: 260_000 });
  });

  it('never decrease when a delivery gets slower', () => {
    let previous = 0;
    for (const slowest of [1, 5, 60, 3_600, 86_400]) {
      const p95 = deliveryTimesOf(countsOf([1, 1, 1, slowest]))?.p95 ?? 0;
      expect(p95).toBeGreaterThanOrEqual(previous);
      previous = p95;
    }
  });
});
