import type { WebhookEventType, WebhookResource } from '@postrider/contracts';
import type { WebhookRow } from './webhooks.repository';

export function presentWebhook(row: WebhookRow): WebhookResource {
  return {
    object: 'webhook',
    id: row.id,
    url: row.url,
    events: row.events as WebhookEventType[],
    description: row.description,
    status: row.status === 'enabled' ? 'enabled' : 'disabled',
    created_at: row.createdAt.toISOString(),
  };
}
