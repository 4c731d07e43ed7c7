import type { WebhookReplayResource } from '@postrider/contracts';
import type { WebhookReplayRow } from './webhook-replays.repository';

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
