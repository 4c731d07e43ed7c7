import assert from 'node:assert';
import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';
import { base32nopad } from '@scure/base';
import {
  decodeReference,
  encodeReference,
  referenceOctets,
  wholeMessage,
  type RecipientReference,
  type ReturnPathReference,
} from './recipient-reference';

export interface AddressTokens {
  /** The local part that names this recipient: at most 64 characters, lower case. */
  mint(reference: RecipientReference): string;
  /** What the token in a local part stands for; null unless it was minted here for the same purpose, with one of the secrets. */
  read(localPart: string): RecipientReference | null;
}

export interface ReturnPathTokens {
  /** As `AddressTokens`: the envelope sender of one recipient. */
  mint(reference: RecipientReference): string;
  /** The envelope sender of a transaction that several recipients of a message share. */
  mintForMessage(messageId: string): string;
  /** What a local part names; null unless it was minted here, with one of the secrets. */
  read(localPart: string): ReturnPathReference | null;
}

const macOctets = 16; // 128 bits of HMAC-SHA256: beyond guessing, and the local part still fits into 64 characters
const tokenChars = Math.ceil(((referenceOctets + macOctets) * 8) / 5);
const secretOctetsMin = 16;

/**
 * What tokens are signed with: at least 16 bytes. Under the previous ones they are read alone, for as long as reports about mail
 * that was sent with them may come.
 */
export interface TokenSecrets {
  readonly secret: Uint8Array | string;
  readonly previous?: readonly (Uint8Array | string)[];
}

/** `b+<token>`: the envelope sender, so that a bounce names its recipient or its message, and cannot be forged. */
export function createReturnPathTokens(secrets: TokenSecrets): ReturnPathTokens {
  const tokens = createAddressTokens('b', secrets);
  return {
    mint: (reference) => {
      assert(reference.ordinal !== wholeMessage, 'no message has so many recipients');
      return tokens.mint(reference);
    },
    mintForMessage: (messageId) => tokens.mint({ messageId, ordinal: wholeMessage }),
    read: (localPart) => {
      const found = tokens.read(localPart);
      return found?.ordinal === wholeMessage ? { messageId: found.messageId, ordinal: null } : found;
    },
  };
}

/** `reply+<token>`: an address whose replies are threaded to the email without any header. */
export function createReplyTokens(secrets: TokenSecrets): AddressTokens {
  return createAddressTokens('reply', secrets);
}

export interface FeedbackTokens {
  /** The part of a Feedback-ID that names this message. */
  mint(messageId: string): string;
  /** The message that a Feedback-ID names; null unless one of its parts was minted here. */
  read(feedbackId: string): string | null;
}

/**
 * Names a message in its Feedback-ID. The header is the same for all its recipients, so it names none of them: who reports a
 * mail has it, but may be any of those it went to.
 */
export function createFeedbackTokens(secrets: TokenSecrets): FeedbackTokens {
  const tokens = createAddressTokens('f', secrets);
  return {
    mint: (messageId) => tokens.mint({ messageId, ordinal: 0 }).slice(2),
    read: (feedbackId) => {
      const parts = feedbackId.slice(0, feedbackIdCharsMax).split(':');
      return (
        parts.map((part) => tokens.read(`f+${part.trim()}`)).find((found) => found !== null)?.messageId ??
        null
      );
    },
  };
}

/** Ours have some hundred. */
const feedbackIdCharsMax = 1_000;

type Prefix = 'b' | 'reply' | 'f';

function createAddressTokens(prefix: Prefix, { secret, previous = [] }: TokenSecrets): AddressTokens {
  const sign = createSignature(prefix, secret);
  const signatures = [sign, ...previous.map((each) => createSignature(prefix, each))];

  return {
    mint(reference) {
      const payload = encodeReference(reference);
      return `${prefix}+${base32nopad.encode(Buffer.concat([payload, sign(payload)])).toLowerCase()}`;
    },
    read(localPart) {
      if (localPart.length !== prefix.length + 1 + tokenChars) return null;
      const folded = localPart.toLowerCase();
      if (!folded.startsWith(`${prefix}+`)) return null;
      const octets = decodeToken(folded.slice(prefix.length + 1));
      if (octets === null) return null;
      const payload = octets.subarray(0, referenceOctets);
      const mac = octets.subarray(payload.length);
      const isOurs = signatures.some((each) => timingSafeEqual(mac, each(payload)));
      return isOurs ? decodeReference(payload) : null;
    },
  };
}

function createSignature(prefix: Prefix, secret: Uint8Array | string): (payload: Buffer) => Buffer {
  const octets = Buffer.from(secret as Uint8Array);
  if (octets.length < secretOctetsMin)
    throw new Error(`the secret of ${prefix}+ addresses needs 16 bytes or more`);
  // Given as octets, it would be made a key again by each call, which takes five times as long as the rest.
  const key = createSecretKey(octets);
  // The prefix is part of what is signed: a reply address can never be used to report a bounce.
  return (payload) =>
    createHmac('sha256', key).update(`${prefix}+`).update(payload).digest().subarray(0, macOctets);
}

/** Lower case survives servers that fold the case of a local part. Null for anything that was not written so. */
function decodeToken(text: string): Buffer | null {
  try {
    return Buffer.from(base32nopad.decode(text.toUpperCase()));
  } catch {
    return null;
  }
}
