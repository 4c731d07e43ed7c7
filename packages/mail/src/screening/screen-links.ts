import { parse as parseDomain } from 'tldts';
import { borrowedLinkDomain, registrableDomain } from './borrowed-name';
import { brands } from './brands';
import type { Finding } from './finding';
import type { SeenLink } from './read-html';

const shorteners = new Set(
  'bit.ly tinyurl.com t.ly is.gd cutt.ly rb.gy ow.ly shorturl.at rebrand.ly tiny.cc goo.su'.split(' '),
);
/** Top levels that are endings of files too: `readme.md` is no address. */
const fileEndings = new Set('ai app cc java md mov mp pl pub py rs sh so zip'.split(' '));
const brandNames = new Set(brands.map(({ name }) => name));

/** What is wrong with the links of a mail from `senderHost`. */
export function screenLinks(links: readonly SeenLink[], senderHost: string): Finding[] {
  return links.flatMap((link) => {
    const target = targetOf(link.href);
    return target === null ? [] : screenLink(target, link.words, registrableDomain(senderHost));
  });
}

function screenLink(target: URL, words: string, own: string | null): Finding[] {
  const host = target.hostname;
  const findings: Finding[] = [];
  if (isAddress(host)) {
    findings.push({ code: 'ip_link', detail: `a link uses the IP address ${host}`, isStrong: true });
  }
  if (target.username.includes('.')) {
    const detail = `a link to ${host} looks like one to ${target.username}`;
    findings.push({ code: 'disguised_link', detail, isStrong: true });
  }
  const brand = borrowedLinkDomain(host);
  if (brand) {
    findings.push({ code: 'lookalike_link', detail: `${host} looks like ${brand.name}`, isStrong: true });
  }
  if (shorteners.has(registrableDomain(host) ?? '')) {
    findings.push({
      code: 'short_link',
      detail: `a link is hidden behind the shortener ${host}`,
      isStrong: false,
    });
  }
  const shown = shownHost(words);
  if (shown !== null && !isSameSite(shown, host)) {
    // One's own address in front of a counting redirect is usual.
    const isStrong = registrableDomain(shown) !== own || own === null;
    findings.push({
      code: 'link_text_mismatch',
      detail: `a link shows ${shown} but leads to ${host}`,
      isStrong,
    });
  }
  return findings;
}

function targetOf(href: string): URL | null {
  const written = href.replace(/[\t\n\r]/g, '').trim();
  return /^(?:https?:)?\/\//i.test(written) ? URL.parse(written, 'https://relative.invalid') : null;
}

function isAddress(host: string): boolean {
  return host.startsWith('[') || parseDomain(host).isIp === true;
}

/** The host that the words of a link claim to lead to; null when they are not an address. */
function shownHost(words: string): string | null {
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
function isSameSite(shown: string, target: string): boolean {
  const [a, b] = [parseDomain(shown), parseDomain(target)];
  if (a.domain === b.domain) return true;
  const name = a.domainWithoutSuffix;
  if (name !== b.domainWithoutSuffix || name === null) return false;
  if (!brandNames.has(name)) return true;
  const own = brands.find((brand) => brand.name === name)?.domains ?? [];
  return own.includes(a.domain ?? '') && own.includes(b.domain ?? '');
}
