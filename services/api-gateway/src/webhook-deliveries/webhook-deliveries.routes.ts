import type { Pool } from '@postrider/db';
import type { Route } from '../http/route';
import { createEmailDeliveriesRepository } from './email-deliveries.repository';
import { listEmailDeliveriesRoute } from './list-email-deliveries.route';
import { listWebhookDeliveriesRoute } from './list-webhook-deliveries.route';
import { readWebhookDeliveryRoute } from './read-webhook-delivery.route';
import { readWebhookReplayRoute } from './read-webhook-replay.route';
import { replayWebhookDeliveryRoute } from './replay-webhook-delivery.route';
import { replayWebhookDeliveriesRoute } from './replay-webhook-deliveries.route';
import { replayWebhookRoute } from './replay-webhook.route';
import { testWebhookRoute } from './test-webhook.route';
import type { WebhookDeliveryRouteOptions } from './webhook-delivery-request';

export function webhookDeliveryRoutes(
  options: WebhookDeliveryRouteOptions & { readonly pool: Pool },
): Route[] {
  return [
    testWebhookRoute(options),
    listWebhookDeliveriesRoute(options),
    replayWebhookDeliveriesRoute(options),
    readWebhookDeliveryRoute(options),
    replayWebhookDeliveryRoute(options),
    replayWebhookRoute(options),
    readWebhookReplayRoute(options),
    listEmailDeliveriesRoute({ ...options, emailDeliveries: createEmailDeliveriesRepository(options) }),
  ];
}
