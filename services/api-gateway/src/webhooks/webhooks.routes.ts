import type { Route } from '../http/route';
import { createWebhookRoute } from './create-webhook.route';
import { deleteWebhookRoute } from './delete-webhook.route';
import { listWebhooksRoute } from './list-webhooks.route';
import { readWebhookRoute } from './read-webhook.route';
import { rotateWebhookSecretRoute } from './rotate-webhook-secret.route';
import { updateWebhookRoute } from './update-webhook.route';
import type { WebhookRouteOptions } from './webhook-request';

export function webhookRoutes(options: WebhookRouteOptions): Route[] {
  return [
    createWebhookRoute(options),
    listWebhooksRoute(options),
    readWebhookRoute(options),
    updateWebhookRoute(options),
    rotateWebhookSecretRoute(options),
    deleteWebhookRoute(options),
  ];
}
