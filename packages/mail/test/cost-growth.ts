/** What one size costs must be measurable, or large enough that its cost does not matter. */
const measurableMs = 12;
const lengthMin = 4_096;
const factor = 4;
const attempts = 4;

export interface CostGrowth {
  /** Cost of `factor` times the input, in costs of the input: 4 for linear work, 16 for quadratic. */
  readonly ratio: number;
  readonly length: number;
  readonly costMs: number;
}

/** Between what linear work takes with the noise of a busy machine, and the 16 of quadratic work. */
export const linearRatioMax = 9;

/**
 * How the processor time of `work` grows with its input. The smallest of several measurements counts: others, and the
 * garbage collector, only add to it.
 */
export async function costGrowth(
  work: (length: number) => unknown,
  { lengthMax }: { readonly lengthMax: number },
): Promise<CostGrowth> {
  let length = lengthMin;
  let costMs = await costOf(work, length);
  while (costMs < measurableMs && length * factor <= lengthMax) {
    length *= 2;
    costMs = await costOf(work, length);
  }
  if (costMs < measurableMs) return { ratio: 1, length, costMs };
  let ratio = Infinity;
  for (let i = 0; i < attempts && ratio > linearRatioMax; i += 1) {
    costMs = Math.min(costMs, await costOf(work, length));
    ratio = Math.min(ratio, (await costOf(work, length * factor)) / costMs);
  }
  return { ratio, length, costMs };
}

async function costOf(work: (length: number) => unknown, length: number): Promise<number> {
  const before = process.cpuUsage();
  await work(length);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
