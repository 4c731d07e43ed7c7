import fs from 'node:fs';
import path from 'node:path';

/** As much of an OpenAPI 3.1 document as the client is made from. */
export interface Document {
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly webhooks: Readonly<Record<string, { readonly post: Operation }>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

export const methods = ['get', 'post', 'patch', 'delete'] as const;
export type Method = (typeof methods)[number];
export type PathItem = Readonly<Partial<Record<Method, Operation>>>;

export interface Operation {
  readonly operationId: string;
  /** Its place in the client: `emails.send`. */
  readonly 'x-sdk-method': string;
  readonly summary?: string;
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}

export interface Parameter {
  readonly in: 'path' | 'query' | 'header';
  readonly name: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

export type Content = Readonly<Record<string, { readonly schema?: Schema }>>;

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly default?: unknown;
  readonly format?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}

/** An operation with where it stands. */
export interface Endpoint {
  readonly method: Method;
  readonly path: string;
  readonly operation: Operation;
}

export function readDocument(): Document {
  const file = path.join(__dirname, '../../../../docs/openapi.json');
  return JSON.parse(fs.readFileSync(file, 'utf8')) as Document;
}

export function endpointsOf(document: Document): Endpoint[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method];
      return operation ? [{ method, path, operation }] : [];
    }),
  );
}

/** The name of a component's type: not one that would hide a class of the language. */
export function typeName(component: string): string {
  return component === 'Error' ? 'ErrorBody' : component;
}

/** The component that a reference names. */
export function referenceName(reference: string): string {
  const name = /^#\/components\/schemas\/(\w+)$/.exec(reference)?.[1];
  if (name === undefined) throw new Error(`not a reference to a component: ${reference}`);
  return name;
}

/** Component names that are reached from a schema, without itself. */
export function namesReached(schema: Schema, document: Document, found = new Set<string>()): Set<string> {
  const inner = [
    ...Object.values(schema.properties ?? {}),
    ...(schema.items ? [schema.items] : []),
    ...(typeof schema.additionalProperties === 'object' ? [schema.additionalProperties] : []),
    ...(schema.anyOf ?? []),
    ...(schema.oneOf ?? []),
    ...(schema.allOf ?? []),
  ];
  for (const part of inner) namesReached(part, document, found);
  if (schema.$ref === undefined) return found;
  const name = referenceName(schema.$ref);
  if (found.has(name)) return found;
  found.add(name);
  const target = document.components.schemas[name];
  if (!target) throw new Error(`the document has no component ${name}`);
  return namesReached(target, document, found);
}
