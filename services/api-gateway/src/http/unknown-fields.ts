import { quotable, type FieldProblem } from '@postrider/contracts';
import { isOneSlipApart } from '@postrider/mail';
import type { z } from 'zod';
import type { Route } from './route';

/**
 * What a body may hold, as far as names are concerned: the fields of an object, or the items of a list. Null: no names of
 * ours, as in texts, and in maps whose keys the client chooses.
 */
type Shape =
  | { readonly fields: ReadonlyMap<string, Shape | null>; readonly items?: never }
  | { readonly items: Shape; readonly fields?: never };

const namedMax = 20;
/** Items of a list that are looked at: more than any list of ours may have. */
const itemsMax = 100;
const nameCharsMax = 40;
/** Proxies commonly allow 4 to 8 KB for all headers of an answer. */
const headerCharsMax = 1_500;

const shapes = new WeakMap<z.ZodType, Shape | null>();

/**
 * Fields of a body that the route does not know, as the header `Postrider-Unknown-Fields` names them:
 * `replyTo=reply_to, template.dta=data, attachments[0].colour`. After the equals sign is what was probably meant. Items
 * of a batch share their names: `[].replyTo=reply_to`.
 * @returns null when every field is known, at the cost of looking each of them up
 */
export function unknownFields(route: Route, body: unknown): string | null {
  const found = unknownInBody(route, body);
  if (found === null) return null;
  let header = '';
  for (const name of found.slice(0, namedMax)) {
    if (header.length + name.length > headerCharsMax) break;
    header += header === '' ? name : `, ${name}`;
  }
  return header;
}

/**
 * Parameters of the query that the route does not know. They are refused, unlike fields of a body: a misspelt filter would list
 * everything.
 */
export function unknownParameters(
  route: Pick<Route, 'query'>,
  query: Readonly<Record<string, string>>,
): FieldProblem[] {
  const fields = route.query === undefined ? undefined : known(route.query)?.fields;
  if (fields === undefined) return [];
  const names = [...fields.keys()];
  return Object.keys(query)
    .filter((name) => !fields.has(name))
    .map((name) => {
      const meant = probablyMeant(name.slice(0, nameCharsMax), names);
      const hint = meant === undefined ? `use ${names.join(', ')}` : `did you mean ${meant}?`;
      return { path: quotable(name), message: `unknown parameter; ${hint}` };
    });
}

function unknownInBody(route: Route, body: unknown): string[] | null {
  const schema = route.documented?.body ?? route.body;
  const shape = schema === undefined ? null : known(schema);
  return shape?.items === undefined ? unknownIn(shape, body) : unknownInBatch(shape.items, body);
}

function known(schema: z.ZodType): Shape | null {
  let shape = shapes.get(schema);
  if (shape === undefined) {
    shape = shapeOf(schema);
    shapes.set(schema, shape);
  }
  return shape;
}

function unknownInBatch(item: Shape, body: unknown): string[] | null {
  if (!Array.isArray(body)) return null;
  let names: Set<string> | null = null;
  for (const value of body.slice(0, itemsMax) as unknown[]) {
    for (const name of unknownIn(item, value) ?? []) (names ??= new Set()).add(`[].${name}`);
    if (names !== null && names.size >= namedMax) break;
  }
  return names === null ? null : [...names];
}

/** Names below the value; no list is made where there is nothing to tell. */
function unknownIn(shape: Shape | null, value: unknown): string[] | null {
  if (shape === null) return null;
  const { fields, items } = shape;
  if (typeof value !== 'object' || value === null || Array.isArray(value) !== (items !== undefined))
    return null;
  return items === undefined ? unknownInObject(fields, value) : unknownInList(items, value as unknown[]);
}

function unknownInObject(fields: ReadonlyMap<string, Shape | null>, object: object): string[] | null {
  let found: string[] | null = null;
  for (const name in object) {
    const shape = fields.get(name);
    if (shape === null) continue;
    if (shape === undefined) {
      (found ??= []).push(withSuggestion(name, fields));
    } else {
      for (const inner of unknownIn(shape, (object as Record<string, unknown>)[name]) ?? []) {
        (found ??= []).push(`${name}${inner.startsWith('[') ? '' : '.'}${inner}`);
      }
    }
    if (found !== null && found.length >= namedMax) break;
  }
  return found;
}

function unknownInList(items: Shape, list: readonly unknown[]): string[] | null {
  let found: string[] | null = null;
  for (let index = 0; index < list.length && index < itemsMax; index += 1) {
    for (const name of unknownIn(items, list[index]) ?? []) (found ??= []).push(`[${index}].${name}`);
    if (found !== null && found.length >= namedMax) break;
  }
  return found;
}

function withSuggestion(name: string, fields: ReadonlyMap<string, unknown>): string {
  const meant = probablyMeant(name.slice(0, nameCharsMax), [...fields.keys()]);
  return meant === undefined ? headerSafe(name) : `${headerSafe(name)}=${meant}`;
}

/** Another way of writing it, else a slip of the keyboard. */
function probablyMeant(name: string, known: readonly string[]): string | undefined {
  const plain = plainName(name);
  return (
    known.find((candidate) => plainName(candidate) === plain) ??
    (plain.length < 3 ? undefined : known.find((candidate) => isOneSlipApart(plainName(candidate), plain)))
  );
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
  if (def.type === 'object') return { fields: fieldsOf(def.shape) };
  if (def.type === 'pipe') return shapeOf(def.in) ?? shapeOf(def.out);
  if (def.type === 'union') return together(def.options.map(shapeOf));
  const items = def.type === 'array' ? shapeOf(def.element) : null;
  return items && { items };
}

function fieldsOf(shape: Readonly<Record<string, z.core.$ZodType>>): Map<string, Shape | null> {
  return new Map(Object.entries(shape).map(([name, field]) => [name, shapeOf(field)]));
}

/** Of alternatives: what any of them knows. */
function together(alternatives: readonly (Shape | null)[]): Shape | null {
  const objects = alternatives.filter((shape) => shape?.fields !== undefined);
  if (objects.length === 0) return alternatives.find((shape) => shape !== null) ?? null;
  return { fields: new Map(objects.flatMap((shape) => [...(shape?.fields ?? [])])) };
}
