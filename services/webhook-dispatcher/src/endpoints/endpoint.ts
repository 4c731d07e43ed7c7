import type { KeyObject } from 'node:crypto';
import { isContactEventType, type WebhookEventType } from '@postrider/contracts/events';
import type { WebhookFormat } from '@postrider/contracts/webhooks';

/** A webhook endpoint as deliveries need it. */
export interface Endpoint {
  readonly id: string;
  readonly organizationId: string;
  readonly url: URL;
  /** Empty: every event type but those of contacts. */
  readonly events: ReadonlySet<WebhookEventType>;
  readonly format: WebhookFormat;
  readonly createdAt: Date;
  /** First failure since the last success; kept up to date when outcomes are recorded. */
  failingSince: Date | null;
  /** Enabled endpoints of the organization, this one included. */
  readonly siblings: number;
  /** Opened, ready to sign; null while one that is valid does not open: what is for the endpoint waits. */
  readonly secrets: readonly SigningSecret[] | null;
}

export interface SigningSecret {
  /** Of the whole `whsec_…` text; in Resend's format, of the bytes whose base64 follows `whsec_`. */
  readonly key: KeyObject;
  /** Null: until it is rotated. */
  readonly validUntil: Date | null;
}

/** PostgreSQL rounds the endpoint's time to the nearest millisecond, an event's id cuts its time off. */
const roundingMs = 1;

/** Endpoints hear of what was recorded after they were made, and of the types they asked for. */
export function isSubscribed(
  endpoint: Pick<Endpoint, 'events' | 'createdAt'>,
  event: { type: WebhookEventType; recordedAt: Date },
): boolean {
  const isDefault = endpoint.events.size === 0 && !isContactEventType(event.type);
  if (!isDefault && !endpoint.events.has(event.type)) return false;
  return event.recordedAt.getTime() >= endpoint.createdAt.getTime() - roundingMs;
}

/** The keys that sign now: the current one, and the one before it while it is still valid. */
export function signingKeys(secrets: readonly SigningSecret[], now: Date): KeyObject[] {
  return secrets.filter(({ validUntil }) => validUntil === null || validUntil > now).map(({ key }) => key);
}
