import { z } from 'zod';

interface Range {
  readonly min: number;
  readonly max: number;
}

/**
 * A whole number in a query: decimal digits and nothing else. `Number` also reads `0x10`, `1e1`, `+5` and blanks, and
 * these are mistakes, or mean something else. Every error names the range.
 */
export function queryNumber({ byDefault, ...range }: Range & { byDefault: number }) {
  return z.preprocess(readDigits, wholeNumber(range).default(byDefault));
}

/** The same without a default. */
export function optionalQueryNumber(range: Range) {
  return z.preprocess(readDigits, wholeNumber(range)).optional();
}

function readDigits(value: unknown): unknown {
  return typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
}

function wholeNumber({ min, max }: Range) {
  const text = `must be a whole number between ${min} and ${max}, in decimal digits`;
  return z.int(text).min(min, text).max(max, text);
}
