import { AppError } from '@postrider/contracts/errors';
import { webhookDeliveryResource } from '@postrider/contracts/webhooks';
import { defineRoute, type Route } from '../http/route';
import { requireEnabled } from '../webhooks/webhook-request';
import { idOf, namedEndpoint, requestOf, type WebhookDeliveryRouteOptions } from './webhook-delivery-request';
import { presentDelivery } from './webhook-deliveries.presenter';

export function replayWebhookDeliveryRoute(options: WebhookDeliveryRouteOptions): Route {
  return defineRoute({
    operationId: 'replayWebhookDelivery',
    method: 'POST',
    path: '/webhooks/:id/deliveries/:delivery_id/replay',
    access: { key: 'ADMIN' },
    testKeys: 'refused',
    summary: 'Replay a delivery',
    description:
      'Sends a delivery again at once, with the same body and `postrider-delivery-id` and a new signature. Also works for `exhausted` deliveries. At most 1,000 times per delivery.',
    tag: 'Webhooks',
    success: { status: 200, schema: webhookDeliveryResource },
    errors: ['not_found', 'validation_error', 'forbidden_domain'],
    handle: async (request) => {
      const { name, row } = await namedEndpoint(options, request);
      requireEnabled(row);
      const id = idOf(request.params.delivery_id);
      const delivery = await options.deliveries.replay(name, id, requestOf(options, request));
      if (delivery === null) throw new AppError('not_found');
      await options.publishEndpointChange(name.organizationId);
      const sent = await options.findSentRequest(delivery, { ...name, ...row }, request.principal);
      return { status: 200, body: presentDelivery(delivery, sent) };
    },
  });
}
