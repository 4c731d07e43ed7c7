import type { Route } from '../http/route';
import { listWebhookDeliveriesRoute } from './list-webhook-deliveries.route';
import { readWebhookDeliveryRoute } from './read-webhook-delivery.route';
import { readWebhookReplayRoute } from './read-webhook-replay.route';
import { replayWebhookDeliveryRoute } from './replay-webhook-delivery.route';
import { replayWebhookRoute } from './replay-webhook.route';
import { testWebhookRoute } from './test-webhook.route';
import type { WebhookDeliveryRouteOptions } from './webhook-delivery-request';

export function webhookDeliveryRoutes(options: WebhookDeliveryRouteOptions): Route[] {
  return [
    testWebhookRoute(options),
    listWebhookDeliveriesRoute(options),
    readWebhookDeliveryRoute(options),
    replayWebhookDeliveryRoute(options),
    replayWebhookRoute(options),
    readWebhookReplayRoute(options),
  ];
}
