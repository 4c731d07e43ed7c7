import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import type { OpenApiDocument } from '../src/openapi/document';

/** As much of JSON Schema as is looked at. */
export interface Schema {
  readonly $ref?: string;
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly default?: unknown;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly additionalProperties?: Schema | boolean;
}

interface Found {
  readonly schema: Schema;
  /** JSON pointer. */
  readonly at: string;
  /** A field of an object or a parameter: readers look it up. */
  readonly isField: boolean;
}

type Json = Readonly<Record<string, unknown>>;

/** Every schema of the document: components, parameters, headers and bodies, and what is within them. */
export function walkSchemas(document: OpenApiDocument): Found[] {
  const roots: Found[] = [];
  const look = (value: unknown, at: string): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [name, inner] of Object.entries(value as Json)) {
      const pointer = `${at}/${escaped(name)}`;
      if (name === 'schema') roots.push({ schema: inner as Schema, at: pointer, isField: isParameter(at) });
      else if (!['example', 'examples'].includes(name)) look(inner, pointer);
    }
  };
  look({ paths: document.paths, webhooks: document.webhooks }, '#');
  const { schemas = {}, ...components } = document.components ?? {};
  look({ components }, '#');
  for (const [name, schema] of Object.entries(schemas))
    roots.push({ schema: schema as Schema, at: `#/components/schemas/${name}`, isField: false });
  return roots.flatMap((root) => [...within(root)]);
}

function isParameter(at: string): boolean {
  return /\/parameters\/\d+$/.test(at);
}

function* within(found: Found): Generator<Found> {
  yield found;
  const { schema, at } = found;
  for (const [name, field] of Object.entries(schema.properties ?? {}))
    yield* within({ schema: field, at: `${at}/properties/${escaped(name)}`, isField: true });
  const { items, additionalProperties } = schema;
  if (items !== undefined) yield* within({ schema: items, at: `${at}/items`, isField: false });
  if (typeof additionalProperties === 'object')
    yield* within({ schema: additionalProperties, at: `${at}/additionalProperties`, isField: false });
  for (const word of ['anyOf', 'oneOf'] as const)
    for (const [index, choice] of (schema[word] ?? []).entries())
      yield* within({ schema: choice, at: `${at}/${word}/${index}`, isField: false });
}

/** Fields and parameters without a description, or with values that need an example and have none. */
export function undescribed(document: OpenApiDocument): string[] {
  return walkSchemas(document).flatMap(({ schema, at, isField }) => {
    if (!isField) return [];
    if (schema.$ref === undefined && (schema.description ?? '').length < 10) return [`${at}: no description`];
    return needsExample(schema) && (schema.examples ?? []).length === 0 ? [`${at}: no example`] : [];
  });
}

function needsExample(schema: Schema): boolean {
  if (schema.$ref !== undefined || schema.const !== undefined || schema.enum !== undefined) return false;
  if (schema.properties !== undefined || schema.type === 'boolean' || schema.type === 'null') return false;
  if (schema.items !== undefined) return needsExample(schema.items);
  const choices = schema.anyOf ?? schema.oneOf;
  return choices === undefined || choices.some((choice) => needsExample(choice));
}

/** Holds every example against the schema that it stands for. */
export function checkExamples(document: OpenApiDocument): { faults: string[]; checked: number } {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
  ajv.addSchema(document, 'openapi');
  const compiled = new Map<string, ValidateFunction>();
  const validatorAt = (at: string): ValidateFunction => {
    const validate =
      compiled.get(at) ?? ajv.compile({ $ref: `openapi${at.split('/').map(uriStep).join('/')}` });
    compiled.set(at, validate);
    return validate;
  };
  const faults: string[] = [];
  let checked = 0;
  const check = (value: unknown, schema: Schema, at: string): void => {
    checked += 1;
    const validate = validatorAt(schema.$ref ?? at);
    if (!validate(value)) faults.push(`${at}: ${JSON.stringify(value)} ${ajv.errorsText(validate.errors)}`);
  };
  for (const { schema, at } of walkSchemas(document))
    for (const example of schema.examples ?? []) check(example, schema, at);
  for (const { media, at } of mediaTypes(document)) {
    if (media.schema === undefined) continue;
    const named = Object.values(media.examples ?? {}).flatMap(({ value }) =>
      value === undefined ? [] : [value],
    );
    for (const value of [...(media.example === undefined ? [] : [media.example]), ...named])
      check(value, media.schema, `${at}/schema`);
  }
  const errors = Object.values(document.components?.examples ?? {}) as { value: unknown }[];
  for (const { value } of errors)
    check(value, { $ref: '#/components/schemas/Error' }, '#/components/examples');
  return { faults, checked };
}

interface Media {
  readonly schema?: Schema;
  readonly example?: unknown;
  /** Those of errors are references to `components.examples`. */
  readonly examples?: Readonly<Record<string, { readonly value?: unknown }>>;
}

function mediaTypes(document: OpenApiDocument): { media: Media; at: string }[] {
  const found: { media: Media; at: string }[] = [];
  const look = (value: unknown, at: string): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [name, inner] of Object.entries(value as Json)) {
      const pointer = `${at}/${escaped(name)}`;
      if (at.endsWith('/content')) found.push({ media: inner as Media, at: pointer });
      else look(inner, pointer);
    }
  };
  look({ paths: document.paths, webhooks: document.webhooks }, '#');
  return found;
}

/** RFC 6901. */
function escaped(step: string): string {
  return step.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** It is part of a URI fragment. */
function uriStep(step: string): string {
  return step === '#' ? step : encodeURIComponent(step);
}
