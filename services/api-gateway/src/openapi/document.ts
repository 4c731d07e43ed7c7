import { z } from 'zod';
import { createDocument, type ZodOpenApiObject, type ZodOpenApiPathItemObject } from 'zod-openapi';
import type { Route } from '../http/route';
import { answerHeaders, openApiPath, operation } from './operation';
import { addAnswerExamples } from './answer-examples';
import { errorExamples } from './error-responses';
import { webhookOperations } from './webhook-operations';

type JsonSchema = z.core.JSONSchema.BaseSchema;

export type OpenApiDocument = ReturnType<typeof createDocument>;

const description = `Send email from your own domains, receive replies and events, and run newsletters and automations.

Authenticate with an API key: \`Authorization: Bearer pr_live_…\`. A test key (\`pr_test_…\`) accepts the same requests and simulates
them: nothing is delivered or counted, and webhooks are sent. Bodies are JSON, times are ISO 8601 in UTC.
Times in requests need a UTC offset (\`Z\`, \`+01:00\`, \`+0100\` or \`+01\`); seconds are optional.

- **Errors** have the body \`{"error": {"code", "message"}}\`. Branch on \`code\`: its meaning never changes.
- **Fields**: unknown query parameters and misspelt fields (\`scheduledAt\`) are refused. Other unknown fields are ignored and named in \`Postrider-Unknown-Fields\`.
- **Retries**: set an \`idempotency_key\`, then retry on 429 (after \`Retry-After\`), on 5xx and on lost connections.
- **Lists** are newest first. Pass \`next_cursor\` as \`cursor\` to get the next page. A page can be short or empty: continue until there is no \`next_cursor\`.
- **Versions**: \`/api/v1\` only gets additions. Ignore fields, event types, codes and enum values that you do not know.`;

/** In the order in which a newcomer needs them, paths too. */
const tags = [
  ['Emails', 'Send emails, one or many, and read their status and events.'],
  ['Inbox', 'Test emails as they would be sent, with their codes and links.'],
  ['Events', 'Everything that happened to your emails, as an ordered stream.'],
  ['Webhooks', 'Your endpoints that receive events: add, test, monitor and replay them.'],
  ['Inbound', 'Emails that were received at your domains.'],
  ['Templates', 'Versioned content in Liquid for emails and broadcasts.'],
  ['Images', 'Images for emails, with public URLs.'],
  ['Saved blocks', 'Blocks of email documents under a name, to insert into other emails.'],
  ['Domains', 'Your sending domains and their DNS records.'],
  ['Keys', 'API keys with permissions, modes and domains.'],
  ['Suppressions', 'Addresses that get no email, and why.'],
  ['Metrics', 'Daily counts of sent, delivered, bounced and opened emails.'],
  ['Usage', 'Usage and limits of your plan.'],
  ['Contacts', 'Your subscribers: import, update, export, and proof of consent.'],
  ['Topics', 'Subjects that contacts can subscribe to.'],
  ['Segments', 'Filters over your contacts.'],
  ['Broadcasts', 'Newsletters to a segment, now or later, with A/B tests.'],
  ['Automations', 'Sequences of emails and steps, started by events.'],
  ['Signup forms', 'Hosted pages to subscribe, with double opt-in.'],
  ['Organization', 'Settings of your organization.'],
  ['Organizations', 'Client organizations of a partner.'],
  ['API logs', 'Requests to the API, with their errors.'],
  ['Audit log', 'Who changed what, and when.'],
  ['Alerts', 'Alert rules, alerts, and notices of the platform.'],
] as const;

const tagNames: readonly string[] = tags.map(([name]) => name);

/** The contract as OpenAPI 3.1, from the schemas that validate requests and type the answers. */
export function createOpenApiDocument(routes: readonly Route[]): OpenApiDocument {
  const document = buildDocument({
    openapi: '3.1.0',
    info: { title: 'Postrider', version: '1', description },
    servers: [{ url: '/api/v1', description: 'The host of this document' }],
    security: [{ apiKey: [] }],
    tags: tags.map(([name, about]) => ({ name, description: about })),
    paths: pathItems(routes),
    webhooks: webhookOperations(),
    components: {
      headers: answerHeaders,
      examples: errorExamples,
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'pr_live_… or pr_test_…',
          description: 'API key. Create one with `POST /keys`.',
        },
      },
    },
  });
  return addAnswerExamples(document, routes);
}

/** A document of schemas whose examples are of what is sent, in the form that readers and generated clients need. */
export function buildDocument(parts: ZodOpenApiObject): OpenApiDocument {
  const document = createDocument(parts, {
    override: ({ zodSchema, jsonSchema, io }) => {
      simplify(jsonSchema, io);
      // The generator holds that examples of what is transformed are of what comes out; ours are of what is sent.
      const examples = zodSchema instanceof z.ZodType ? zodSchema.meta()?.['examples'] : undefined;
      if (examples !== undefined) jsonSchema.examples ??= examples;
    },
  });
  finish(document, document.components?.schemas ?? {});
  return document;
}

function pathItems(routes: readonly Route[]): Record<string, ZodOpenApiPathItemObject> {
  const items: Record<string, ZodOpenApiPathItemObject> = {};
  const place = ({ tag }: Route): number => {
    const index = tagNames.indexOf(tag);
    if (index < 0) throw new Error(`tag ${tag} is not among the tags`);
    return index;
  };
  for (const route of routes.toSorted((one, other) => place(one) - place(other))) {
    const path = openApiPath(route);
    items[path] = { ...items[path], [route.method.toLowerCase()]: operation(route) };
  }
  return items;
}

/** What the generator writes beyond what a reader or a generated client needs. */
function simplify(schema: JsonSchema, io: 'input' | 'output'): void {
  // Answers and webhooks only ever gain fields; a client generated from the document must not refuse them.
  if (io === 'output' && schema.additionalProperties === false) delete schema.additionalProperties;
  // What is answered has every field; a default says what a request may leave out.
  if (io === 'output') delete schema.default;
  // The format says it; the pattern is 300 characters of leap years.
  if (schema.format === 'date-time') delete schema.pattern;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}

type Components = NonNullable<NonNullable<OpenApiDocument['components']>['schemas']>;

/** What is known only once every schema has its name. */
function finish(value: unknown, schemas: Components): void {
  if (typeof value !== 'object' || value === null) return;
  const schema = value as JsonSchema & { discriminator?: unknown };
  // The schema that is referred to says it; beside it, it would refuse every field.
  if (schema.$ref !== undefined) delete schema.additionalProperties;
  const mapping = Array.isArray(schema.oneOf) ? typeMapping(schema.oneOf, schemas) : null;
  if (mapping !== null) schema.discriminator = { propertyName: 'type', mapping };
  for (const inner of Object.values(value)) finish(inner, schemas);
}

/** Which `type` each of the alternatives has; null: it does not distinguish them. */
function typeMapping(
  alternatives: readonly JsonSchema[],
  schemas: Components,
): Record<string, string> | null {
  const entries = alternatives.map(({ $ref = '' }) => {
    const target = schemas[$ref.split('/').at(-1) ?? ''] as JsonSchema | undefined;
    const type = target?.properties?.['type'];
    return [typeof type === 'object' ? type.const : undefined, $ref] as const;
  });
  const isDistinct = entries.every(([type]) => typeof type === 'string');
  return isDistinct ? (Object.fromEntries(entries) as Record<string, string>) : null;
}
