import { hash } from 'node:crypto';
import {
  contactWebhookBody,
  emailWebhookBody,
  receivedWebhookBody,
  type EmailEventMessage,
  type WebhookEventType,
} from '@postrider/contracts';
import { uuidV7Time } from '@postrider/db';
import { isSubscribed, type Endpoint } from '../endpoints/endpoint';
import type { RecordedContactEvent } from './recorded-contact-events.repository';
import type { RecordedReply } from './recorded-replies.repository';

/** An event on its way to one endpoint. */
export interface Delivery {
  readonly id: string;
  readonly endpoint: Endpoint;
  readonly eventId: string;
  readonly messageId: string | null;
  readonly eventType: WebhookEventType;
  /** The exact JSON text, the same on every attempt. */
  readonly body: string;
  /** Attempts made so far. */
  readonly attempts: number;
  /** How many of them were made before it was last replayed. */
  readonly attemptsBefore: number;
  readonly createdAt: Date;
}

/** What endpoints receive: an event of a message, a reply, or an event of a contact. */
export interface WebhookFact {
  /** Made when it was recorded: UUIDv7. */
  readonly id: string;
  readonly organizationId: string;
  readonly type: WebhookEventType;
  /** The message that it happened to; null: none. */
  readonly messageId: string | null;
  readonly body: () => object;
}

export function factOfEvent(event: EmailEventMessage): WebhookFact {
  const { id, organization_id: organizationId, type, email } = event;
  return { id, organizationId, type, messageId: email.id, body: () => emailWebhookBody(event) };
}

export function factOfReply(reply: RecordedReply): WebhookFact {
  const { id, organizationId } = reply;
  return {
    id,
    organizationId,
    type: 'email.received',
    messageId: null,
    body: () => receivedWebhookBody(reply),
  };
}

export function factOfContactEvent(event: RecordedContactEvent): WebhookFact {
  const { id, organizationId, type } = event;
  return { id, organizationId, type, messageId: null, body: () => contactWebhookBody(event) };
}

/** One delivery for each endpoint of the organization that wants it; all carry the same body. */
export function planDeliveries(fact: WebhookFact, endpoints: readonly Endpoint[], now: Date): Delivery[] {
  // The id is made when the event is recorded; `occurred_at` of a late report may lie days before.
  const recordedAt = uuidV7Time(fact.id);
  const wanted = endpoints.filter((endpoint) => isSubscribed(endpoint, { type: fact.type, recordedAt }));
  if (wanted.length === 0) return [];
  const body = JSON.stringify(fact.body());
  return wanted.map((endpoint) => ({
    id: deliveryId(fact.id, endpoint.id),
    endpoint,
    eventId: fact.id,
    messageId: fact.messageId,
    eventType: fact.type,
    body,
    attempts: 0,
    attemptsBefore: 0,
    createdAt: now,
  }));
}

/** Hex digits of a UUID that hold the time: 48 bits in milliseconds (RFC 9562, section 5.7). */
const timeDigits = 12;

/**
 * The id of the delivery of an event to an endpoint: always the same one, so that fanning out twice makes one row
 * and every attempt carries the same `postrider-delivery-id`.
 *
 * A UUIDv8 (RFC 9562, section 5.8) with the event id's time in front, which puts the delivery into the partition
 * of the event's week and keeps ids in the order of events; the rest is SHA-256 of both ids.
 */
export function deliveryId(eventId: string, endpointId: string): string {
  const time = eventId.replaceAll('-', '').slice(0, timeDigits).toLowerCase();
  const digest = hash('sha256', `${eventId.toLowerCase()}:${endpointId.toLowerCase()}`, 'hex');
  const variant = ((Number.parseInt(digest.slice(6, 7), 16) & 0b0011) | 0b1000).toString(16);
  return [
    time.slice(0, 8),
    time.slice(8),
    `8${digest.slice(0, 3)}`,
    `${variant}${digest.slice(3, 6)}`,
    digest.slice(7, 19),
  ].join('-');
}
