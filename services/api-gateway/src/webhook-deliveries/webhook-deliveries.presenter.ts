import type {
  WebhookDeliveryResource,
  WebhookDeliverySummary,
  WebhookReplayResource,
} from '@postrider/contracts/webhooks';
import type { SentRequest } from './sent-request';
import type { WebhookDeliveryDetail, WebhookDeliveryRow } from './webhook-deliveries.repository';
import type { WebhookReplayRow } from './webhook-replays.repository';

/** An item of the delivery log. */
export function presentDeliverySummary(row: WebhookDeliveryRow): WebhookDeliverySummary {
  return {
    object: 'webhook_delivery',
    id: row.id,
    webhook_id: row.endpointId,
    event_type: row.eventType as WebhookDeliverySummary['event_type'],
    email_id: row.messageId,
    status: row.status as WebhookDeliverySummary['status'],
    attempt_count: row.attempts,
    latency_ms: row.latencyMs,
    next_attempt_at: row.nextAttemptAt?.toISOString() ?? null,
    created_at: row.createdAt.toISOString(),
    delivered_at: row.deliveredAt?.toISOString() ?? null,
  };
}

export function presentDelivery(
  row: WebhookDeliveryDetail,
  { headers, body, isRebuilt }: SentRequest,
): WebhookDeliveryResource {
  return {
    ...presentDeliverySummary(row),
    request_headers: [...headers],
    ...{ body, body_rebuilt: isRebuilt },
    attempts: row.attemptRows.map(({ number, at, status, latencyMs, error, response }) => ({
      number,
      at: at.toISOString(),
      status,
      latency_ms: latencyMs,
      error,
      response,
    })),
  };
}

export function presentReplay(row: WebhookReplayRow): WebhookReplayResource {
  return {
    object: 'webhook_replay',
    id: row.id,
    webhook_id: row.endpointId,
    since: row.since.toISOString(),
    until: row.until.toISOString(),
    events: row.events as WebhookReplayResource['events'],
    status: row.status as WebhookReplayResource['status'],
    deliveries: row.deliveries,
    created_at: row.createdAt.toISOString(),
    finished_at: row.finishedAt?.toISOString() ?? null,
  };
}
