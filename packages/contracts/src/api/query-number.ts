import { z } from 'zod';

/**
 * A whole number in a query: decimal digits and nothing else. `Number` also reads `0x10`, `1e1`, `+5` and blanks, and
 * these are mistakes, or mean something else. Every error names the range.
 */
export function queryNumber({ min, max, byDefault }: { min: number; max: number; byDefault: number }) {
  const text = `must be a whole number between ${min} and ${max}, in decimal digits`;
  return z.preprocess(
    (value) => (typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value),
    z.int(text).min(min, text).max(max, text).default(byDefault),
  );
}
