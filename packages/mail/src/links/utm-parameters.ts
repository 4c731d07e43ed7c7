import { findHtmlLinks } from './html-links';
import { clickUrlOctetsMax } from './public-links';
import { findTextLinks } from './text-links';
import { replaceLinks } from './trackable-url';

/** What web analytics read from the address of a page. */
export interface UtmParameters {
  readonly source: string;
  readonly medium: string;
  readonly campaign: string;
}

interface Bodies {
  readonly html: string | null;
  readonly text: string | null;
}

/**
 * Adds the parameters to the links that can be tracked, so not to those for leaving a list. A link that has one of them keeps its own.
 * @param ownLinks of the recipient, such as those to preferences: they stay as they are
 */
export function addUtmParameters<Body extends Bodies>(
  body: Body,
  utm: UtmParameters | null,
  ownLinks: readonly string[],
): Body {
  if (utm === null) return body;
  const own = new Set(ownLinks);
  const target = (url: string): string => (own.has(url) ? url : withUtm(url, utm));
  const { html, text } = body;
  return {
    ...body,
    html: html && replaceLinks(html, findHtmlLinks(html), (url) => escapeAttribute(target(url))),
    text: text && replaceLinks(text, findTextLinks(text), target),
  };
}

/** What is written stays as it is, to the character. One that would be too long to track gets none. */
function withUtm(url: string, utm: UtmParameters): string {
  const hash = url.indexOf('#');
  const [page, fragment] = hash === -1 ? [url, ''] : [url.slice(0, hash), url.slice(hash)];
  const { searchParams } = new URL(url);
  const missing = (['source', 'medium', 'campaign'] as const)
    .filter((name) => !searchParams.has(`utm_${name}`))
    .map((name) => `utm_${name}=${encodeURIComponent(utm[name])}`)
    .join('&');
  if (missing === '') return url;
  const longer = `${page}${separatorOf(page)}${missing}${fragment}`;
  return longer.length > clickUrlOctetsMax ? url : longer;
}

function separatorOf(page: string): string {
  if (!page.includes('?')) return '?';
  return /[?&]$/.test(page) ? '' : '&';
}

const entities: Readonly<Record<string, string>> = {
  ...{ '&': '&amp;', '"': '&quot;', "'": '&#39;', '<': '&lt;', '>': '&gt;' },
};

/** For a value in quotes or without them: what was found has no blanks. */
function escapeAttribute(url: string): string {
  return url.replace(/[&"'<>]/g, (one) => entities[one] ?? one);
}
