import type { WebhookBodies } from '../generated/schemas';
import type { WebhookEventType } from '../webhooks/events';

export interface WebhookToSign<Type extends WebhookEventType = WebhookEventType> {
  readonly secret: string;
  readonly type: Type;
  readonly data: WebhookBodies[Type]['data'];
  /** Time of the signature. Default: now. */
  readonly now?: Date;
  readonly deliveryId?: string;
}

export interface SignedWebhook {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A webhook as the API would send it: `fetch(url, { method: 'POST', ...(await signWebhook(…)) })`. */
export async function signWebhook<Type extends WebhookEventType>(
  webhook: WebhookToSign<Type>,
): Promise<SignedWebhook> {
  const { secret, type, data, now = new Date(), deliveryId = crypto.randomUUID() } = webhook;
  const body = JSON.stringify({ type, created_at: now.toISOString(), data });
  const t = Math.floor(now.getTime() / 1_000);
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'postrider-webhooks/1',
      'postrider-signature': `t=${t},v1=${await hmac(secret, `${t}.${body}`)}`,
      'postrider-delivery-id': deliveryId,
      'postrider-event-type': type,
    },
  };
}

async function hmac(secret: string, text: string): Promise<string> {
  const encoder = new TextEncoder();
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), algorithm, false, ['sign']);
  const bytes = new Uint8Array(await crypto.subtle.sign('HMAC', key, encoder.encode(text)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
