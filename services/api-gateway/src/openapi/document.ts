import { z } from 'zod';
import { createDocument, type ZodOpenApiPathItemObject, type ZodOpenApiPathsObject } from 'zod-openapi';
import type { Route } from '../http/route';
import { openApiPath, operation } from './operation';
import { emailEventTypes, emailWebhook, receivedWebhook, testWebhook } from '@postrider/contracts';

type JsonSchema = z.core.JSONSchema.BaseSchema;

export type OpenApiDocument = ReturnType<typeof createDocument>;

/** The contract as OpenAPI 3.1, from the schemas that validate requests and type the answers. */
export function createOpenApiDocument(routes: readonly Route[]): OpenApiDocument {
  return createDocument(
    {
      openapi: '3.1.0',
      info: {
        title: 'Postrider',
        version: '1',
        description:
          'Sends email for an organization from its verified domains. Every request carries an API key as ' +
          '`Authorization: Bearer pr_live_…`; a test key (`pr_test_…`) simulates its sends. ' +
          'New fields may be added to answers and webhooks at any time.',
      },
      servers: [{ url: '/api/v1' }],
      security: [{ apiKey: [] }],
      components: {
        securitySchemes: {
          apiKey: { type: 'http', scheme: 'bearer', bearerFormat: 'pr_live_… or pr_test_…' },
        },
      },
      paths: pathItems(routes),
      webhooks: webhookOperations(),
    },
    { override: ({ jsonSchema, io }) => simplify(jsonSchema, io) },
  );
}

function pathItems(routes: readonly Route[]): Record<string, ZodOpenApiPathItemObject> {
  const items: Record<string, ZodOpenApiPathItemObject> = {};
  for (const route of routes) {
    const path = openApiPath(route);
    items[path] = { ...items[path], [route.method.toLowerCase()]: operation(route) };
  }
  return items;
}

/** What the generator writes beyond what a reader or a generated client needs. */
function simplify(schema: JsonSchema, io: 'input' | 'output'): void {
  // Answers and webhooks only ever gain fields; a client generated from the document must not refuse them.
  if (io === 'output' && schema.additionalProperties === false) delete schema.additionalProperties;
  // The format says it; the pattern is 300 characters of leap years.
  if (schema.format === 'date-time') delete schema.pattern;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}

const webhookHeaders = z.object({
  'postrider-signature': z
    .string()
    .describe(
      '`t=<unix seconds>,v1=<hex HMAC-SHA256 of "<t>.<raw body>">`, keyed with the whole `whsec_…` text',
    ),
  'postrider-delivery-id': z.string().describe('The same on every attempt of this delivery'),
  'postrider-event-type': z.enum([...emailEventTypes, 'email.received', 'webhook.test']),
});

/** The calls that endpoints receive, one for each event type. */
function webhookOperations(): ZodOpenApiPathsObject {
  const events = emailEventTypes.map(
    (type) => [type, webhookOperation(`An email event: ${type}`, emailWebhook)] as const,
  );
  return Object.fromEntries([
    ...events,
    ['email.received', webhookOperation('A reply came to the reply address of a domain', receivedWebhook)],
    ['webhook.test', webhookOperation('A test that was asked for', testWebhook)],
  ]);
}

function webhookOperation(summary: string, body: z.ZodType): ZodOpenApiPathItemObject {
  return {
    post: {
      summary,
      tags: ['Events'],
      security: [],
      requestParams: { header: webhookHeaders },
      requestBody: { required: true, content: { 'application/json': { schema: body } } },
      responses: {
        '2XX': { description: 'Taken; anything else, or none within 5 seconds, is tried again' },
      },
    },
  };
}
