import { createHmac } from 'node:crypto';
import type { ReceivedWebhook } from '@postrider/testkit';

/** What a careful receiver does: computes the signature again over the raw bytes. */
export function isSignedBy(webhook: ReceivedWebhook, secret: string): boolean {
  const header = String(webhook.headers['postrider-signature']);
  const [, time = '', ...signatures] = /^t=(\d+)((?:,v1=[0-9a-f]{64})+)$/.exec(header) ?? [];
  const expected = createHmac('sha256', secret).update(`${time}.`).update(webhook.rawBody).digest('hex');
  return signatures.join('').split(',v1=').includes(expected);
}
