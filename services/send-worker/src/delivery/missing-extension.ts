import { needsSmtpUtf8 } from '@postrider/mail';
import type { DeliveryOutcome, DeliverySession } from '../transport/pool/delivery-session';
import type { ComposedMessage } from './compose';
import type { RecipientGroup } from './route-recipients';

interface Composed {
  readonly composed: Pick<ComposedMessage, 'smtpUtf8' | 'eightBit'>;
  readonly group: Pick<RecipientGroup, 'recipients'>;
}

export function needsUtf8({ composed, group }: Composed): boolean {
  return composed.smtpUtf8 || group.recipients.some(({ address }) => needsSmtpUtf8(address));
}

/** A refusal of our own, if the server does not offer an extension that this message needs. */
export function missingExtension(
  work: Composed & { readonly session: Pick<DeliverySession, 'extensions' | 'peer'> },
): Extract<DeliveryOutcome, { kind: 'refused' }> | null {
  const { composed, group, session } = work;
  const { extensions, peer } = session;
  if (needsUtf8(work) && !extensions.smtpUtf8) {
    // RFC 6531 §3.5: such an address cannot be expressed to a server without SMTPUTF8.
    const isOwn = group.recipients.some(({ address }) => needsSmtpUtf8(address));
    const which = isOwn ? 'this address' : 'an address in From, To, Cc or Reply-To';
    const text = `5.6.7 ${peer} does not take internationalized addresses (RFC 6531), which ${which} is`;
    return { kind: 'refused', command: 'RCPT', reply: { code: 550, text }, isOurs: true };
  }
  if (composed.eightBit && !extensions.eightBitMime) {
    // RFC 6152 §3: encode it or give it back; what came as an entity may be signed, so that encoding it would break it.
    const text = `5.6.1 ${peer} does not take 8bit messages (RFC 6152), and this one may not be encoded again`;
    return { kind: 'refused', command: 'MAIL', reply: { code: 550, text }, isOurs: true };
  }
  return null;
}
