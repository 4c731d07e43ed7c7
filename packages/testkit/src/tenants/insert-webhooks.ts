import { newId } from '@postrider/contracts/ids';
import { webhookDeliveryId } from '@postrider/contracts/webhooks';
import { createWebhookEndpoint } from '../factories/create-webhook-endpoint';
import { insertRow, type Queryable } from '../factories/insert-row';

interface Owner {
  readonly organizationId: string;
  readonly mark: string;
  readonly emailId: string;
  readonly eventId: string;
  readonly masterKey?: string;
}

/** An endpoint with a delivery that came to its end and a finished replay. */
export async function insertWebhooks(
  db: Queryable,
  { organizationId, mark, emailId, eventId, ...sealedWith }: Owner,
): Promise<{ readonly webhookId: string; readonly deliveryId: string; readonly replayId: string }> {
  const now = new Date();
  const { id: webhookId } = await createWebhookEndpoint(db, {
    organizationId,
    url: `https://${mark}.example.com/`,
    ...sealedWith,
  });
  const deliveryId = webhookDeliveryId(eventId, webhookId);
  await insertRow(db, 'webhook_deliveries', {
    id: deliveryId,
    endpoint_id: webhookId,
    organization_id: organizationId,
    event_id: eventId,
    message_id: emailId,
    event_type: 'email.delivery_delayed',
    status: 'exhausted',
    attempts: 1,
    created_at: now,
  });
  await insertRow(db, 'webhook_attempts', {
    delivery_id: deliveryId,
    number: 1,
    at: now,
    status: 500,
    latency_ms: 1,
    response: mark,
  });
  const replayId = newId();
  await insertRow(db, 'webhook_replays', {
    id: replayId,
    organization_id: organizationId,
    endpoint_id: webhookId,
    since: now,
    until: now,
    events: [],
    status: 'finished',
    position: eventId,
    finished_at: now,
  });
  return { webhookId, deliveryId, replayId };
}
