import type { ApiGatewayDatabase } from '@postrider/db';
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
import { createFindSentRequest } from './sent-request';
import { createTestBodies } from './test-bodies';
import { createWebhookDeliveriesRepository } from './webhook-deliveries.repository';
import type { WebhookDeliveryRouteOptions } from './webhook-delivery-request';

export function webhookDeliveryRoutes({
  database,
  ...given
}: Omit<WebhookDeliveryRouteOptions, 'deliveries' | 'findSentRequest'> & {
  readonly database: ApiGatewayDatabase;
}): Route[] {
  const { pool } = database;
  const testBodyOf = createTestBodies();
  const options = {
    ...given,
    deliveries: createWebhookDeliveriesRepository(database, testBodyOf),
    findSentRequest: createFindSentRequest({ pool, testBodyOf }),
  };
  return [
    testWebhookRoute(options),
    listWebhookDeliveriesRoute(options),
    replayWebhookDeliveriesRoute(options),
    readWebhookDeliveryRoute(options),
    replayWebhookDeliveryRoute(options),
    replayWebhookRoute(options),
    readWebhookReplayRoute(options),
    listEmailDeliveriesRoute({ ...options, emailDeliveries: createEmailDeliveriesRepository({ pool }) }),
  ];
}
