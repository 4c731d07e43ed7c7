import { createHmac, type KeyObject } from 'node:crypto';
import type { WebhookBody, WebhookFormat } from '@postrider/contracts';
import type { PostRequest } from '../transport/webhook-transport';
import type { Delivery } from './delivery';
import { resendBody } from './resend-body';

interface Signing {
  /** Two while a rotated secret is still valid. */
  readonly keys: readonly KeyObject[];
  readonly at: Date;
}

/** The POST of a delivery, in the format that its endpoint has now. Deliveries are stored in our own format. */
export function signedRequest(delivery: Delivery, signing: Signing): Omit<PostRequest, 'path'> {
  const { format } = delivery.endpoint;
  const body = Buffer.from(bodyTexts[format](delivery.body));
  const unixSeconds = Math.floor(signing.at.getTime() / 1_000);
  return {
    headers: {
      'content-type': 'application/json',
      'user-agent': 'postrider-webhooks/1',
      ...signatureHeaders[format](delivery, { keys: signing.keys, unixSeconds, body }),
    },
    body,
  };
}

const bodyTexts: Readonly<Record<WebhookFormat, (text: string) => string>> = {
  postrider: (text) => text,
  resend: (text) => JSON.stringify(resendBody(JSON.parse(text) as WebhookBody)),
};

interface Signed {
  readonly keys: readonly KeyObject[];
  readonly unixSeconds: number;
  /** Signatures are computed over its exact bytes. */
  readonly body: Buffer;
}

const signatureHeaders: Readonly<
  Record<WebhookFormat, (delivery: Delivery, signed: Signed) => Record<string, string>>
> = {
  postrider: ({ id, eventType }, signed) => ({
    'postrider-signature': postriderSignature(signed),
    'postrider-delivery-id': id,
    'postrider-event-type': eventType,
  }),
  resend: ({ id }, signed) => ({
    'svix-id': id,
    'svix-timestamp': String(signed.unixSeconds),
    'svix-signature': svixSignature(id, signed),
  }),
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
function svixSignature(id: string, { keys, unixSeconds, body }: Signed): string {
  const signed = `${id}.${unixSeconds}.`;
  return keys
    .map((key) => `v1,${createHmac('sha256', key).update(signed).update(body).digest('base64')}`)
    .join(' ');
}
