import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';
import { decodeBase32, encodeBase32 } from './base32';
import {
  decodeReference,
  encodeReference,
  REFERENCE_OCTETS,
  type RecipientReference,
} from './recipient-reference';

export interface AddressTokens {
  /** The local part that names this recipient: at most 64 characters, lower case. */
  mint(reference: RecipientReference): string;
  /** Whom a local part names; null unless it was minted here with the same secret and purpose. */
  read(localPart: string): RecipientReference | null;
}

const MAC_OCTETS = 16; // 128 bits of HMAC-SHA256: beyond guessing, and the local part still fits into 64 characters
const TOKEN_CHARS = Math.ceil(((REFERENCE_OCTETS + MAC_OCTETS) * 8) / 5);
const SECRET_OCTETS_MIN = 16;

/** `b+<token>`: the envelope sender of one recipient, so that a bounce tells whose it is and nobody can forge one. */
export function createReturnPathTokens(secret: Uint8Array | string): AddressTokens {
  return createAddressTokens('b', secret);
}

/** `reply+<token>`: an address whose replies are threaded to the email without any header. */
export function createReplyTokens(secret: Uint8Array | string): AddressTokens {
  return createAddressTokens('reply', secret);
}

function createAddressTokens(prefix: 'b' | 'reply', secret: Uint8Array | string): AddressTokens {
  const octets = Buffer.from(secret as Uint8Array);
  if (octets.length < SECRET_OCTETS_MIN)
    throw new Error(`the secret of ${prefix}+ addresses needs 16 bytes or more`);
  // Given as octets, it would be made a key again by each call, which takes five times as long as the rest.
  const key = createSecretKey(octets);
  // The prefix is part of what is signed: a reply address can never be used to report a bounce.
  const macOf = (payload: Buffer) =>
    createHmac('sha256', key).update(`${prefix}+`).update(payload).digest().subarray(0, MAC_OCTETS);

  return {
    mint(reference) {
      const payload = encodeReference(reference);
      return `${prefix}+${encodeBase32(Buffer.concat([payload, macOf(payload)]))}`;
    },
    read(localPart) {
      if (localPart.length !== prefix.length + 1 + TOKEN_CHARS) return null;
      const folded = localPart.toLowerCase();
      if (!folded.startsWith(`${prefix}+`)) return null;
      const octets = decodeBase32(folded.slice(prefix.length + 1));
      if (octets === null) return null;
      const payload = octets.subarray(0, REFERENCE_OCTETS);
      return timingSafeEqual(octets.subarray(payload.length), macOf(payload))
        ? decodeReference(payload)
        : null;
    },
  };
}
