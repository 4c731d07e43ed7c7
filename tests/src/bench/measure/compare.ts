import type { BenchResult } from '../bench-line';
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
