import { Markup, markup } from '../public-pages/page-shell';
import { renderInline, renderMarkdown } from './markdown';
import type { Parameter, ReadDocument, Schema } from './read-document';

const nestingMax = 5;
const none = new Markup('');

/** Where a list stands: what it is nested in, so that schemas that hold themselves end. */
interface Place {
  readonly anchor: string;
  readonly within: readonly string[];
}

/** Lists the fields of a schema, those of objects within it folded away. */
export function createFieldLists({ schemaOf }: Pick<ReadDocument, 'schemaOf'>) {
  function fieldsOf(schema: Schema, place: Place): Markup {
    if (place.within.length > nestingMax) return none;
    return markup`${objectsIn(schema, place.within).map((object) => fieldsOfObject(object, place))}`;
  }

  function fieldsOfObject(object: FoundObject, { anchor, within }: Place): Markup {
    const { properties = {}, required = [] } = object.schema;
    const fields = Object.entries(properties).map(([name, property]) => {
      const isRequired = required.includes(name);
      const place = { anchor: `${anchor}.${name}`, within: [...within, object.name] };
      return field({ name, schema: property, isRequired }, place);
    });
    return markup`<dl class="fields">${fields}</dl>`;
  }

  function field({ name, isRequired, schema: given, description }: ShownField, place: Place): Markup {
    const schema = schemaOf(given);
    const inner = fieldsOf(given, place);
    const nested =
      inner.source === ''
        ? none
        : markup`<details><summary>Fields of <code>${name}</code></summary>${inner}</details>`;
    const need = isRequired ? markup` <span class="required">required</span>` : none;
    const text = description ?? schema.description;
    return markup`<div class="field" id="${place.anchor}">
<dt><a href="#${place.anchor}"><code>${name}</code></a> <span class="type">${typeName(schema, schemaOf)}</span>${need}</dt>
<dd>${text === undefined ? none : renderMarkdown(text)}${limitsOf(schema)}${nested}</dd>
</div>`;
  }

  /** Objects that a value may be, or its items, or its entries; not those that contain it. */
  function objectsIn(schema: Schema, within: readonly string[], depth = 0): FoundObject[] {
    const name = schema.$ref ?? '';
    if (depth > nestingMax || (name !== '' && within.includes(name))) return [];
    const resolved = schemaOf(schema);
    const { properties, items, additionalProperties: entries } = resolved;
    if (properties) return [{ name, schema: resolved }];
    const choices = [...(resolved.anyOf ?? []), ...(resolved.oneOf ?? []), ...(resolved.allOf ?? [])];
    if (items) choices.push(items);
    if (typeof entries === 'object') choices.push(entries);
    const inside = name === '' ? within : [...within, name];
    return choices
      .flatMap((choice) => objectsIn(choice, inside, depth + 1))
      .map((found) => (found.name === '' ? { ...found, name } : found));
  }

  return {
    fieldsOf: (schema: Schema, anchor: string) => fieldsOf(schema, { anchor, within: [] }),
    parameters: (shown: readonly Parameter[], anchor: string) =>
      markup`<dl class="fields">${shown.map((parameter) => {
        const isRequired = parameter.required ?? false;
        return field({ ...parameter, isRequired }, { anchor: `${anchor}.${parameter.name}`, within: [] });
      })}</dl>`,
    typeOf: (schema: Schema) => typeName(schema, schemaOf),
  };
}

interface FoundObject {
  /** Of its schema in the document; empty when it has none. */
  readonly name: string;
  readonly schema: Schema;
}

interface ShownField {
  readonly name: string;
  readonly schema: Schema;
  readonly isRequired: boolean;
  readonly description?: string | undefined;
}

export type FieldLists = ReturnType<typeof createFieldLists>;

type SchemaOf = ReadDocument['schemaOf'];

function typeName(schema: Schema, schemaOf: SchemaOf, depth = 0): string {
  const { type, items, enum: values, const: constant, anyOf, oneOf, allOf, format } = schemaOf(schema);
  if (constant !== undefined) return JSON.stringify(constant);
  if (values) return 'string';
  const choices = anyOf ?? oneOf ?? allOf;
  if (choices)
    return [...new Set(choices.map((choice) => typeName(choice, schemaOf, depth + 1)))].join(' or ');
  if (type === 'array')
    return items && depth < 3 ? `array of ${typeName(items, schemaOf, depth + 1)}` : 'array';
  const name = typeof type === 'string' ? type : (type?.join(' or ') ?? 'any');
  return format === 'date-time' ? name.replace('string', 'timestamp') : name;
}

function limitsOf(schema: Schema): Markup {
  const { enum: values, default: byDefault, examples, example } = schema;
  const shown: Markup[] = [];
  if (values) shown.push(markup`One of ${list(values)}`);
  const range = rangeOf(schema);
  if (range !== null) shown.push(markup`${range}`);
  if (byDefault !== undefined) shown.push(markup`Default <code>${JSON.stringify(byDefault)}</code>`);
  const given = examples?.[0] ?? example;
  if (given !== undefined) shown.push(markup`Example <code>${JSON.stringify(given)}</code>`);
  return shown.length === 0
    ? none
    : markup`<ul class="limits">${shown.map((line) => markup`<li>${line}</li>`)}</ul>`;
}

const listedMax = 40;

function list(values: readonly unknown[]): Markup {
  const shown = values.slice(0, listedMax).map((value) => renderInline(`\`${String(value)}\``));
  return new Markup(shown.map(({ source }) => source).join(', ') + (values.length > listedMax ? ' …' : ''));
}

function rangeOf({ minimum, maximum, minLength, maxLength, minItems, maxItems }: Schema): string | null {
  const ranges = [
    [minimum, maximum, ''],
    [minLength, maxLength, ' characters'],
    [minItems, maxItems, ' items'],
  ] as const;
  for (const [least, most, unit] of ranges) {
    if (least !== undefined && most !== undefined) return `${least} to ${count(most)}${unit}`;
    if (most !== undefined) return `At most ${count(most)}${unit}`;
    if (least !== undefined && least > 0) return `At least ${count(least)}${unit}`;
  }
  return null;
}

function count(n: number): string {
  return n.toLocaleString('en');
}
