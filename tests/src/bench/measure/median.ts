/** The middle value; of an even count the lower of the two middle ones. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** The smallest value that at least the given share of all values does not exceed. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const found = sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)];
  if (found === undefined) throw new Error('a quantile needs at least one value');
  return found;
}
