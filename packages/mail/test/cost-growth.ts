/** What one size costs must be measurable, or large enough that its cost does not matter. */
const MEASURABLE_MS = 12;
const LENGTH_MIN = 4_096;
const FACTOR = 4;
const TRIES = 4;

export interface CostGrowth {
  /** Cost of `FACTOR` times the input, in costs of the input: 4 for linear work, 16 for quadratic. */
  readonly ratio: number;
  readonly length: number;
  readonly costMs: number;
}

/** Between what linear work takes with the noise of a busy machine, and the 16 of quadratic work. */
export const LINEAR_RATIO_MAX = 9;

/**
 * How the processor time of `work` grows with its input. The smallest of several measurements counts: others, and the
 * garbage collector, only add to it.
 */
export async function costGrowth(
  work: (length: number) => unknown,
  { lengthMax }: { readonly lengthMax: number },
): Promise<CostGrowth> {
  let length = LENGTH_MIN;
  let costMs = await costOf(work, length);
  while (costMs < MEASURABLE_MS && length * FACTOR <= lengthMax) {
    length *= 2;
    costMs = await costOf(work, length);
  }
  if (costMs < MEASURABLE_MS) return { ratio: 1, length, costMs };
  let ratio = Infinity;
  for (let i = 0; i < TRIES && ratio > LINEAR_RATIO_MAX; i += 1) {
    costMs = Math.min(costMs, await costOf(work, length));
    ratio = Math.min(ratio, (await costOf(work, length * FACTOR)) / costMs);
  }
  return { ratio, length, costMs };
}

async function costOf(work: (length: number) => unknown, length: number): Promise<number> {
  const before = process.cpuUsage();
  await work(length);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
