import { quotable, type FieldProblem } from '@postrider/contracts/errors';
import { isOneSlipApart } from '@postrider/mail';
import type { z } from 'zod';
import type { Route } from './route';

/** What a body may hold, as far as names are concerned. Null: no names of ours, as in texts, and in maps whose keys the client chooses. */
type Shape = Fields | List;

interface Fields {
  readonly items?: never;
  readonly byName: ReadonlyMap<string, Shape | null>;
  /** The same names, by their plain form. */
  readonly byPlain: ReadonlyMap<string, string>;
  /** Its schema refuses unknown fields itself. */
  readonly isStrict: boolean;
}

interface List {
  readonly items: Shape;
}

export interface UnknownFields {
  /** The ignored ones, as the header `Postrider-Unknown-Fields` names them; null: none. */
  readonly header: string | null;
  /** Slips of fields that are not given themselves. */
  readonly slips: readonly FieldProblem[];
}

const namedMax = 20;
/** Items of a list that are looked at: more than any list of ours may have. */
const itemsMax = 100;
/** Unknown fields that are compared with each known one; a body of ours never has so many. */
const comparedMax = 200;
const nameCharsMax = 40;
/** Proxies commonly allow 4 to 8 KB for all headers of an answer. */
const headerCharsMax = 1_500;

const shapes = new WeakMap<z.ZodType, Shape | null>();

/**
 * Fields of a body that the route does not know. A slip of a known field that is not given itself is refused: a `scheduledAt` that is
 * ignored sends the email at once. Others are ignored and named: `colour, template.shade, attachments[0].size`, with what may have been
 * meant after an equals sign (`test=text`). Items of a batch share their names (`[].colour`); their slips refuse them one by one.
 * Every field is looked up; further work is linear in the number of unknown ones.
 */
export function findUnknownFields(route: Pick<Route, 'body' | 'documented'>, body: unknown): UnknownFields {
  const schema = route.documented?.body ?? route.body;
  const shape = schema === undefined ? null : known(schema);
  if (shape === null) return { header: null, slips: [] };
  if (shape.items === undefined || !Array.isArray(body)) {
    const { ignored, slips } = find(shape, body);
    return { header: headerOf(ignored), slips };
  }
  const names = new Set<string>();
  for (const item of body.slice(0, itemsMax) as unknown[]) {
    for (const name of find(shape.items, item).ignored) names.add(`[].${name}`);
    if (names.size >= namedMax) break;
  }
  return { header: headerOf([...names]), slips: [] };
}

/** Of a value that is not a route's whole body: an item of a batch. */
export function slipsIn(schema: z.ZodType, value: unknown): readonly FieldProblem[] {
  return find(known(schema), value).slips;
}

/**
 * Parameters of the query that the route does not know. They are refused, unlike fields of a body: a misspelt filter would list
 * everything.
 */
export function unknownParameters(
  route: Pick<Route, 'query'>,
  query: Readonly<Record<string, string>>,
): FieldProblem[] {
  const fields = route.query === undefined ? null : known(route.query);
  if (fields === null || fields.items !== undefined) return [];
  return Object.keys(query)
    .filter((name) => !fields.byName.has(name))
    .map((name) => {
      const { meant } = meaningOf(name, fields, { given: query });
      const hint =
        meant === undefined ? `use ${[...fields.byName.keys()].join(', ')}` : `did you mean ${meant}?`;
      return { path: quotable(name), message: `unknown parameter; ${hint}` };
    });
}

function known(schema: z.ZodType): Shape | null {
  let shape = shapes.get(schema);
  if (shape === undefined) {
    shape = shapeOf(schema);
    shapes.set(schema, shape);
  }
  return shape;
}

interface Found {
  readonly ignored: string[];
  readonly slips: FieldProblem[];
  /** Unknown fields so far. */
  count: number;
}

/** The position of a value in the body; made into a text only for what is named. */
interface Place {
  readonly below: Place | null;
  readonly part: string | number;
}

function find(shape: Shape | null, value: unknown): Found {
  const found: Found = { ignored: [], slips: [], count: 0 };
  look(shape, value, { found, place: null });
  return found;
}

function look(
  shape: Shape | null,
  value: unknown,
  at: { readonly found: Found; readonly place: Place | null },
): void {
  if (shape === null || typeof value !== 'object' || value === null) return;
  if (Array.isArray(value) !== (shape.items !== undefined)) return;
  const { found, place: below } = at;
  if (shape.items !== undefined) {
    const items = value as readonly unknown[];
    for (let part = 0; part < items.length && part < itemsMax; part += 1) {
      look(shape.items, items[part], { found, place: { below, part } });
    }
    return;
  }
  for (const name in value) {
    const inner = shape.byName.get(name);
    if (inner === undefined) nameUnknown(name, { shape, object: value, found, place: below });
    else if (inner !== null) {
      look(inner, (value as Record<string, unknown>)[name], { found, place: { below, part: name } });
    }
  }
}

