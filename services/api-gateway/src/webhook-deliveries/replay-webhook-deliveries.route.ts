import { AppError, errorDetailOf } from '@postrider/contracts/errors';
import { isId } from '@postrider/contracts/ids';
import {
  replayWebhookDeliveriesRequest,
  replayWebhookDeliveriesResponse,
  type ReplayWebhookDeliveriesResponse,
} from '@postrider/contracts/webhooks';
import { defineRoute, type Route } from '../http/route';
import { requireEnabled } from '../webhooks/webhook-request';
import type { EndpointName } from '../webhooks/webhooks.repository';
import { namedEndpoint, requestOf, type WebhookDeliveryRouteOptions } from './webhook-delivery-request';
import { presentDeliverySummary } from './webhook-deliveries.presenter';
import type { Request } from './webhook-deliveries.repository';

export function replayWebhookDeliveriesRoute(options: WebhookDeliveryRouteOptions): Route {
  return defineRoute({
    operationId: 'replayWebhookDeliveries',
    method: 'POST',
    path: '/webhooks/:id/deliveries/replay',
    access: { key: 'ADMIN' },
    testKeys: 'refused',
    body: replayWebhookDeliveriesRequest,
    summary: 'Replay several deliveries',
    description:
      'Sends up to 100 deliveries again, each as `POST /webhooks/{id}/deliveries/{delivery_id}/replay` does. Deliveries succeed or fail independently: the status is 200, with a result per id, in order.',
    tag: 'Webhooks',
    success: { status: 200, schema: replayWebhookDeliveriesResponse },
    errors: ['not_found', 'validation_error', 'forbidden_domain'],
    handle: async (request) => {
      const { name, row } = await namedEndpoint(options, request);
      requireEnabled(row);
      const data: ReplayWebhookDeliveriesResponse['data'] = [];
      // One after the other: each is a transaction, and another caller's deliveries wait for none of these.
      for (const id of request.body.ids) {
        data.push(await replayOne(options, { name, id, request: requestOf(options, request) }));
      }
      await options.publishEndpointChange(name.organizationId);
      return { status: 200, body: { data } };
    },
  });
}

async function replayOne(
  { deliveries }: WebhookDeliveryRouteOptions,
  { name, id, request }: { readonly name: EndpointName; readonly id: string; readonly request: Request },
): Promise<ReplayWebhookDeliveriesResponse['data'][number]> {
  try {
    const delivery = isId(id) ? await deliveries.replay(name, id, request) : null;
    if (delivery === null) throw new AppError('not_found');
    return presentDeliverySummary(delivery);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { error: errorDetailOf(error) };
  }
}
