import { parse as parseDomain } from 'tldts';
import { brands } from './brands';

const shorteners = new Set(
  'bit.ly tinyurl.com t.ly is.gd cutt.ly rb.gy ow.ly shorturl.at rebrand.ly tiny.cc goo.su'.split(' '),
);
/** Top levels that are endings of files too: `readme.md` is no address. */
const fileEndings = new Set('ai app cc java md mov mp pl pub py rs sh so zip'.split(' '));
const brandNames = new Set(brands.map(({ name }) => name));

/** Whether the host redirects its links to pages of others, as shorteners do. */
export function isShortener(host: string): boolean {
  return shorteners.has(parseDomain(host).domain ?? '');
}

/** The host that the words of a link claim to lead to; null when they are not an address. */
export function shownHost(words: string): string | null {
  const tokens = words.trim().split(/\s+/);
  for (const token of tokens) {
    const isExplicit = /^(?:https?:\/\/|www\.)/i.test(token);
    if (!isExplicit && tokens.length > 1) continue;
    const host = URL.parse(/^https?:\/\//i.test(token) ? token : `https://${token}`)?.hostname;
    if (host === undefined || token.includes('@')) continue;
    const { isIcann, publicSuffix, domain } = parseDomain(host);
    if (isIcann !== true || domain === null) continue;
    if (isExplicit || !fileEndings.has(publicSuffix ?? '')) return host;
  }
  return null;
}

/** One registrable domain, or one name under two top levels; not so for brands, whose name others register under other top levels. */
export function isSameSite(shown: string, target: string): boolean {
  const [a, b] = [parseDomain(shown), parseDomain(target)];
  if (a.domain === b.domain) return true;
  const name = a.domainWithoutSuffix;
  if (name !== b.domainWithoutSuffix || name === null) return false;
  if (!brandNames.has(name)) return true;
  const own = brands.find((brand) => brand.name === name)?.domains ?? [];
  return own.includes(a.domain ?? '') && own.includes(b.domain ?? '');
}
