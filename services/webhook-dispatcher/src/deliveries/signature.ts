import { createHmac, type KeyObject } from 'node:crypto';

/**
 * Value of `postrider-signature`: `t=<unix seconds>,v1=<hex HMAC-SHA256 of "<t>.<body>">`, with one `v1` per key
 * (two while a rotated secret is still valid). Computed over the exact bytes of the body.
 */
export function signatureHeader(keys: readonly KeyObject[], unixSeconds: number, body: Buffer): string {
  let header = `t=${unixSeconds}`;
  for (const key of keys) {
    header += `,v1=${createHmac('sha256', key).update(`${unixSeconds}.`).update(body).digest('hex')}`;
  }
  return header;
}
