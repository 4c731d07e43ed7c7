import { AppError, invalidField } from '@postrider/contracts/errors';
import {
  replayWebhookRequest,
  webhookReplayResource,
  type ReplayWebhookRequest,
} from '@postrider/contracts/webhooks';
import { defineRoute, type Route } from '../http/route';
import { requireEnabled } from '../webhooks/webhook-request';
import { namedEndpoint, requestOf, type WebhookDeliveryRouteOptions } from './webhook-delivery-request';
import { presentReplay } from './webhook-deliveries.presenter';
import type { Stretch } from './webhook-replays.repository';

/** A page of a replay and the attempts that it makes due. */
const retryAfterSeconds = 60;

export function replayWebhookRoute(options: WebhookDeliveryRouteOptions): Route {
  return defineRoute({
    operationId: 'replayWebhookEvents',
    method: 'POST',
    path: '/webhooks/:id/replay',
    access: { key: 'ADMIN' },
    testKeys: 'refused',
    body: replayWebhookRequest,
    bodyBytesMax: 65_536,
    summary: 'Replay missed events',
    description:
      'Sends all events of a period again, for example after the endpoint was down. It runs in the background: `GET /webhooks/{id}/replays/{replay_id}` returns the progress. Up to ten replays can run per endpoint. The period compares the times at which events were recorded, and begins no earlier than the endpoint was created. If a replay with the same times and types is running, it is returned. Fails for a disabled endpoint: enable it first. Delivery ids stay the same, so that receivers can skip events they already have.',
    tag: 'Webhooks',
    success: { status: 200, schema: webhookReplayResource },
    errors: ['not_found', 'validation_error', 'forbidden_domain'],
    handle: async (request) => {
      const { name, row } = await namedEndpoint(options, request);
      requireEnabled(row);
      const asked = requestOf(options, request);
      const replay = await options.replays.start(name, stretchOf(request.body, asked.now), asked);
      if (replay === 'full') {
        throw new AppError('rate_limited', 'Too many replays of this endpoint are running.', {
          retryAfterSeconds,
        });
      }
      await options.publishEndpointChange(name.organizationId);
      return { status: 200, body: presentReplay(replay) };
    },
  });
}

/** What is recorded from now on is delivered anyway. */
function stretchOf(body: ReplayWebhookRequest, now: Date): Stretch {
  const since = new Date(body.since);
  if (since > now) throw invalidField('since', 'must not be in the future');
  const until = new Date(
    Math.min(now.getTime(), body.until === undefined ? Infinity : Date.parse(body.until)),
  );
  return { since, until, events: [...new Set(body.events)].sort() };
}
