import type { TemplateVariable } from '../generated/schemas';
import { refuse } from './answer';

type Values = Record<string, unknown>;

const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const hasType = (value: unknown, type: string): boolean =>
  type === 'list' ? Array.isArray(value) : type === 'object' ? isObject(value) : typeof value === type;

/**
 * The variables that a template sees: declared ones alone, with fallbacks. A dotted key is a path into objects.
 * @throws Refused `template_variables`
 */
export function fillVariables(variables: readonly TemplateVariable[], data: Values): Values {
  const given = nest(data);
  const scope: Values = {};
  const missing: string[] = [];
  const mistyped: string[] = [];
  for (const { key, type, required, fallback } of variables) {
    const value = valueAt(given, key) ?? fallback ?? null;
    if (value === null) {
      if (required) missing.push(key);
    } else if (hasType(value, type)) setAt(scope, key.split('.'), value);
    else mistyped.push(`${key} (must be ${type})`);
  }
  const unknown: string[] = [];
  const keys = variables.map(({ key }) => key);
  const look = (values: Values, before: string): void => {
    for (const [name, value] of Object.entries(values)) {
      const key = before + name;
      if (keys.includes(key) || value === null || value === undefined) continue;
      if (!keys.some((each) => each.startsWith(`${key}.`))) unknown.push(key);
      else if (isObject(value)) look(value, `${key}.`);
      else mistyped.push(`${key} (must be object)`);
    }
  };
  look(given, '');
  const faults = Object.entries({ missing, unknown, mistyped }).filter(([, names]) => names.length > 0);
  if (faults.length === 0) return scope;
  const message = faults.map(([what, names]) => `${what}: ${names.join(', ')}`).join('; ');
  throw refuse(422, 'template_variables', message);
}

function nest(data: Values): Values {
  const nested: Values = {};
  for (const [key, value] of Object.entries(data)) setAt(nested, key.split('.'), value);
  return nested;
}

function valueAt(values: Values, key: string): unknown {
  return key
    .split('.')
    .reduce<unknown>(
      (value, name) => (isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined),
      values,
    );
}

/** Objects are copied on the way: those of the caller stay as they are. */
function setAt(values: Values, [name = '', ...rest]: readonly string[], value: unknown): void {
  const there = Object.hasOwn(values, name) ? values[name] : undefined;
  const own = isObject(there) ? { ...there } : {};
  if (rest.length > 0) setAt(own, rest, value);
  const next = rest.length > 0 ? own : isObject(value) ? { ...own, ...value } : value;
  // Not by assignment, which `__proto__` would turn into a prototype.
  Object.defineProperty(values, name, { value: next, enumerable: true, configurable: true, writable: true });
}
