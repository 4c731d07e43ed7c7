import type { EmailCheckFinding } from '@postrider/contracts/emails';
import { isOptOut, isSameSite, isShortener, registrableDomain, shownHost } from '@postrider/mail';
import type { Image, Link } from '../reading/read-html';
import { listPlaces, quoted, type Place } from './finding-list';

interface Links {
  readonly field: 'html' | 'text';
  readonly links: readonly Link[];
  readonly images: readonly Image[];
  readonly senderDomain: string;
}

/** What filters and readers hold against links. */
export function checkLinks({ field, links, images, senderDomain }: Links): EmailCheckFinding[] {
  const targets = links.flatMap(({ href, words, line }) => {
    const url = webUrl(href);
    return url === null ? [] : [{ url, words, line }];
  });
  const insecure: Place[] = [
    ...targets.map(({ url, line }) => ({ url, line, what: 'The link to' })),
    ...images.flatMap(({ src, line }) => {
      const url = webUrl(src);
      return url === null ? [] : [{ url, line, what: 'The image at' }];
    }),
  ]
    .filter(({ url }) => url.protocol === 'http:')
    .map(({ url, line, what }) => ({
      line,
      message: `${what} ${quoted(url.href)} is not encrypted: use https.`,
    }));
  const short = targets
    .filter(({ url }) => isShortener(url.hostname))
    .map(({ url, line }) => ({
      line,
      message: `${url.hostname} hides where the link leads. Filters distrust it: link to the page itself.`,
    }));
  const kind = { severity: 'warning', field } as const;
  return [
    ...listPlaces({ code: 'insecure_link', ...kind }, insecure, (rest) => `${rest} more addresses use http.`),
    ...listPlaces({ code: 'shortener', ...kind }, short, (rest) => `${rest} more links are shortened.`),
    ...mismatches(targets, { field, senderDomain }),
  ];
}

function mismatches(
  targets: readonly { readonly url: URL; readonly words: string; readonly line: number }[],
  { field, senderDomain }: Pick<Links, 'field' | 'senderDomain'>,
): EmailCheckFinding[] {
  const own = registrableDomain(senderDomain);
  const found = targets.flatMap(({ url, words, line }) => {
    const shown = shownHost(words);
    if (shown === null || isSameSite(shown, url.hostname)) return [];
    const message = `The link shows ${quoted(shown)}, but leads to ${quoted(url.hostname)}. Filters take this for phishing.`;
    return [{ line, message, isOwn: registrableDomain(shown) === own }];
  });
  const kind = { code: 'link_mismatch', field } as const;
  const further = (rest: number) => `${rest} more links show another host than their own.`;
  return [
    ...listPlaces(
      { ...kind, severity: 'warning' },
      found.filter(({ isOwn }) => !isOwn),
      further,
    ),
    // One's own address in front of a counting redirect is usual.
    ...listPlaces(
      { ...kind, severity: 'info' },
      found.filter(({ isOwn }) => isOwn),
      further,
    ),
  ];
}

/** Whether a reader can leave the list by one of them. */
export function hasUnsubscribeLink(links: readonly Link[]): boolean {
  return links.some(
    ({ href, words, names }) => href !== '' && href !== '#' && isOptOut(href, `${words} ${names}`),
  );
}

/** As browsers read it (URL standard §4.4); null: it does not lead to the web. */
export function webUrl(href: string): URL | null {
  const written = href.replace(/[\t\n\r]/g, '');
  return /^https?:\/\//i.test(written) ? URL.parse(written) : null;
}
