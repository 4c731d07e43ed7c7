import type { WebhookBodies } from '../generated/schemas';

/** Event types that this version of the package knows. */
export type WebhookEventType = keyof WebhookBodies;

/** An event of a type that this version does not know. The API may add types at any time. */
export interface UnknownWebhookEvent {
  readonly type: 'unknown';
  /** Its type in the API. */
  readonly event_type: string;
  readonly created_at: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** A webhook event; check `type`. A missing field of `data` means the same as null. */
export type WebhookEvent = WebhookBodies[WebhookEventType] | UnknownWebhookEvent;

const known: Readonly<Record<WebhookEventType, true>> = {
  'email.sent': true,
  'email.delivered': true,
  'email.delivery_delayed': true,
  'email.late': true,
  'email.bounced': true,
  'email.complained': true,
  'email.rejected': true,
  'email.opened': true,
  'email.clicked': true,
  'email.unsubscribed': true,
  'email.failed': true,
  'email.received': true,
  'webhook.test': true,
  'contact.created': true,
  'contact.updated': true,
  'contact.deleted': true,
  'contact.subscribed': true,
  'contact.unsubscribed': true,
};

/** @returns undefined if it is not an event */
export function parseEvent(json: string): WebhookEvent | undefined {
  let body: unknown;
  try {
    body = JSON.parse(json);
  } catch {
    return undefined;
  }
  const { type, created_at, data } = (body ?? {}) as Partial<Record<string, unknown>>;
  if (typeof type !== 'string' || typeof data !== 'object' || data === null) return undefined;
  if (Object.hasOwn(known, type)) return body as WebhookEvent;
  return {
    type: 'unknown',
    event_type: type,
    created_at: String(created_at),
    data: data as Record<string, unknown>,
  };
}
