import { z } from 'zod';

/**
 * A whole number in a query: decimal digits and nothing else. `Number` also reads `0x10`, `1e1`, `+5` and blanks, and
 * whoever wrote those meant something else or made a mistake. Whatever is wrong, the range is told.
 */
export function queryNumber({ min, max, byDefault }: { min: number; max: number; byDefault: number }) {
  const text = `must be a whole number between ${min} and ${max}, in decimal digits`;
  return z.preprocess(
    (value) => (typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value),
    z.int(text).min(min, text).max(max, text).default(byDefault),
  );
}
