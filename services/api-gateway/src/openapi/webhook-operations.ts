import { emailEventTypes, emailWebhook } from '@postrider/contracts';
import { z } from 'zod';
import type { ZodOpenApiPathsObject } from 'zod-openapi';

const headers = z.object({
  'postrider-signature': z
    .string()
    .describe(
      '`t=<unix seconds>,v1=<hex HMAC-SHA256 of "<t>.<raw body>">`, keyed with the whole `whsec_…` text',
    ),
  'postrider-delivery-id': z.string().describe('The same on every try of this delivery'),
  'postrider-event-type': z.enum(emailEventTypes),
});

/** The calls that endpoints receive, one for each event type. */
export function webhookOperations(): ZodOpenApiPathsObject {
  return Object.fromEntries(
    emailEventTypes.map((type) => [
      type,
      {
        post: {
          summary: `An email event: ${type}`,
          tags: ['Events'],
          security: [],
          requestParams: { header: headers },
          requestBody: { required: true, content: { 'application/json': { schema: emailWebhook } } },
          responses: {
            '2XX': { description: 'Taken; anything else, or none within 5 seconds, is tried again' },
          },
        },
      },
    ]),
  );
}
