import type { Route } from '../http/route';
import { listWebhookDeliveriesRoute } from './list-webhook-deliveries.route';
import { readWebhookDeliveryRoute } from './read-webhook-delivery.route';
import { readWebhookReplayRoute } from './read-webhook-replay.route';
import { replayWebhookDeliveryRoute } from './replay-webhook-delivery.route';
import { replayWebhookRoute } from './replay-webhook.route';
import { testWebhookRoute } from './test-webhook.route';
import type { WebhookDeliveryRouteParts } from './webhook-delivery-route-parts';

export function webhookDeliveryRoutes(parts: WebhookDeliveryRouteParts): Route[] {
  return [
    testWebhookRoute(parts),
    listWebhookDeliveriesRoute(parts),
    readWebhookDeliveryRoute(parts),
    replayWebhookDeliveryRoute(parts),
    replayWebhookRoute(parts),
    readWebhookReplayRoute(parts),
  ];
}
