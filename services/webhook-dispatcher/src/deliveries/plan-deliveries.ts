import { emailWebhookBody, type EmailEventMessage } from '@postrider/contracts';
import { uuidV7Time } from '@postrider/db';
import { isSubscribed, type Endpoint } from '../endpoints/endpoint';
import type { Delivery } from './delivery';
import { deliveryId } from './delivery-id';

/** One delivery for each endpoint of the organization that wants the event; all carry the same body. */
export function planDeliveries(
  event: EmailEventMessage,
  endpoints: readonly Endpoint[],
  now: Date,
): Delivery[] {
  // The id is made when the event is recorded; `occurred_at` of a late report may lie days before.
  const recordedAt = uuidV7Time(event.id);
  const wanted = endpoints.filter((endpoint) => isSubscribed(endpoint, { type: event.type, recordedAt }));
  if (wanted.length === 0) return [];
  const body = JSON.stringify(emailWebhookBody(event));
  return wanted.map((endpoint) => ({
    id: deliveryId(event.id, endpoint.id),
    endpoint,
    eventId: event.id,
    messageId: event.email.id,
    eventType: event.type,
    body,
    attempts: 0,
    attemptsBefore: 0,
    createdAt: now,
  }));
}
