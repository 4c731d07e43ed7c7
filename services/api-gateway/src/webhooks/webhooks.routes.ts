import type { Route } from '../http/route';
import { createWebhookRoute } from './create-webhook.route';
import { deleteWebhookRoute } from './delete-webhook.route';
import { listWebhooksRoute } from './list-webhooks.route';
import { readWebhookRoute } from './read-webhook.route';
import { rotateWebhookSecretRoute } from './rotate-webhook-secret.route';
import { updateWebhookRoute } from './update-webhook.route';
import type { WebhookRouteParts } from './webhook-route-parts';

export function webhookRoutes(parts: WebhookRouteParts): Route[] {
  return [
    createWebhookRoute(parts),
    listWebhooksRoute(parts),
    readWebhookRoute(parts),
    updateWebhookRoute(parts),
    rotateWebhookSecretRoute(parts),
    deleteWebhookRoute(parts),
  ];
}
