import { SkippedLine, type BenchResult } from '../bench-line';
import { median } from './median';
import type { CpuMicros, Sample } from './sample';

export interface Sides {
  /** One round of some seconds. */
  readonly product: () => Promise<Sample>;
  readonly floor: () => Promise<Sample>;
}

/** Rounds that count. More do not fit into a minute. */
const roundsCounted = 5;
/**
 * Pairs of rounds come before those that count until the product has worked for so long. V8 goes on compiling for some 25,000
 * requests: on a slow machine a gateway spends 450 µs on each in its first three seconds, 340 in the next four, 290 after
 * fifteen, and a relay with its gateway 1,900 and 1,130 µs. What services cost that run for weeks is the last.
 */
const warmUpMs = 20_000;

/**
 * Product, floor, product, floor …: a machine whose speed drifts slows both alike.
 */
export async function compare({ product, floor }: Sides): Promise<BenchResult> {
  const mine: Sample[] = [];
  const theirs: Sample[] = [];
  for (let workedMs = 0; workedMs < warmUpMs;) {
    const begunMs = performance.now();
    await product();
    workedMs += performance.now() - begunMs;
    await floor();
  }
  for (let round = 0; round < roundsCounted; round += 1) {
    mine.push(await product());
    theirs.push(await floor());
  }
  const value = median(mine.map(({ perSecond }) => perSecond));
  const floorValue = median(theirs.map(({ perSecond }) => perSecond));
  return {
    value,
    floor: floorValue,
    ratio: value / floorValue,
    p50Ms: medianOf(mine, 'p50Ms'),
    p99Ms: medianOf(mine, 'p99Ms'),
    floorP50Ms: medianOf(theirs, 'p50Ms'),
    floorP99Ms: medianOf(theirs, 'p99Ms'),
    cpuMicros: cpuOf(mine),
    floorCpuMicros: cpuOf(theirs),
  };
}

/**
 * Processor time of a unit, services and engines together, where both sides are the product: what it costs, not how
 * much of the machine it got.
 *
 * @throws SkippedLine where it is unknown
 */
export async function compareCost(sides: Sides): Promise<BenchResult> {
  const result = await compare(sides);
  const [value, floor] = [costOf(result.cpuMicros), costOf(result.floorCpuMicros)];
  return { ...result, value, floor, ratio: floor / value };
}

function costOf({ own, engines }: CpuMicros): number {
  if (own === null || engines === null) throw new SkippedLine('processor time cannot be read here');
  return own + engines;
}

function medianOf(samples: readonly Sample[], field: 'p50Ms' | 'p99Ms'): number | null {
  return medianOrNull(samples.map((sample) => sample[field]));
}

function cpuOf(samples: readonly Sample[]): CpuMicros {
  return {
    own: medianOrNull(samples.map(({ cpuMicros }) => cpuMicros.own)),
    engines: medianOrNull(samples.map(({ cpuMicros }) => cpuMicros.engines)),
  };
}

function medianOrNull(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : median(known);
}
