import { createPublicKey, verify as verifySignature, type KeyObject } from 'node:crypto';
import type { Clock } from '@postrider/runtime';
import { z } from 'zod';
import { isTimely, type VerifyNotification } from '../notifications/verdict';
import type { ProviderVerification } from '../provider';

const settings = {
  /** Verification key of SendGrid's signed event webhook, whose events are accepted at /provider-events/sendgrid. Empty: none. */
  SENDGRID_WEBHOOK_KEY: z
    .string()
    .meta({ pattern: '^[A-Za-z0-9+/]*={0,2}$' })
    .default('')
    .refine((key) => key === '' || isSendgridKey(key), 'must be the base64 of a P-256 key'),
};

export const verify = {
  settings,
  create: ({ SENDGRID_WEBHOOK_KEY: key }, { clock }) =>
    key === '' ? null : createVerifySendgrid({ key: readSendgridKey(key), clock }),
} satisfies ProviderVerification<z.output<z.ZodObject<typeof settings>>>;

const signatureHeader = 'x-twilio-email-event-webhook-signature';
const timestampHeader = 'x-twilio-email-event-webhook-timestamp';

/**
 * The key that SendGrid shows beside its signed event webhook: base64 of a P-256 key (SPKI).
 * @throws when it is none
 */
function readSendgridKey(text: string): KeyObject {
  const key = createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' });
  if (key.asymmetricKeyType !== 'ec' || key.asymmetricKeyDetails?.namedCurve !== 'prime256v1') {
    throw new Error('not a P-256 key');
  }
  return key;
}

/** The signed event webhook: ECDSA over the time and the body, octet for octet. */
function createVerifySendgrid({
  key,
  clock,
}: {
  readonly key: KeyObject;
  readonly clock: Clock;
}): VerifyNotification {
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
    const isTheirs = verifySignature('sha256', signed, key, Buffer.from(signature, 'base64'));
    return Promise.resolve(isTheirs ? { kind: 'event' } : { kind: 'refused', reason: 'signature' });
  };
}

function isSendgridKey(key: string): boolean {
  try {
    readSendgridKey(key);
    return true;
  } catch {
    return false;
  }
}
