import { SkippedLine, type BenchResult } from '../bench-line';
import { median } from './median';
import type { CpuMicros, Sample } from './sample';

export interface Sides {
  readonly product: (round: number) => Promise<Sample>;
  readonly floor: (round: number) => Promise<Sample>;
}

/** Rounds that count. More do not fit into a minute. */
const roundsCounted = 3;

/**
 * Product, floor, product, floor …: a machine whose speed drifts slows both alike. The first pair only warms up.
 */
export async function compare({ product, floor }: Sides): Promise<BenchResult> {
  const mine: Sample[] = [];
  const theirs: Sample[] = [];
  for (let round = 0; round <= roundsCounted; round += 1) {
    const pair = [await product(round), await floor(round)] as const;
    if (round === 0) continue;
    mine.push(pair[0]);
    theirs.push(pair[1]);
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
 * @throws SkippedLine where nobody knows it
 */
export async function compareCost(sides: Sides): Promise<BenchResult> {
  const result = await compare(sides);
  const [value, floor] = [costOf(result.cpuMicros), costOf(result.floorCpuMicros)];
  return { ...result, value, floor, ratio: floor / value };
}

function costOf({ own, engines }: CpuMicros): number {
  if (own === null || engines === null) throw new SkippedLine('nobody knows the processor time here');
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
