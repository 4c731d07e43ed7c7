import { hkdfSync, webcrypto } from 'node:crypto';
import { CompactSign, compactVerify, errors } from 'jose';
import {
  decodeReference,
  encodeReference,
  REFERENCE_OCTETS,
  type RecipientReference,
} from '../return-path/recipient-reference';

/** What a link in a mail stands for; nobody but us can make one, and it never expires. */
export type PublicLink = RecipientReference &
  (
    | { readonly kind: 'unsubscribe' }
    | { readonly kind: 'open' }
    /** Leads to `url` and nowhere else: it is part of what is signed, so there is no open redirect. */
    | { readonly kind: 'click'; readonly url: string }
  );

export interface PublicLinks {
  /** The path, for example `/u/<token>`: 71 characters, and for a click a third more than the length of its URL. */
  pathOf(link: PublicLink): Promise<string>;
  /** What a path stands for; null unless it was made here with one of the secrets, for the same purpose. */
  read(path: string): Promise<PublicLink | null>;
}

type LinkKind = PublicLink['kind'];

const letterOf = { unsubscribe: 'u', open: 'o', click: 'c' } as const satisfies Record<LinkKind, string>;
const kindOf: Readonly<Record<string, LinkKind>> = { u: 'unsubscribe', o: 'open', c: 'click' };

/** RFC 7515 §7.1: the header is always this one, so it is left out of the links. */
const header = { alg: 'HS256' } as const;
const HEADER_PART = Buffer.from(JSON.stringify(header)).toString('base64url');
/** What servers, proxies and mail programs take for certain; a longer URL is not wrapped in a link of ours. */
export const CLICK_URL_OCTETS_MAX = 4_000;
const PATH_CHARS_MAX = 3 + Math.ceil(((REFERENCE_OCTETS + CLICK_URL_OCTETS_MAX) * 4) / 3) + 44;
const PATH = /^\/([uoc])\/([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]{43})$/;

/**
 * @param secret 32 bytes; each kind of link has a key of its own derived from it, so that a pixel cannot unsubscribe
 * @param previousSecrets they only read: links in mail that was sent before the secret was changed
 */
export function createPublicLinks(secret: Buffer, previousSecrets: readonly Buffer[] = []): PublicLinks {
  const keyrings = [secret, ...previousSecrets].map(createKeyring);
  return {
    pathOf: async (link) => {
      const key = await keyrings[0]?.(link.kind);
      if (!key) throw new Error('there is no secret to sign with');
      const signed = await new CompactSign(encodeLink(link)).setProtectedHeader(header).sign(key);
      return `/${letterOf[link.kind]}/${signed.slice(HEADER_PART.length + 1)}`;
    },
    read: async (path) => {
      if (path.length > PATH_CHARS_MAX) return null;
      const [, letter = '', payload = '', signature = ''] = PATH.exec(path) ?? [];
      const kind = kindOf[letter];
      // Base64 has several spellings of the same bytes; only ours counts.
      if (kind === undefined || !isCanonical(payload) || !isCanonical(signature)) return null;
      const token = `${HEADER_PART}.${payload}.${signature}`;
      for (const keyOf of keyrings) {
        const octets = await verified(token, await keyOf(kind));
        if (octets) return decodeLink(kind, octets);
      }
      return null;
    },
  };
}

/** Keys are imported once: signing with raw bytes takes five times as long (90 µs against 18 µs). */
function createKeyring(secret: Buffer): (kind: LinkKind) => Promise<webcrypto.CryptoKey> {
  const keys = new Map<LinkKind, Promise<webcrypto.CryptoKey>>();
  const importKey = (kind: LinkKind): Promise<webcrypto.CryptoKey> => {
    const derived = hkdfSync('sha256', secret, '', `postrider ${kind} links`, 32);
    const algorithm = { name: 'HMAC', hash: 'SHA-256' };
    return webcrypto.subtle.importKey('raw', derived, algorithm, false, ['sign', 'verify']);
  };
  return (kind) => {
    const known = keys.get(kind) ?? importKey(kind);
    keys.set(kind, known);
    return known;
  };
}

async function verified(token: string, key: webcrypto.CryptoKey): Promise<Buffer | null> {
  try {
    const { payload } = await compactVerify(token, key, { algorithms: [header.alg] });
    return Buffer.from(payload);
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}

function encodeLink(link: PublicLink): Buffer {
  const reference = encodeReference(link);
  return link.kind === 'click' ? Buffer.concat([reference, Buffer.from(link.url)]) : reference;
}

function decodeLink(kind: LinkKind, octets: Buffer): PublicLink | null {
  if (octets.length < REFERENCE_OCTETS) return null;
  const reference = decodeReference(octets);
  if (kind === 'click') return { ...reference, kind, url: octets.toString('utf8', REFERENCE_OCTETS) };
  return octets.length === REFERENCE_OCTETS ? { ...reference, kind } : null;
}

function isCanonical(base64url: string): boolean {
  return Buffer.from(base64url, 'base64url').toString('base64url') === base64url;
}
