import { isUtf8 } from 'node:buffer';
import { AppError } from '@postrider/contracts';
import { passedLimit } from './json-shape';

/** Nothing we read nests deeper; beyond it, code that walks a value could run out of stack. */
const NESTING_MAX = 64;
/** What a body of this size can hold does not hold anybody up. */
const UNCOUNTED_BYTES_MAX = 65_536;
/** As much as the largest batch has when it is written with line breaks and indents. */
const BYTES_OUTSIDE_TEXTS_MAX = 4_000_000;

/**
 * @param valuesMax how many values the body may hold, at any depth; counted in large ones, before they are parsed
 * @throws AppError `invalid_json`, `payload_too_large`
 */
export function parseJson(body: Buffer, valuesMax: number): unknown {
  const isCounted = body.length > UNCOUNTED_BYTES_MAX;
  if (isCounted) checkShape(body, valuesMax);
  if (!isUtf8(body)) throw new AppError('invalid_json', 'The body is not valid UTF-8.');
  const value = parse(body.toString('utf8'));
  if (!isCounted && nestsDeeper(value, NESTING_MAX)) throw tooDeep();
  return value;
}

function checkShape(body: Buffer, valuesMax: number): void {
  const limits = { valuesMax, nestingMax: NESTING_MAX, bytesOutsideTextsMax: BYTES_OUTSIDE_TEXTS_MAX };
  const passed = passedLimit(body, limits);
  if (passed === null) return;
  if (passed === 'nestingMax') throw tooDeep();
  const what = passed === 'valuesMax' ? 'values' : 'characters outside of texts';
  const message = `The body may hold at most ${limits[passed].toLocaleString('en-US')} ${what}.`;
  throw new AppError('payload_too_large', message);
}

function tooDeep(): AppError {
  return new AppError('invalid_json', `The body nests deeper than ${NESTING_MAX} levels.`);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError('invalid_json');
  }
}

/** Level by level and without recursion, so that the check itself cannot run out of stack. */
function nestsDeeper(value: unknown, levelsMax: number): boolean {
  let level: object[] = typeof value === 'object' && value !== null ? [value] : [];
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > levelsMax) return true;
    const next: object[] = [];
    for (const parent of level) {
      for (const child of Object.values(parent) as unknown[]) {
        if (typeof child === 'object' && child !== null) next.push(child);
      }
    }
    level = next;
  }
  return false;
}
