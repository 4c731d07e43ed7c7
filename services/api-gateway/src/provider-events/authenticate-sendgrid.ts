import { createPublicKey, verify, type KeyObject } from 'node:crypto';
import type { Clock } from '@postrider/runtime';
import { isTimely, type Authenticate } from './notification';

const signatureHeader = 'x-twilio-email-event-webhook-signature';
const timestampHeader = 'x-twilio-email-event-webhook-timestamp';

/**
 * The key that SendGrid shows beside its signed event webhook: base64 of a P-256 key (SPKI).
 * @throws when it is none
 */
export function readSendgridKey(text: string): KeyObject {
  const key = createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' });
  if (key.asymmetricKeyType !== 'ec' || key.asymmetricKeyDetails?.namedCurve !== 'prime256v1') {
    throw new Error('not a P-256 key');
  }
  return key;
}

/** The signed event webhook: ECDSA over the time and the body, octet for octet. */
export function createAuthenticateSendgrid({
  key,
  clock,
}: {
  readonly key: KeyObject;
  readonly clock: Clock;
}): Authenticate {
  return (headers, body) => {
    const signature = headers[signatureHeader];
    const timestamp = headers[timestampHeader];
    if (typeof signature !== 'string' || typeof timestamp !== 'string' || !/^\d{1,12}$/.test(timestamp)) {
      return Promise.resolve({ kind: 'refused', reason: 'malformed' });
    }
    if (!isTimely(Number(timestamp) * 1_000, clock.now().getTime())) {
      return Promise.resolve({ kind: 'refused', reason: 'time' });
    }
    const signed = Buffer.concat([Buffer.from(timestamp), body]);
    const isTheirs = verify('sha256', signed, key, Buffer.from(signature, 'base64'));
    return Promise.resolve(isTheirs ? { kind: 'event' } : { kind: 'refused', reason: 'signature' });
  };
}
