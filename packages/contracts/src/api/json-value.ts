import { z } from 'zod';

/**
 * Any JSON value that Postgres can store as jsonb: no NUL character in texts and keys, lone surrogates replaced by
 * U+FFFD. The body's own limits bound its size and depth.
 */
export function jsonValue() {
  return z.unknown().transform((value, context): unknown => {
    const stored = storable(value);
    if (stored !== refused) return stored;
    context.addIssue({ code: 'custom', message: 'must not contain a NUL character' });
    return z.NEVER;
  });
}

const refused = Symbol('refused');

function storable(value: unknown): unknown {
  if (typeof value === 'string') return value.includes('\0') ? refused : value.toWellFormed();
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items = value.map(storable);
    return items.includes(refused) ? refused : items;
  }
  const entries = Object.entries(value).map(([key, item]) => [storable(key), storable(item)] as const);
  if (entries.some((entry) => entry.includes(refused))) return refused;
  // Defines each key as the object's own, `__proto__` too.
  return Object.fromEntries(entries as [string, unknown][]);
}
