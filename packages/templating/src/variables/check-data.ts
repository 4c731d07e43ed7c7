import { isObject, pollutingNames } from './variable-tree';

/** Of the data of one send: each step of a template may pass over all of it. */
const dataLimits = { valuesMax: 20_000, charsMax: 1_000_000 } as const;

export interface CheckedData {
  /** Too much of it, or what no email may hold; null: neither. */
  readonly fault: string | null;
  /** Keys at any depth by which code could reach a prototype. */
  readonly pollutingKeys: readonly string[];
}

const [valuesMax, charsMax] = [dataLimits.valuesMax, dataLimits.charsMax].map((max) =>
  max.toLocaleString('en-US'),
);
const tooLarge = `must have at most ${valuesMax} values and ${charsMax} characters`;

/** Walks without recursion, and no further than the limits. */
export function checkData(data: object): CheckedData {
  const waiting: unknown[] = [data];
  const pollutingKeys = new Set<string>();
  let values = 0;
  let chars = 0;
  while (waiting.length > 0) {
    const value = waiting.pop();
    values += 1;
    if (typeof value === 'string') chars += value.length;
    if (values + waiting.length > dataLimits.valuesMax || chars > dataLimits.charsMax) {
      return faulty(tooLarge);
    }
    if (typeof value === 'string' && value.includes('\0')) return faulty(hasNul);
    if (Array.isArray(value)) {
      // Not spread: a call cannot take as many arguments as a list may have entries.
      for (const item of value.slice(0, dataLimits.valuesMax + 1) as unknown[]) waiting.push(item);
    } else if (isObject(value)) {
      for (const [key, item] of Object.entries(value)) {
        chars += key.length;
        if (key.includes('\0')) return faulty(hasNul);
        if (pollutingNames.has(key)) pollutingKeys.add(key);
        waiting.push(item);
      }
    }
  }
  return { fault: null, pollutingKeys: [...pollutingKeys] };
}

const hasNul = 'must not contain a NUL character';

function faulty(fault: string): CheckedData {
  return { fault, pollutingKeys: [] };
}
