import { webhookDeliveryResource } from '@postrider/contracts';
import { defineRoute, type Route } from '../http/route';
import { requireEnabled } from '../webhooks/webhook-route-parts';
import { namedEndpoint, requestOf, type WebhookDeliveryRouteParts } from './webhook-delivery-route-parts';
import { presentDelivery } from './webhook-deliveries.presenter';

export function testWebhookRoute(parts: WebhookDeliveryRouteParts): Route {
  return defineRoute({
    method: 'POST',
    path: '/webhooks/:id/test',
    permission: 'ADMIN',
    testKeys: 'refused',
    summary:
      'Send a `webhook.test` to an endpoint, whatever types it chose; read the delivery to see its outcome',
    tag: 'Webhooks',
    success: { status: 200, schema: webhookDeliveryResource },
    errors: ['not_found', 'validation_error', 'forbidden_domain'],
    handle: async (request) => {
      const { name, row } = await namedEndpoint(parts, request);
      requireEnabled(row);
      const delivery = await parts.deliveries.createTest(name, requestOf(parts, request));
      await parts.publishEndpointChange(name.organizationId);
      return { status: 200, body: presentDelivery(delivery) };
    },
  });
}
