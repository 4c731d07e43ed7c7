import assert from 'node:assert';
import type { createDocument } from 'zod-openapi';
import type { Route } from '../http/route';

type OpenApiDocument = ReturnType<typeof createDocument>;

/** As much of JSON Schema as examples are made of. */
interface Schema {
  readonly $ref?: string;
  readonly examples?: readonly unknown[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
}

interface Operation {
  readonly operationId: string;
  readonly responses?: Readonly<Record<string, unknown>>;
}

interface Media {
  readonly schema?: Schema;
  example?: unknown;
}

/**
 * Gives each JSON answer and webhook a whole example, put together of those of its fields, so that no reader and no tool has
 * to do it. Answers omit optional fields; an example of the route itself takes precedence.
 */
export function addAnswerExamples(
  document: OpenApiDocument,
  routes: readonly Pick<Route, 'operationId' | 'success'>[],
): OpenApiDocument {
  const exampleOf = new Map(routes.map(({ operationId, success }) => [operationId, success.example]));
  const schemas = (document.components?.schemas ?? {}) as Readonly<Record<string, Schema>>;
  for (const item of Object.values(document.paths ?? {})) {
    for (const operation of Object.values(item) as Operation[]) {
      for (const [status, response] of Object.entries(operation.responses ?? {})) {
        if (!status.startsWith('2')) continue;
        const own = exampleOf.get(operation.operationId);
        addExample(response, { schemas, withOptional: false }, own);
      }
    }
  }
  for (const item of Object.values(document.webhooks ?? {})) {
    addExample((item as { post?: { requestBody?: unknown } }).post?.requestBody, {
      schemas,
      withOptional: true,
    });
  }
  return document;
}

interface Composing {
  readonly schemas: Readonly<Record<string, Schema>>;
  readonly withOptional: boolean;
}

function addExample(holder: unknown, composing: Composing, own: object = {}): void {
  const media = (holder as { content?: Record<string, Media> } | undefined)?.content?.['application/json'];
  if (media?.schema === undefined) return;
  const composed = compose(media.schema, composing);
  media.example = Object.keys(own).length === 0 ? composed : { ...(composed as object), ...own };
}

function compose(schema: Schema, composing: Composing): unknown {
  if (schema.examples !== undefined) return schema.examples[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  if (schema.$ref !== undefined) {
    const target = composing.schemas[schema.$ref.split('/').at(-1) ?? ''];
    assert(target, `${schema.$ref} is defined`);
    return compose(target, composing);
  }
  const [first] = schema.oneOf ?? schema.anyOf ?? [];
  if (first !== undefined) return compose(first, composing);
  if (schema.properties !== undefined) {
    const wanted = Object.entries(schema.properties).filter(
      ([name]) => composing.withOptional || schema.required?.includes(name),
    );
    return Object.fromEntries(wanted.map(([name, field]) => [name, compose(field, composing)]));
  }
  if (schema.items !== undefined) return [compose(schema.items, composing)];
  return schema.type === 'boolean' ? false : null;
}
