import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import { compactVerify, errors } from 'jose';
import {
  decodeReference,
  encodeReference,
  referenceOctets,
  type RecipientReference,
} from '../return-path/recipient-reference';

/** What a link in a mail stands for; only we can make one, and it never expires. */
export type PublicLink = RecipientReference &
  (
    | { readonly kind: 'unsubscribe' }
    /** The reader's choices of topics. */
    | { readonly kind: 'preferences' }
    /** The mail as a page, for readers whose mail program does not show it well. */
    | { readonly kind: 'view' }
    | { readonly kind: 'open' }
    /** Leads to `url` and nowhere else: it is part of what is signed, so there is no open redirect. */
    | { readonly kind: 'click'; readonly url: string }
  );

export interface PublicLinks {
  /**
   * The link below an origin such as `https://links.shop.example`, and below no other host. Its path, for example
   * `/u/<token>`, has 71 characters, for a click a third more than the length of its URL: the host is signed, not written.
   */
  urlOf(origin: string, link: PublicLink): string;
  /** What a path below a host stands for; null unless it was made here for that host and purpose with one of the secrets. */
  read(path: string, host: string): Promise<ReadLink | null>;
}

export interface ReadLink {
  readonly link: PublicLink;
  /** False: it was signed before links belonged to hosts, and could stand below any. */
  readonly isOfHost: boolean;
}

type LinkKind = PublicLink['kind'];
/** Of links that are of a host, and of those of mail that was sent before there were such. */
type LinkForm = 'of a host' | 'of any host';
/** The others were added after links belonged to hosts. */
const madeForAnyHost: ReadonlySet<LinkKind> = new Set(['unsubscribe', 'open', 'click']);

const letterOf = {
  ...{ unsubscribe: 'u', preferences: 'p', view: 'v', open: 'o', click: 'c' },
} as const satisfies Record<LinkKind, string>;
const kindOf: Readonly<Record<string, LinkKind>> = {
  ...{ u: 'unsubscribe', p: 'preferences', v: 'view', o: 'open', c: 'click' },
};

/** RFC 7515 §7.1: the header is always this one, so links omit it. */
const headerPart = Buffer.from(JSON.stringify({ alg: 'HS256' })).toString('base64url');
/** What servers, proxies and mail programs take for certain; a longer URL is not wrapped in a link of ours. */
export const clickUrlOctetsMax = 4_000;
const pathCharsMax = 3 + Math.ceil(((referenceOctets + clickUrlOctetsMax) * 4) / 3) + 44;
const pathPattern = /^\/([upvoc])\/([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]{43})$/;

/**
 * @param secret 32 bytes; each kind of link has a key of its own derived from it, so that a pixel cannot unsubscribe
 * @param previousSecrets they only read: links in mail that was sent before the secret was changed
 */
export function createPublicLinks(secret: Buffer, previousSecrets: readonly Buffer[] = []): PublicLinks {
  const current = createKeyring(secret);
  const keyrings = [current, ...previousSecrets.map(createKeyring)];
  return {
    urlOf: (origin, link) => {
      const octets = encodeLink(link);
      const signature = sign(withHost(octets, new URL(origin).hostname), current(link.kind, 'of a host'));
      return `${origin}/${letterOf[link.kind]}/${octets.toString('base64url')}.${signature.toString('base64url')}`;
    },
    read: async (path, host) => {
      if (path.length > pathCharsMax) return null;
      const [, letter = '', payload = '', signature = ''] = pathPattern.exec(path) ?? [];
      const kind = kindOf[letter];
      // Base64 has several spellings of the same bytes; only ours counts.
      if (kind === undefined || !isCanonical(payload) || !isCanonical(signature)) return null;
      const octets = Buffer.from(payload, 'base64url');
      for (const isOfHost of madeForAnyHost.has(kind) ? [true, false] : [true]) {
        const signed = isOfHost ? withHost(octets, host).toString('base64url') : payload;
        for (const keyOf of keyrings) {
          const key = keyOf(kind, isOfHost ? 'of a host' : 'of any host');
          if (!(await isSigned(`${headerPart}.${signed}.${signature}`, key))) continue;
          const link = decodeLink(kind, octets);
          return link && { link, isOfHost };
        }
      }
      return null;
    },
  };
}

/** No host name has a line break, so a link and its host have one reading. */
function withHost(octets: Buffer, host: string): Buffer {
  return Buffer.concat([octets, Buffer.from(`\n${host}`)]);
}

function createKeyring(secret: Buffer): (kind: LinkKind, form: LinkForm) => KeyObject {
  const keys = new Map<string, KeyObject>();
  return (kind, form) => {
    const purpose = form === 'of a host' ? `postrider ${kind} links of a host` : `postrider ${kind} links`;
    const key =
      keys.get(purpose) ?? createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', purpose, 32)));
    keys.set(purpose, key);
    return key;
  };
}

/**
 * A JSON Web Signature (RFC 7515) by HS256, of octets. Not by jose, which verifies it: WebCrypto below it asks a thread for each,
 * 28 µs beside 4.5 and more on a busy machine, and a mail of a broadcast has four links.
 */
function sign(octets: Buffer, key: KeyObject): Buffer {
  return createHmac('sha256', key)
    .update(`${headerPart}.${octets.toString('base64url')}`)
    .digest();
}

async function isSigned(token: string, key: KeyObject): Promise<boolean> {
  try {
    await compactVerify(token, key, { algorithms: ['HS256'] });
    return true;
  } catch (error) {
    if (error instanceof errors.JOSEError) return false;
    throw error;
  }
}

function encodeLink(link: PublicLink): Buffer {
  const reference = encodeReference(link);
  return link.kind === 'click' ? Buffer.concat([reference, Buffer.from(link.url)]) : reference;
}

function decodeLink(kind: LinkKind, octets: Buffer): PublicLink | null {
  if (octets.length < referenceOctets) return null;
  const reference = decodeReference(octets);
  if (kind === 'click') return { ...reference, kind, url: octets.toString('utf8', referenceOctets) };
  return octets.length === referenceOctets ? { ...reference, kind } : null;
}

function isCanonical(base64url: string): boolean {
  return Buffer.from(base64url, 'base64url').toString('base64url') === base64url;
}
