import type { BenchLine, BenchResult } from '../bench-line';

/** The result of a line. */
export interface BenchRow {
  readonly line: BenchLine;
  readonly result: BenchResult | null;
  /** Why there is no result: skipped, or failed. */
  readonly reason: string | null;
  readonly failed: boolean;
}

export type Verdict = 'aim' | 'must' | 'missed' | 'skipped' | 'failed';

/** Where the line stands: beyond its aim, within its bounds, or not. */
export function verdictOf({ line, result, failed }: BenchRow): Verdict {
  if (!result) return failed ? 'failed' : 'skipped';
  if (!isFastEnough(line, result) || !isPromptEnough(line, result)) return 'missed';
  return line.aim !== null && result.ratio >= line.aim ? 'aim' : 'must';
}

function isFastEnough({ must }: BenchLine, { ratio }: BenchResult): boolean {
  return must === null || ratio >= must;
}

function isPromptEnough({ latency = {} }: BenchLine, result: BenchResult): boolean {
  const { p50MsMax = Infinity, p99MsMax = Infinity, p99RatioMax = Infinity } = latency;
  const { p50Ms, p99Ms, floorP99Ms } = result;
  if ((p50Ms ?? 0) > p50MsMax || (p99Ms ?? 0) > p99MsMax) return false;
  return p99Ms === null || floorP99Ms === null || p99Ms <= floorP99Ms * p99RatioMax;
}
