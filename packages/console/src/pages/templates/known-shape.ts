/** A path in a template that is longer is not followed. */
const namesMax = 8;
/** Longer tags are skipped: searching for the end costs the length once for each brace within. */
const tag = /\{\{(.{0,500}?)\}\}|\{%-?\s*(.{0,500}?)%\}/gs;
const loop = /^(?:for|tablerow)\s+(\w+)\s+in\s+([\w.]+)/;
const quoted = /"[^"]*"|'[^']*'/g;
const path = /[A-Za-z_]\w*(?:\.\w+)*/g;
/** What Liquid adds to each list. */
const ofLists: ReadonlySet<string> = new Set(['size', 'first', 'last']);
/** In a path: each item of the list. */
const eachItem = '[]';

/** Names that are read, with those that are read of them. */
class Uses extends Map<string, Uses> {}

/**
 * A value with the parts that a template reads: `{% for item in order.items %}{{ item.name }}` reads
 * `{ order: { items: [{ name: '' }] } }`. What it reads as one value is an empty text.
 */
export function partsRead(sources: readonly (string | null)[]): unknown {
  const uses = new Uses();
  const items = new Map<string, readonly string[]>();
  const resolved = (names: string): readonly string[] => {
    const [first = '', ...rest] = names.split('.');
    return [...(items.get(first) ?? [first]), ...rest];
  };
  for (const [, output, statement = ''] of sources.join('\n').matchAll(tag)) {
    const [, item, list] = loop.exec(statement) ?? [];
    if (item !== undefined && list !== undefined) {
      items.set(item, [...resolved(list), eachItem].slice(0, namesMax));
      addUse(uses, items.get(item) ?? []);
    } else
      for (const [names] of (output ?? statement).replace(quoted, '').matchAll(path))
        addUse(uses, resolved(names));
  }
  return valueRead(uses);
}

function addUse(uses: Uses, names: readonly string[]): void {
  let parts = uses;
  for (const name of names.slice(0, namesMax)) {
    if (ofLists.has(name)) return;
    const known = parts.get(name) ?? new Uses();
    parts.set(name, known);
    parts = known;
  }
}

function valueRead(uses: Uses): unknown {
  const items = uses.get(eachItem);
  if (items !== undefined) return [valueRead(items)];
  if (uses.size === 0) return '';
  return Object.fromEntries([...uses].map(([name, parts]) => [name, valueRead(parts)]));
}

/**
 * A value of the shape that these have together: an object with the members of all, a list with one item, a single value.
 * Undefined: they have none, or different ones.
 */
export function shapeOf(values: readonly unknown[]): unknown {
  const known = values.filter((value) => value !== undefined && value !== null && value !== '');
  if (known.length === 0) return values.find((value) => value === '');
  if (known.every(Array.isArray)) {
    const items = known.flat() as unknown[];
    return items.length === 0 ? [] : [shapeOf(items)];
  }
  if (known.every(isObject)) {
    const names = new Set(known.flatMap((value) => Object.keys(value)));
    return Object.fromEntries(
      [...names].map((name) => [
        name,
        shapeOf(known.map((value) => (Object.hasOwn(value, name) ? value[name] : undefined))),
      ]),
    );
  }
  return known.every((value) => typeof value === typeof known[0] && !isObject(value)) ? known[0] : undefined;
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
