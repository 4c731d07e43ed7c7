import type { BenchResult } from '../bench-line';

/** A figure beside what it may be, with what it is made of. */
export function bounded(value: number, allowed: number, parts: ReadonlyMap<string, string>): BenchResult {
  const unknown = { own: null, engines: null };
  return {
    value,
    floor: allowed,
    ratio: allowed / value,
    ...{ p50Ms: null, p99Ms: null, floorP50Ms: null, floorP99Ms: null },
    ...{ cpuMicros: unknown, floorCpuMicros: unknown },
    detail: [...parts].map(([name, part]) => `${name} ${part}`).join(', '),
  };
}
