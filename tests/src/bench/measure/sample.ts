import type { CpuTime } from './cpu-time';

/** What one round of one side came to. */
export interface Sample {
  readonly units: number;
  readonly perSecond: number;
  readonly p50Ms: number | null;
  readonly p99Ms: number | null;
  readonly cpuMicros: CpuMicros;
}

/** CPU time per unit; null where it cannot be read. */
export interface CpuMicros {
  readonly own: number | null;
  readonly engines: number | null;
}

export function cpuMicrosOf({ own, engines }: CpuTime, units: number): CpuMicros {
  const each = (seconds: number | null): number | null => (seconds === null ? null : (seconds * 1e6) / units);
  return { own: each(own), engines: each(engines) };
}

/** A sample of a fixed amount of work, without latencies. */
export function sampleOf(work: { units: number; seconds: number; cpu: CpuTime }): Sample {
  const { units, seconds, cpu } = work;
  return { units, perSecond: units / seconds, p50Ms: null, p99Ms: null, cpuMicros: cpuMicrosOf(cpu, units) };
}
