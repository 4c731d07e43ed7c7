import { testWebhookRequest, webhookDeliveryResource } from '@postrider/contracts/webhooks';
import { defineRoute, type Route } from '../http/route';
import { requireEnabled } from '../webhooks/webhook-request';
import { namedEndpoint, requestOf, type WebhookDeliveryRouteOptions } from './webhook-delivery-request';
import { presentDelivery } from './webhook-deliveries.presenter';

export function testWebhookRoute(options: WebhookDeliveryRouteOptions): Route {
  return defineRoute({
    operationId: 'sendTestWebhook',
    method: 'POST',
    path: '/webhooks/:id/test',
    access: { key: 'ADMIN' },
    testKeys: 'refused',
    body: testWebhookRequest.optional(),
    bodyBytesMax: 65_536,
    summary: 'Send a test webhook',
    description:
      'Sends a `webhook.test` event, or one of another type with sample data, even if the endpoint does not subscribe to it. Fails for a disabled endpoint. Failures are retried. `GET /webhooks/{id}/deliveries/{delivery_id}` returns the response of the endpoint.',
    tag: 'Webhooks',
    success: { status: 200, schema: webhookDeliveryResource },
    errors: ['not_found', 'validation_error', 'forbidden_domain'],
    handle: async (request) => {
      const { name, row } = await namedEndpoint(options, request);
      requireEnabled(row);
      const { event_type: type = 'webhook.test' } = request.body ?? {};
      const delivery = await options.deliveries.createTest(name, type, requestOf(options, request));
      await options.publishEndpointChange(name.organizationId);
      const sent = await options.findSentRequest(delivery, { ...name, ...row }, request.principal);
      return { status: 200, body: presentDelivery(delivery, sent) };
    },
  });
}