function nameUnknown(
  name: string,
  at: {
    readonly shape: Fields;
    readonly object: object;
    readonly found: Found;
    readonly place: Place | null;
  },
): void {
  const { found, place } = at;
  found.count += 1;
  const { meant, isSlip } = meaningOf(name, at.shape, {
    given: at.object,
    onlySpelling: found.count > comparedMax,
  });
  const list = isSlip ? found.slips : found.ignored;
  if (list.length >= namedMax) return;
  const where = textOf(place);
  const prefix = where === '' ? '' : `${where}.`;
  if (isSlip) {
    found.slips.push({ path: prefix + quotable(name), message: `unknown field; did you mean ${meant}?` });
  } else {
    found.ignored.push(prefix + headerSafe(name) + (meant === undefined ? '' : `=${meant}`));
  }
}

function textOf(place: Place | null): string {
  if (place === null) return '';
  const { below, part } = place;
  if (typeof part === 'number') return `${textOf(below)}[${part}]`;
  return below === null ? part : `${textOf(below)}.${part}`;
}

function headerOf(ignored: readonly string[]): string | null {
  if (ignored.length === 0) return null;
  let header = '';
  for (const name of ignored.slice(0, namedMax)) {
    if (header.length + name.length > headerCharsMax) break;
    header += header === '' ? name : `, ${name}`;
  }
  return header;
}

type Meaning =
  | { readonly meant: string | undefined; readonly isSlip: false }
  | { readonly meant: string; readonly isSlip: true };

/** Another way of writing a known name, else a slip of the keyboard. A slip is only what leaves the known field without a value. */
function meaningOf(
  name: string,
  { byPlain, isStrict }: Fields,
  { given, onlySpelling = false }: { readonly given: object; readonly onlySpelling?: boolean },
): Meaning {
  if (name.length > nameCharsMax) return { meant: undefined, isSlip: false };
  const isMissing = (meant: string): boolean => !isStrict && !Object.hasOwn(given, meant);
  const written = plainName(name);
  const same = byPlain.get(written);
  if (same !== undefined) return { meant: same, isSlip: isMissing(same) };
  let meant: string | undefined;
  for (const [plain, candidate] of onlySpelling || written.length < 3 ? [] : byPlain) {
    if (!isOneSlipApart(plain, written)) continue;
    if (isLikelySlip(plain, written) && isMissing(candidate)) return { meant: candidate, isSlip: true };
    meant ??= candidate;
  }
  return { meant, isSlip: false };
}

/** Words, not slips of each other. A test finds further pairs among the names of the API. */
const otherWords = new Set(['consent content', 'contact contract']);

/**
 * Of two names that are one keystroke apart, whether one is the other misspelt. Short words are too often other words: `trace` is not
 * `track`, nor `time` `mime`. A plural is meant as the singular at any length.
 */
function isLikelySlip(known: string, written: string): boolean {
  const [first = '', second = ''] = [known, written].sort();
  if (otherWords.has(`${first} ${second}`)) return false;
  if (known.length === written.length) return known.length >= 6 || isSwap(known, written);
  const [shorter, longer] = known.length < written.length ? [known, written] : [written, known];
  return longer === `${shorter}s` ? shorter.length >= 3 : known.length >= 5;
}

function isSwap(a: string, b: string): boolean {
  return [...a].sort().join('') === [...b].sort().join('');
}

function plainName(name: string): string {
  return name.toLowerCase().replace(/[_\s-]/g, '');
}

/** Neither a character that a header cannot hold nor one that stands for something here. */
function headerSafe(name: string): string {
  return (
    encodeURIComponent(name.slice(0, nameCharsMax).toWellFormed()) + (name.length > nameCharsMax ? '~' : '')
  );
}

type LookedInto =
  | z.core.$ZodObjectDef
  | z.core.$ZodArrayDef
  | z.core.$ZodPipeDef
  | z.core.$ZodUnionDef
  | z.core.$ZodOptionalDef;

/** As clients write it: the input side of whatever a schema does with it. */
function shapeOf(schema: z.core.$ZodType): Shape | null {
  const def = (schema as z.ZodType).def as LookedInto;
  if ('innerType' in def) return shapeOf(def.innerType);
  if (def.type === 'object') {
    return fieldsOf(
      Object.entries(def.shape).map(([name, field]) => [name, shapeOf(field)]),
      (def.catchall as z.ZodType | undefined)?.type === 'never',
    );
  }
  if (def.type === 'pipe') return shapeOf(def.in) ?? shapeOf(def.out);
  if (def.type === 'union') return together(def.options.map(shapeOf));
  const items = def.type === 'array' ? shapeOf(def.element) : null;
  return items && { items };
}

function fieldsOf(fields: Iterable<readonly [string, Shape | null]>, isStrict: boolean): Fields {
  const byName = new Map(fields);
  return { byName, byPlain: new Map([...byName.keys()].map((name) => [plainName(name), name])), isStrict };
}

/** Of alternatives: what any of them knows. */
function together(alternatives: readonly (Shape | null)[]): Shape | null {
  const objects = alternatives.filter(
    (shape): shape is Fields => shape !== null && shape.items === undefined,
  );
  if (objects.length === 0) return alternatives.find((shape) => shape !== null) ?? null;
  return fieldsOf(
    objects.flatMap(({ byName }) => [...byName]),
    objects.every(({ isStrict }) => isStrict),
  );
}
