import { referenceName, typeName, type Schema } from './open-api';

/**
 * - `request`: what callers write. Names are closed, so that a mistyped one does not compile; a point in time may be a Date.
 * - `answer`: what the API says. It may gain values at any time, so each list of names has room for others.
 */
export type Direction = 'request' | 'answer';

const openName = '(string & {})';

/** A schema as a type expression. */
export function typeOf(schema: Schema, direction: Direction): string {
  if (schema.$ref !== undefined) return typeName(referenceName(schema.$ref));
  if (schema.const !== undefined) return literal(schema.const);
  if (schema.enum) return enumOf(schema.enum, direction);
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants)
    return union(
      openNames(
        variants.map((variant) => typeOf(variant, direction)),
        direction,
      ),
    );
  if (schema.allOf) return schema.allOf.map((part) => typeOf(part, direction)).join(' & ');
  if (typeof schema.type !== 'string' && schema.type)
    return union(schema.type.map((type) => typeOf({ ...schema, type }, direction)));
  return ofType(schema, direction);
}

function ofType(schema: Schema, direction: Direction): string {
  switch (schema.type) {
    case 'string':
      return schema.format === 'date-time' && direction === 'request' ? 'string | Date' : 'string';
    case 'integer':
    case 'number':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'null':
      return 'null';
    case 'array':
      return arrayOf(schema.items ?? {}, direction);
    case 'object':
      return objectOf(schema, direction);
    case undefined:
      return 'unknown';
    default:
      throw new Error(`a type that this generator does not know: ${JSON.stringify(schema.type)}`);
  }
}

/** Beside names, `string` would swallow them. */
function openNames(types: readonly string[], direction: Direction): string[] {
  const isOpen = direction === 'answer' && types.length > 1;
  return types.map((type) => (isOpen && type === 'string' ? openName : type));
}

function enumOf(values: readonly unknown[], direction: Direction): string {
  const literals = values.map(literal);
  const isOpen = direction === 'answer' && values.every((value) => typeof value === 'string');
  return union(isOpen ? [...literals, openName] : literals);
}

/** Requests take lists that must not change, answers are the caller's own. */
function arrayOf(items: Schema, direction: Direction): string {
  const list = `(${typeOf(items, direction)})[]`;
  return direction === 'request' ? `readonly ${list}` : list;
}

function objectOf(schema: Schema, direction: Direction): string {
  const { properties, additionalProperties } = schema;
  if (properties && Object.keys(properties).length > 0) return `{\n${fieldsOf(schema, direction)}}`;
  const value =
    typeof additionalProperties === 'object' ? typeOf(additionalProperties, direction) : 'unknown';
  return `Record<string, ${value}>`;
}

/** The lines between the braces of an object type. */
export function fieldsOf({ properties = {}, required = [] }: Schema, direction: Direction): string {
  return Object.entries(properties)
    .map(([name, schema]) => {
      const isOptional = !required.includes(name);
      const key = /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name);
      return `${commentOf(schema)}${key}${isOptional ? '?' : ''}: ${typeOf(schema, direction)};\n`;
    })
    .join('');
}

/** The description of a schema as a comment, with the default, which types cannot tell. */
export function commentOf({ description, default: value }: Pick<Schema, 'description' | 'default'>): string {
  const text = [description, value === undefined ? undefined : `Default: \`${JSON.stringify(value)}\``];
  return comment(text.filter((part) => part !== undefined && part !== '').join('\n\n'));
}

export function comment(text: string): string {
  if (text === '') return '';
  const lines = text.replaceAll('*/', '*∕').split('\n');
  if (lines.length === 1) return `/** ${lines[0] ?? ''} */\n`;
  return `/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join('\n')}\n */\n`;
}

function union(types: readonly string[]): string {
  return [...new Set(types)].join(' | ');
}

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value.replaceAll("'", "\\'")}'` : JSON.stringify(value);
}
