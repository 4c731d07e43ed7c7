import { isErrorCode, type ErrorCode } from '@postrider/contracts/errors';
import type { OpenApiDocument } from '../openapi/document';

/** JSON Schema, as far as the document uses it. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: Schema | boolean;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly example?: unknown;
  readonly examples?: readonly unknown[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

export interface Parameter {
  readonly in: 'path' | 'query' | 'header';
  readonly name: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
  readonly example?: unknown;
}

/** A body of a request or an answer; `type` is its media type. */
export interface Body {
  readonly type: string;
  readonly schema: Schema;
  /** Of the whole body, as the document gives them. */
  readonly examples: readonly { readonly title: string; readonly value: unknown }[];
}

export interface Operation {
  readonly id: string;
  /** Of the TypeScript client: `emails.send`. */
  readonly sdkMethod: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  /** Markdown. */
  readonly description: string;
  readonly tag: string;
  readonly parameters: readonly Parameter[];
  readonly body: Body | null;
  readonly success: { readonly status: string; readonly body: Body | null };
  readonly errors: readonly ErrorCode[];
}

/** What endpoints receive: those events that have one schema together. */
export interface WebhookPayload {
  readonly types: readonly string[];
  readonly headers: readonly Parameter[];
  readonly body: Body;
}

export interface ReadDocument {
  readonly description: string;
  readonly tags: ReadonlyMap<string, readonly Operation[]>;
  /** What each tag is about. */
  readonly tagTexts: ReadonlyMap<string, string>;
  readonly webhooks: readonly WebhookPayload[];
  readonly schemaOf: (schema: Schema) => Schema;
}

interface Content {
  readonly schema?: Schema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly summary?: string; readonly value?: unknown }>>;
}

interface RawResponse {
  /** An answer that many operations share. */
  readonly $ref?: string;
  readonly description?: string;
  readonly content?: Readonly<Record<string, Content>>;
}

interface RawOperation {
  readonly operationId?: string;
  readonly 'x-sdk-method'?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Content>> };
  readonly responses?: Readonly<Record<string, RawResponse>>;
}

const methods: ReadonlySet<string> = new Set(['get', 'post', 'patch', 'put', 'delete']);

/** The document in the order and the shape in which its pages need it. */
export function readDocument(document: OpenApiDocument): ReadDocument {
  const schemas = (document.components?.schemas ?? {}) as Readonly<Record<string, Schema>>;
  const shared = (document.components?.responses ?? {}) as Readonly<Record<string, RawResponse>>;
  const tags = new Map<string, Operation[]>();
  for (const [path, item] of Object.entries(document.paths ?? {})) {
    // In the order of the endpoints: what makes a thing comes before what lists it.
    for (const [method, raw] of Object.entries(item) as [string, RawOperation][]) {
      if (!methods.has(method)) continue;
      const responses = Object.entries(raw.responses ?? {}).map(([status, { $ref, ...response }]) => [
        status,
        $ref === undefined ? response : shared[$ref.split('/').at(-1) ?? ''],
      ]);
      const resolved = {
        ...raw,
        responses: Object.fromEntries(responses) as Readonly<Record<string, RawResponse>>,
      };
      const operation = readOperation(method.toUpperCase(), path, resolved);
      tags.set(operation.tag, [...(tags.get(operation.tag) ?? []), operation]);
    }
  }
  return {
    description: document.info.description ?? '',
    tags,
    tagTexts: new Map((document.tags ?? []).map(({ name, description = '' }) => [name, description])),
    webhooks: readWebhooks(document),
    schemaOf: (schema) => {
      const name = schema.$ref?.split('/').at(-1);
      if (name === undefined) return schema;
      const found = schemas[name];
      if (found === undefined) throw new Error(`the document has no schema ${name}`);
      return { ...found, ...(schema.description !== undefined && { description: schema.description }) };
    },
  };
}

function readOperation(method: string, path: string, raw: RawOperation): Operation {
  const responses = Object.entries(raw.responses ?? {});
  const [status, response] = responses.find(([code]) => code.startsWith('2')) ?? ['200', {}];
  const failures = responses.filter(([code]) => /^[45]/.test(code));
  return {
    id: raw.operationId ?? '',
    sdkMethod: raw['x-sdk-method'] ?? '',
    method,
    path,
    summary: raw.summary ?? '',
    description: raw.description ?? '',
    tag: raw.tags?.[0] ?? '',
    parameters: raw.parameters ?? [],
    body: readBody(raw.requestBody?.content),
    success: { status, body: readBody(response.content) },
    errors: failures.flatMap(([, { description = '' }]) => errorCodesIn(description)),
  };
}

/** Each answer that is an error lists its codes: "- `not_found`: …". */
function errorCodesIn(description: string): ErrorCode[] {
  return [...description.matchAll(/^- `(\w+)`/gm)].map(([, code = '']) => code).filter(isErrorCode);
}

function readBody(content: RawResponse['content']): Body | null {
  const [type, found] = Object.entries(content ?? {})[0] ?? [];
  if (type === undefined || found?.schema === undefined) return null;
  const examples = Object.values(found.examples ?? {}).map(({ summary = '', value }) => ({
    title: summary,
    value,
  }));
  const single = found.example === undefined ? [] : [{ title: '', value: found.example }];
  return { type, schema: found.schema, examples: [...single, ...examples] };
}

function readWebhooks(document: OpenApiDocument): WebhookPayload[] {
  const bySchema = new Map<string, WebhookPayload>();
  for (const [type, item] of Object.entries(document.webhooks ?? {})) {
    const raw = (item as { readonly post?: RawOperation }).post;
    const body = readBody(raw?.requestBody?.content);
    if (raw === undefined || body === null) continue;
    const key = JSON.stringify(body.schema);
    const known = bySchema.get(key);
    bySchema.set(key, {
      types: [...(known?.types ?? []), type],
      headers: raw.parameters ?? [],
      body: known?.body ?? body,
    });
  }
  return [...bySchema.values()];
}
