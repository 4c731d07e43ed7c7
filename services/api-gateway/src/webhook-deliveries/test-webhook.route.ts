import { testWebhookRequest, webhookDeliveryResource, type WebhookBody } from '@postrider/contracts';
import { defineRoute, type Route } from '../http/route';
import { webhookSamples } from '../openapi/webhook-samples';
import { requireEnabled } from '../webhooks/webhook-request';
import { namedEndpoint, requestOf, type WebhookDeliveryRouteOptions } from './webhook-delivery-request';
import { presentDelivery } from './webhook-deliveries.presenter';

export function testWebhookRoute(options: WebhookDeliveryRouteOptions): Route {
  const sampleOf = webhookSamples();
  return defineRoute({
    operationId: 'sendTestWebhook',
    method: 'POST',
    path: '/webhooks/:id/test',
    permission: 'ADMIN',
    testKeys: 'refused',
    body: testWebhookRequest.optional(),
    bodyBytesMax: 65_536,
    summary: 'Send a test webhook',
    description:
      'Sends a `webhook.test` event, or one of another type with sample data, even if the endpoint does not subscribe to it. Failures are retried. `GET /webhooks/{id}/deliveries/{delivery_id}` returns the response of the endpoint.',
    tag: 'Webhooks',
    success: { status: 200, schema: webhookDeliveryResource },
    errors: ['not_found', 'validation_error', 'forbidden_domain'],
    handle: async (request) => {
      const { name, row } = await namedEndpoint(options, request);
      requireEnabled(row);
      const { event_type: type = 'webhook.test' } = request.body ?? {};
      const body = type === 'webhook.test' ? null : sampleBody(sampleOf(type), options.clock.now());
      const delivery = await options.deliveries.createTest(name, { type, body }, requestOf(options, request));
      await options.publishEndpointChange(name.organizationId);
      return { status: 200, body: presentDelivery(delivery, request.principal) };
    },
  });
}

/** Marked as a test where the event has a mode, so that no receiver takes it for a fact. */
function sampleBody(sample: WebhookBody, now: Date): string {
  const data = 'mode' in sample.data ? { ...sample.data, mode: 'test' } : sample.data;
  return JSON.stringify({ ...sample, created_at: now.toISOString(), data });
}
