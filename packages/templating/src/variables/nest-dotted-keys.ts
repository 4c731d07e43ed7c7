import assert from 'node:assert';
import { isObject, pollutingNames } from './variable-tree';

type Values = Readonly<Record<string, unknown>>;

export interface NestedData {
  readonly data: Values;
  /** Keys that say something else about a value than another key does, or that no declared one can be. */
  readonly conflicts: readonly string[];
}

const partsMax = 16;

/** `{'order.total': 5, order: {id: 1}}` becomes `{order: {id: 1, total: 5}}`. What is given stays as it is. */
export function nestDottedKeys(data: Values): NestedData {
  if (!Object.keys(data).some((key) => key.includes('.'))) return { data, conflicts: [] };
  const nested = createNested();
  const conflicts = Object.entries(data).flatMap(([key, value]) => {
    const path = key.split('.', partsMax + 1);
    const allowed = path.length <= partsMax && !path.some((name) => pollutingNames.has(name));
    return allowed && nested.put(path, value) ? [] : [key];
  });
  return { data: nested.root, conflicts };
}

function createNested() {
  // Copies of ours, which may be added to; without prototypes, so that no key means more than itself.
  const made = new WeakSet<object>();
  const copyOf = (values: Values): Record<string, unknown> => {
    const copy = Object.assign(Object.create(null) as Record<string, unknown>, values);
    made.add(copy);
    return copy;
  };
  const root = copyOf({});

  /** @returns false when something else stands there */
  const put = (path: readonly string[], value: unknown): boolean => {
    let object = root;
    for (const name of path.slice(0, -1)) {
      const there = object[name] ?? {};
      if (!isObject(there)) return false;
      object = object[name] = made.has(there) ? there : copyOf(there);
    }
    const last = path.at(-1);
    assert(last !== undefined, 'a key has at least one part');
    const there = object[last];
    if (there === undefined) {
      object[last] = value;
      return true;
    }
    if (!isObject(there) || !isObject(value)) return false;
    return Object.entries(value).every(([key, item]) => put([...path, key], item));
  };
  return { root, put };
}
