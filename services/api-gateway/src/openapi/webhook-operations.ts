import { z } from 'zod';
import type { ZodOpenApiPathItemObject, ZodOpenApiPathsObject } from 'zod-openapi';
import { contactEventTypes, emailEventTypes } from '@postrider/contracts/events';
import { sample } from '@postrider/contracts/fields';
import { contactWebhooks, emailWebhooks, receivedWebhook, testWebhook } from '@postrider/contracts/webhooks';

const webhookHeaders = (type: string): z.ZodObject =>
  z.object({
    'postrider-signature': z.string().meta({
      description:
        '`t=<unix seconds>,v1=<hex HMAC-SHA256 of "<t>.<raw body>">`. The key is the whole `whsec_…` secret. For 24 hours after a rotation there are two `v1=`; accept the delivery if one of them is valid. Refuse deliveries older than 300 seconds.',
      examples: ['t=1778578202,v1=5f0e3a1c9b7d2e4f6a8b0c1d3e5f7a9b1c3d5e7f90a2b4c6d8e0f1a3b5c7d9eb'],
    }),
    'postrider-delivery-id': z.string().meta({
      description: 'Id of the delivery, the same for every attempt. Store it to handle each event once.',
      examples: [sample.deliveryId],
    }),
    'postrider-event-type': z.literal(type).meta({ description: 'The `type` of the body.' }),
  });

const explanation =
  "Postrider calls your endpoint. Verify the signature over the raw body and answer 2xx within 5 seconds, before you do any work. Otherwise Postrider tries again after 5 s, 5 and 30 min, 2, 5, 10 and 10 h. 410 disables the endpoint at once. Events can arrive twice and out of order. Endpoints with the format `resend` receive Resend's payload and headers instead.";

/** The calls that endpoints receive, one for each event type. */
export function webhookOperations(): ZodOpenApiPathsObject {
  const bodies: [string, z.ZodType][] = [
    ...emailEventTypes.map((type): [string, z.ZodType] => [type, emailWebhooks[type]]),
    ['email.received', receivedWebhook],
    ['webhook.test', testWebhook],
    ...contactEventTypes.map((type): [string, z.ZodType] => [type, contactWebhooks[type]]),
  ];
  return Object.fromEntries(bodies.map(([type, body]) => [type, webhookOperation(type, body)]));
}

function webhookOperation(type: string, body: z.ZodType): ZodOpenApiPathItemObject {
  const summary = body.description ?? type;
  return {
    post: {
      summary,
      description: explanation,
      tags: ['Events'],
      security: [],
      requestParams: { header: webhookHeaders(type) },
      requestBody: {
        description: summary,
        required: true,
        content: { 'application/json': { schema: body } },
      },
      responses: {
        '2XX': { description: 'Delivered. Any other status, or no response within 5 seconds, is retried.' },
      },
    },
  };
}
