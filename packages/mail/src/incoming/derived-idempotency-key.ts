import { hash } from 'node:crypto';
import { normaliseAddress } from '../addresses/mailbox';
import type { SubmittedEnvelope } from './envelope-recipients';

/**
 * The idempotency key of a submission that names none, so that a client which lost our 250 and sends again gets the
 * same id. Null without a Message-ID: nothing would tell two equal mails from one mail sent twice.
 */
export function derivedIdempotencyKey(submission: {
  keyId: string;
  messageId: string | null;
  envelope: SubmittedEnvelope;
}): string | null {
  const { keyId, messageId, envelope } = submission;
  if (messageId === null) return null;
  const parts = [
    keyId,
    messageId,
    normaliseAddress(envelope.from),
    ...envelope.to.map(normaliseAddress).sort(),
  ];
  return `smtp-${hash('sha256', JSON.stringify(parts), 'hex')}`;
}
