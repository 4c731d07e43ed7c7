import { z } from 'zod';

/**
 * A whole number in a query: decimal digits and nothing else. `Number` also reads `0x10`, `1e1`, `+5` and blanks, and
 * whoever wrote those meant something else or made a mistake.
 */
export function queryNumber({ min, max, byDefault }: { min: number; max: number; byDefault: number }) {
  return z.preprocess(
    (value) => (typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value),
    z.int('must be a whole number in decimal digits').min(min).max(max).default(byDefault),
  );
}
