import { createHmac, timingSafeEqual } from 'node:crypto';
import type { ReceivedWebhook } from '@postrider/testkit';

export interface EventBody {
  readonly type: string;
  readonly created_at: string;
  readonly data: Readonly<Record<string, unknown>> & {
    readonly email_id: string;
    readonly recipient: string;
  };
}

export function bodyOf(webhook: ReceivedWebhook): EventBody {
  return JSON.parse(webhook.rawBody.toString('utf8')) as EventBody;
}

export function deliveryIdOf({ headers }: ReceivedWebhook): string {
  return String(headers['postrider-delivery-id']);
}

/** What a receiver does: recomputes the signature over the raw bytes, and looks at the time within it. */
export function isSignedBy(webhook: ReceivedWebhook, secret: string, toleranceSeconds = 300): boolean {
  const header = String(webhook.headers['postrider-signature']);
  const [, time = '', given = ''] = /^t=(\d+)((?:,v1=[0-9a-f]{64})+)$/.exec(header) ?? [];
  // One for each secret that signs: two while a rotated one is still valid.
  const signatures = given.split(',v1=').slice(1);
  const ageSeconds = Math.abs(webhook.receivedAt.getTime() / 1_000 - Number(time));
  const expected = createHmac('sha256', secret).update(`${time}.`).update(webhook.rawBody).digest();
  return (
    ageSeconds <= toleranceSeconds &&
    signatures.some((signature) => timingSafeEqual(expected, Buffer.from(signature, 'hex')))
  );
}
