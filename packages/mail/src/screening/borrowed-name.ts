import { domainToUnicode } from 'node:url';
import { parse as parseDomain } from 'tldts';
import { isOneSlipApart } from '../addresses/one-slip';
import { brands, serviceWords, type Brand } from './brands';
import { skeletonOf } from './skeleton';

const known = brands.map((brand) => ({ ...brand, skeleton: skeletonOf(brand.name) }));
/** Shorter names lie one letter apart from ordinary words. */
const slipCharsMin = 6;
const wordsMax = 6;

/** The brand whose domain this one could be taken for; null when it is the brand's own or looks like none. */
export function borrowedDomain(host: string): Brand | null {
  const domain = registrableDomain(host);
  if (domain === null) return null;
  const label = domainToUnicode(domain).split('.')[0] ?? '';
  const tokens = label.split('-').map(skeletonOf);
  const skeleton = skeletonOf(label.replaceAll('-', ''));
  return (
    known.find(
      (brand) =>
        !brand.domains.includes(domain) &&
        (looksLike({ label, skeleton }, brand) ||
          (!brand.isWord && tokens.length > 1 && tokens.includes(brand.skeleton)) ||
          isSpelledOut(host, domain, brand)),
    ) ?? null
  );
}

/** As `borrowedDomain`, for a domain that is only linked to: brands have a domain in each country, under their own name. */
export function borrowedLinkDomain(host: string): Brand | null {
  const brand = borrowedDomain(host);
  const label = registrableDomain(host)?.split('.')[0];
  return brand !== null && label === brand.name ? null : brand;
}

/** The brand that a display name contains although the domain is not the brand's; null without one. */
export function borrowedDisplayName(name: string, host: string): Brand | null {
  const words = name.split(/[^\p{L}\p{N}\p{M}|!$@€\u200b-\u200f\u2060\ufeff\u00ad]+/u).filter(Boolean);
  const skeletons = words.map(skeletonOf);
  const domain = registrableDomain(host) ?? host;
  for (const brand of known) {
    if (brand.domains.includes(domain)) continue;
    const run = findRun(skeletons, brand.skeleton);
    if (run === null) continue;
    if (!brand.isWord) return brand;
    const others = words.filter((_word, index) => index < run.start || index >= run.end);
    if (others.every((word) => serviceWords.has(word.toLowerCase()))) return brand;
  }
  return null;
}

/** The registered domain, as A-labels: `shop.example.co.uk` → `example.co.uk`. Null for an IP address. */
export function registrableDomain(host: string): string | null {
  const { domain, isIp } = parseDomain(host);
  return isIp === true ? null : domain;
}

/** The name itself under a strange top level, in other letters, or one keystroke away. */
function looksLike(
  { label, skeleton }: { readonly label: string; readonly skeleton: string },
  brand: (typeof known)[number],
): boolean {
  if (skeleton === brand.skeleton) return label !== brand.name || !brand.isWord;
  return !brand.isWord && brand.name.length >= slipCharsMin && isOneSlipApart(skeleton, brand.skeleton);
}

/** `paypal.com.example.test`: the real address, in front of the one that counts. */
function isSpelledOut(host: string, domain: string, brand: Brand): boolean {
  const front = host.slice(0, -domain.length);
  return brand.domains.some(
    (own) => front === `${own}.` || front.includes(`.${own}.`) || front.startsWith(`${own}.`),
  );
}

/** Consecutive words that together make the brand: `Bank of America`, `Pay Pal`. */
function findRun(words: readonly string[], brand: string): { start: number; end: number } | null {
  for (let start = 0; start < words.length; start += 1) {
    let joined = '';
    for (let end = start + 1; end <= Math.min(words.length, start + wordsMax); end += 1) {
      joined += words[end - 1] ?? '';
      if (joined === brand) return { start, end };
      if (joined.length > brand.length) break;
    }
  }
  return null;
}
