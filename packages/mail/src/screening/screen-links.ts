import { parse as parseDomain } from 'tldts';
import { borrowedLinkDomain, registrableDomain } from './borrowed-name';
import type { Finding } from './finding';
import { isSameSite, isShortener, shownHost } from './link-host';
import type { SeenLink } from './read-html';

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
  if (isShortener(host)) {
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
