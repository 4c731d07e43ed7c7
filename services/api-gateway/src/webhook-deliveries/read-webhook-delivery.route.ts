import { AppError } from '@postrider/contracts/errors';
import { webhookDeliveryResource } from '@postrider/contracts/webhooks';
import { defineRoute, type Route } from '../http/route';
import { idOf, namedEndpoint, type WebhookDeliveryRouteOptions } from './webhook-delivery-request';
import { presentDelivery } from './webhook-deliveries.presenter';

export function readWebhookDeliveryRoute(options: WebhookDeliveryRouteOptions): Route {
  return defineRoute({
    operationId: 'readWebhookDelivery',
    method: 'GET',
    path: '/webhooks/:id/deliveries/:delivery_id',
    access: { key: 'ADMIN' },
    testKeys: 'refused',
    summary: 'Get a delivery',
    description:
      'Returns a delivery with its request and every attempt: status, duration and the first 4 KB of the response.',
    tag: 'Webhooks',
    success: { status: 200, schema: webhookDeliveryResource },
    errors: ['not_found', 'forbidden_domain'],
    handle: async (request) => {
      const { name, row } = await namedEndpoint(options, request);
      const delivery = await options.deliveries.find(name, idOf(request.params.delivery_id));
      if (delivery === null) throw new AppError('not_found');
      const sent = await options.findSentRequest(delivery, { ...name, ...row }, request.principal);
      return { status: 200, body: presentDelivery(delivery, sent) };
    },
  });
}
