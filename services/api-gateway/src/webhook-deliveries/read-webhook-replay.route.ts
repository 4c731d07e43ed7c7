import { AppError, webhookReplayResource } from '@postrider/contracts';
import { defineRoute, type Route } from '../http/route';
import { idOf, namedEndpoint, type WebhookDeliveryRouteParts } from './webhook-delivery-route-parts';
import { presentReplay } from './webhook-replays.presenter';

export function readWebhookReplayRoute(parts: WebhookDeliveryRouteParts): Route {
  return defineRoute({
    method: 'GET',
    path: '/webhooks/:id/replays/:replay_id',
    permission: 'ADMIN',
    testKeys: 'refused',
    summary: 'Read how far a replay has come',
    tag: 'Webhooks',
    success: { status: 200, schema: webhookReplayResource },
    errors: ['not_found', 'forbidden_domain'],
    handle: async (request) => {
      const { name } = await namedEndpoint(parts, request);
      const replay = await parts.replays.find(name, idOf(request.params['replay_id']));
      if (replay === null) throw new AppError('not_found');
      return { status: 200, body: presentReplay(replay) };
    },
  });
}
