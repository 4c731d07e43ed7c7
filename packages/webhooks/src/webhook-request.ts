import { createHmac, type KeyObject } from 'node:crypto';
import type { WebhookEventType } from '@postrider/contracts/events';
import type { WebhookBody, WebhookFormat } from '@postrider/contracts/webhooks';
import { resendBody } from './resend-body';

/** A delivery as its request depends on it. Deliveries are stored in our own format; an endpoint gets the one that it has now. */
export interface RequestedDelivery {
  readonly id: string;
  readonly eventType: WebhookEventType;
  readonly format: WebhookFormat;
}

/** Headers in the order in which they are sent. Null: a new value at each attempt. */
export type WebhookHeaders = Readonly<Record<string, string | null>>;

interface Signing {
  /** Two while a rotated secret is still valid. */
  readonly keys: readonly KeyObject[];
  readonly at: Date;
}

/** @param text of the body in our own format */
export function signedRequest(
  delivery: RequestedDelivery,
  text: string,
  { keys, at }: Signing,
): { readonly headers: Record<string, string>; readonly body: Buffer } {
  const { id, format } = delivery;
  const body = Buffer.from(bodyText(format, text));
  const signed = { id, keys, unixSeconds: Math.floor(at.getTime() / 1_000), body };
  const fixed = webhookHeaders(delivery) as Record<string, string>;
  return { headers: { ...fixed, ...formats[format].sign(signed) }, body };
}

export function webhookHeaders({ id, eventType, format }: RequestedDelivery): WebhookHeaders {
  return {
    'content-type': 'application/json',
    'user-agent': 'postrider-webhooks/1',
    ...formats[format].headers(id, eventType),
  };
}

/** The body as it is sent. @param text in our own format */
export function bodyText(format: WebhookFormat, text: string): string {
  return formats[format].body(text);
}

interface Signed {
  readonly keys: readonly KeyObject[];
  readonly unixSeconds: number;
  /** Signatures are computed over its exact bytes. */
  readonly body: Buffer;
}

interface Format {
  readonly body: (text: string) => string;
  readonly headers: (id: string, eventType: WebhookEventType) => WebhookHeaders;
  /** The headers that are null. */
  readonly sign: (signed: Signed & { readonly id: string }) => Record<string, string>;
}

const formats: Readonly<Record<WebhookFormat, Format>> = {
  postrider: {
    body: (text) => text,
    headers: (id, eventType) => ({
      'postrider-signature': null,
      'postrider-delivery-id': id,
      'postrider-event-type': eventType,
    }),
    sign: (signed) => ({ 'postrider-signature': postriderSignature(signed) }),
  },
  resend: {
    body: (text) => JSON.stringify(resendBody(JSON.parse(text) as WebhookBody)),
    headers: (id) => ({ 'svix-id': id, 'svix-timestamp': null, 'svix-signature': null }),
    sign: (signed) => ({
      'svix-timestamp': String(signed.unixSeconds),
      'svix-signature': svixSignature(signed),
    }),
  },
};

/** `t=<unix seconds>,v1=<hex HMAC-SHA256 of "<t>.<body>">`, with one `v1` per key. */
export function postriderSignature({ keys, unixSeconds, body }: Signed): string {
  let header = `t=${unixSeconds}`;
  for (const key of keys) {
    header += `,v1=${createHmac('sha256', key).update(`${unixSeconds}.`).update(body).digest('hex')}`;
  }
  return header;
}

/** `v1,<base64 HMAC-SHA256 of "<id>.<unix seconds>.<body>">` per key, separated by spaces, as Standard Webhooks have it. */
function svixSignature({ id, keys, unixSeconds, body }: Signed & { readonly id: string }): string {
  const signed = `${id}.${unixSeconds}.`;
  return keys
    .map((key) => `v1,${createHmac('sha256', key).update(signed).update(body).digest('base64')}`)
    .join(' ');
}
