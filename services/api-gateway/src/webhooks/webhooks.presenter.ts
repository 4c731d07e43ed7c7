import type { WebhookEventType } from '@postrider/contracts/events';
import type { WebhookFormat, WebhookResource } from '@postrider/contracts/webhooks';
import type { WebhookRow } from './webhooks.repository';

export function presentWebhook(row: WebhookRow): WebhookResource {
  return {
    object: 'webhook',
    id: row.id,
    url: row.url,
    events: row.events as WebhookEventType[],
    description: row.description,
    format: row.format as WebhookFormat,
    status: row.status === 'enabled' ? 'enabled' : 'disabled',
    disabled_reason: disabledReason(row),
    failing_since: row.failingSince?.toISOString() ?? null,
    created_at: row.createdAt.toISOString(),
  };
}

/** Null unless the dispatcher or an operator disabled it. */
function disabledReason({ disabledReason: reason }: WebhookRow): WebhookResource['disabled_reason'] {
  return reason === 'gone' || reason === 'failing' || reason === 'operator' ? reason : null;
}
