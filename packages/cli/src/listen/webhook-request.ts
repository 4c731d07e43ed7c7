import { createHash, createHmac } from 'node:crypto';
import type { EmailEventEntry } from 'postrider';

/** A webhook as an endpoint receives it, before it is signed. */
export interface Webhook {
  /** The same on every attempt. */
  readonly deliveryId: string;
  readonly type: string;
  /** The exact text that is signed and sent. */
  readonly body: string;
}

/** The stream has what webhooks have, and the id and kind of the object. */
export function webhookOf({ object: _object, id, ...body }: EmailEventEntry, listenerId: string): Webhook {
  return { deliveryId: deliveryIdOf(id, listenerId), type: body.type, body: JSON.stringify(body) };
}

/**
 * The id under which the service would deliver an event to an endpoint with this id: time of the event, then SHA-256 of both ids
 * (UUIDv8, RFC 9562, section 5.8).
 */
export function deliveryIdOf(eventId: string, listenerId: string): string {
  const time = eventId.replaceAll('-', '').slice(0, 12).toLowerCase();
  const digest = createHash('sha256').update(`${eventId}:${listenerId}`.toLowerCase()).digest('hex');
  const variant = ((Number.parseInt(digest.slice(6, 7), 16) & 0b0011) | 0b1000).toString(16);
  return [
    time.slice(0, 8),
    time.slice(8),
    `8${digest.slice(0, 3)}`,
    `${variant}${digest.slice(3, 6)}`,
    digest.slice(7, 19),
  ].join('-');
}

/** Headers and body, in the order in which the service sends them. */
export function signedRequest(
  { deliveryId, type, body }: Webhook,
  { secret, at }: { readonly secret: string; readonly at: Date },
): { readonly headers: Record<string, string>; readonly body: Buffer } {
  const bytes = Buffer.from(body);
  const seconds = Math.floor(at.getTime() / 1_000);
  const signature = createHmac('sha256', secret).update(`${seconds}.`).update(bytes).digest('hex');
  return {
    headers: {
      'content-type': 'application/json',
      'user-agent': 'postrider-webhooks/1',
      'postrider-signature': `t=${seconds},v1=${signature}`,
      'postrider-delivery-id': deliveryId,
      'postrider-event-type': type,
    },
    body: bytes,
  };
}
