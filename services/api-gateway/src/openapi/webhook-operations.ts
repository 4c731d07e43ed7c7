import { emailEventTypes, emailWebhook, testWebhook } from '@postrider/contracts';
import { z } from 'zod';
import type { ZodOpenApiPathItemObject, ZodOpenApiPathsObject } from 'zod-openapi';

const headers = z.object({
  'postrider-signature': z
    .string()
    .describe(
      '`t=<unix seconds>,v1=<hex HMAC-SHA256 of "<t>.<raw body>">`, keyed with the whole `whsec_…` text',
    ),
  'postrider-delivery-id': z.string().describe('The same on every attempt of this delivery'),
  'postrider-event-type': z.enum([...emailEventTypes, 'webhook.test']),
});

/** The calls that endpoints receive, one for each event type. */
export function webhookOperations(): ZodOpenApiPathsObject {
  const events = emailEventTypes.map(
    (type) => [type, call(`An email event: ${type}`, emailWebhook)] as const,
  );
  return Object.fromEntries([...events, ['webhook.test', call('A test that was asked for', testWebhook)]]);
}

function call(summary: string, body: z.ZodType): ZodOpenApiPathItemObject {
  return {
    post: {
      summary,
      tags: ['Events'],
      security: [],
      requestParams: { header: headers },
      requestBody: { required: true, content: { 'application/json': { schema: body } } },
      responses: {
        '2XX': { description: 'Taken; anything else, or none within 5 seconds, is tried again' },
      },
    },
  };
}
