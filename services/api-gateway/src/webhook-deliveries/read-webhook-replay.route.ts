import { AppError } from '@postrider/contracts/errors';
import { webhookReplayResource } from '@postrider/contracts/webhooks';
import { defineRoute, type Route } from '../http/route';
import { idOf, namedEndpoint, type WebhookDeliveryRouteOptions } from './webhook-delivery-request';
import { presentReplay } from './webhook-deliveries.presenter';

export function readWebhookReplayRoute(options: WebhookDeliveryRouteOptions): Route {
  return defineRoute({
    operationId: 'readWebhookReplay',
    method: 'GET',
    path: '/webhooks/:id/replays/:replay_id',
    access: { key: 'ADMIN' },
    testKeys: 'refused',
    summary: 'Get a replay',
    description:
      'Returns a replay with its progress. Poll every few seconds until `status` is not `running`.',
    tag: 'Webhooks',
    success: { status: 200, schema: webhookReplayResource },
    errors: ['not_found', 'forbidden_domain'],
    handle: async (request) => {
      const { name } = await namedEndpoint(options, request);
      const replay = await options.replays.find(name, idOf(request.params.replay_id));
      if (replay === null) throw new AppError('not_found');
      return { status: 200, body: presentReplay(replay) };
    },
  });
}
