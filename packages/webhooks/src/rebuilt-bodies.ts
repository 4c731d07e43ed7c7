import { isContactEventType, type WebhookEventType } from '@postrider/contracts/events';
import { webhookTestBody } from '@postrider/contracts/webhooks';
import type { Queryable } from '@postrider/db';
import { readContactEvents } from './recorded-contact-events.repository';
import { readEvents } from './recorded-events.repository';
import { readReplies } from './recorded-replies.repository';
import { factOfContactEvent, factOfEvent, factOfReply, type WebhookFact } from './webhook-fact';

/** A delivery whose body is not stored. */
export interface BodilessDelivery {
  readonly endpointId: string;
  readonly organizationId: string;
  readonly eventId: string;
  readonly eventType: WebhookEventType;
  readonly messageId: string | null;
  readonly createdAt: Date;
}

/**
 * Bodies in our own format, by event id, built again from what was recorded. Without metadata that was deleted meanwhile; a contact is
 * as it is now. Those whose event is gone have none.
 */
export async function rebuildBodies(
  db: Queryable,
  deliveries: readonly BodilessDelivery[],
): Promise<ReadonlyMap<string, string>> {
  const events: { readonly id: string; readonly messageId: string }[] = [];
  const replyIds: string[] = [];
  const contactEventIds: string[] = [];
  const bodies = new Map<string, string>();
  for (const { eventId: id, eventType, messageId, endpointId, createdAt } of deliveries) {
    if (eventType === 'webhook.test')
      bodies.set(id, JSON.stringify(webhookTestBody({ endpointId, createdAt })));
    else if (messageId !== null) events.push({ id, messageId });
    else if (eventType === 'email.received') replyIds.push(id);
    else if (isContactEventType(eventType)) contactEventIds.push(id);
  }
  const facts: readonly WebhookFact[] = [
    ...(events.length > 0 ? (await readEvents(db, events)).map(factOfEvent) : []),
    ...(replyIds.length > 0 ? (await readReplies(db, replyIds)).map(factOfReply) : []),
    ...(contactEventIds.length > 0
      ? (await readContactEvents(db, contactEventIds)).map(factOfContactEvent)
      : []),
  ];
  const owners = new Map(deliveries.map(({ eventId, organizationId }) => [eventId, organizationId]));
  for (const { id, organizationId, body } of facts)
    if (owners.get(id) === organizationId) bodies.set(id, JSON.stringify(body()));
  return bodies;
}
