/**
 * Work whose largest input costs less than half a second, or two if it grows with the square, does not matter. Below that, one
 * collection of the worker's heap (300 ms where it has grown for ten minutes) looks like growth.
 */
const measurableMs = 125;
const lengthMin = 4_096;
const factor = 4;
const attempts = 12;

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
  while (costMs < measurableMs && length * 2 * factor <= lengthMax) {
    length *= 2;
    costMs = await costOf(work, length);
  }
  if (costMs < measurableMs) return { ratio: 1, length, costMs };
  let ratio = await ratioAt(work, length);
  // Work that grows with the square does so at any length; what a cache, a collection or a compiler did once does not.
  while (ratio > linearRatioMax && length * 2 * factor <= lengthMax) {
    length *= 2;
    ratio = Math.min(ratio, await ratioAt(work, length));
  }
  return { ratio, length, costMs };
}

async function ratioAt(work: (length: number) => unknown, length: number): Promise<number> {
  let costMs = Infinity;
  let ratio = Infinity;
  for (let i = 0; i < attempts && ratio > linearRatioMax; i += 1) {
    costMs = Math.min(costMs, await costOf(work, length));
    // Work that finds all its memory ready costs a tenth of what it cost before; four times as much memory is not ready then.
    ratio = Math.min(ratio, (await costOf(work, length * factor)) / Math.max(costMs, measurableMs));
  }
  return ratio;
}

/** Of this thread alone: those that help to collect and to compile work longer where the machine is busy. */
async function costOf(work: (length: number) => unknown, length: number): Promise<number> {
  const before = process.threadCpuUsage();
  await work(length);
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}
