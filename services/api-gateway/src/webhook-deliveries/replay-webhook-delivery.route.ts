import { AppError, webhookDeliveryResource } from '@postrider/contracts';
import { defineRoute, type Route } from '../http/route';
import { requireEnabled } from '../webhooks/webhook-route-parts';
import {
  idOf,
  namedEndpoint,
  requestOf,
  type WebhookDeliveryRouteParts,
} from './webhook-delivery-route-parts';
import { presentDelivery } from './webhook-deliveries.presenter';

export function replayWebhookDeliveryRoute(parts: WebhookDeliveryRouteParts): Route {
  return defineRoute({
    method: 'POST',
    path: '/webhooks/:id/deliveries/:delivery_id/replay',
    permission: 'ADMIN',
    testKeys: 'refused',
    summary: 'Send a delivery again at once, under the same id',
    tag: 'Webhooks',
    success: { status: 200, schema: webhookDeliveryResource },
    errors: ['not_found', 'validation_error', 'forbidden_domain'],
    handle: async (request) => {
      const { name, row } = await namedEndpoint(parts, request);
      requireEnabled(row);
      const id = idOf(request.params['delivery_id']);
      const delivery = await parts.deliveries.replay(name, id, requestOf(parts, request));
      if (delivery === null) throw new AppError('not_found');
      await parts.publishEndpointChange(name.organizationId);
      return { status: 200, body: presentDelivery(delivery) };
    },
  });
}
