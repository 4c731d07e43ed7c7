import type { CpuMicros } from './measure/sample';
import type { BenchHarness } from './bench-harness';

/** One line of the table: the product beside a floor or peer measured in the same run. */
export interface BenchLine {
  /** Stable name, as `ONLY=` takes it. */
  readonly name: string;
  readonly product: string;
  readonly floor: string;
  /** Of `value`. */
  readonly unit:
    | 'messages/s'
    | 'requests/s'
    | 'events/s'
    | 'deliveries/s'
    | 'rows/s'
    | 'ms'
    | 'CPU µs'
    | '% of a core'
    | 'MB'
    | 'times';
  /** Bounds of the ratio; null where the line is judged by its latency alone. */
  readonly must: number | null;
  readonly aim: number | null;
  readonly latency?: LatencyBounds;
  /** @throws SkippedLine where this machine has no such peer */
  run(harness: BenchHarness): Promise<BenchResult>;
}

/** All must hold. */
export interface LatencyBounds {
  readonly p50MsMax?: number;
  readonly p99MsMax?: number;
  /** The product's p99 over the floor's. */
  readonly p99RatioMax?: number;
}

/** Medians of the rounds. */
export interface BenchResult {
  readonly value: number;
  /** In the same unit. */
  readonly floor: number;
  /** Product over floor for rates, floor over product for times, costs and sizes: higher is better in all. */
  readonly ratio: number;
  readonly p50Ms: number | null;
  readonly p99Ms: number | null;
  readonly floorP50Ms: number | null;
  readonly floorP99Ms: number | null;
  /** CPU time per unit of the measured process, and of the engines beside it. */
  readonly cpuMicros: CpuMicros;
  readonly floorCpuMicros: CpuMicros;
  /** What the figure is made of, for the reader of the table. */
  readonly detail?: string;
}

/** The peer of this line cannot be had on this machine; the reason is for the reader of the table. */
export class SkippedLine extends Error {
  override readonly name = 'SkippedLine';
}
