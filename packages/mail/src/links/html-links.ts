import { decodeHTMLAttribute } from 'entities';
import { readTokens } from '../html/read-tokens';
import { isOptOut, trackableUrl, type FoundLink } from './trackable-url';

interface Span {
  readonly start: number;
  readonly end: number;
}

/** A link whose words are still being read. */
interface OpenLink extends FoundLink {
  words: string;
}

/** Enough to know what a link is for. */
const wordsCharsMax = 300;

/**
 * The links of a mail that can be followed and tracked: `href` of `a` and `area` with an http(s) target. Without
 * those for leaving a list, those with an attribute `data-no-track`, and everything in comments, scripts and styles.
 */
export function findHtmlLinks(html: string): FoundLink[] {
  const found: FoundLink[] = [];
  let open: OpenLink | null = null;
  let tag = '';
  let attributes = new Map<string, Span>();
  let attribute = '';

  const finish = (): void => {
    if (open && !isOptOut(open.url, open.words))
      found.push({ start: open.start, end: open.end, url: open.url });
    open = null;
  };
  const begin = (): void => {
    if (tag === 'img' && open) addWords(open, valueOf('alt'));
    if (tag !== 'a' && tag !== 'area') return;
    finish();
    const href = attributes.get('href');
    if (!href || attributes.has('data-no-track')) return;
    const url = trackableUrl(valueOf('href'));
    if (url === null) return;
    open = { ...href, url, words: `${valueOf('title')} ${valueOf('aria-label')} ${valueOf('alt')}` };
    if (tag === 'area') finish();
  };
  const valueOf = (name: string): string => {
    const span = attributes.get(name);
    return span ? decodeHTMLAttribute(html.slice(span.start, span.end)) : '';
  };

  readTokens(html, {
    onopentagname: (start, end) => {
      tag = html.slice(start, end).toLowerCase();
      attributes = new Map();
    },
    onattribname: (start, end) => {
      attribute = html.slice(start, end).toLowerCase();
    },
    // HTML §13.2.5.33: of two attributes with one name, the first counts.
    onattribdata: (start, end) =>
      void (attributes.has(attribute) || attributes.set(attribute, { start, end })),
    onattribend: (_quote, end) =>
      void (attributes.has(attribute) || attributes.set(attribute, { start: end, end })),
    onopentagend: begin,
    onselfclosingtag: begin,
    ontext: (start, end) => {
      if (open) addWords(open, html.slice(start, Math.min(end, start + wordsCharsMax)));
    },
    onclosetag: (start, end) => {
      if (html.slice(start, end).toLowerCase() === 'a') finish();
    },
    onend: finish,
  });
  return found;
}

/** Puts a fragment where the body ends: before the last `</body>`, else before `</html>`, else at the end. */
export function insertBeforeBodyEnd(html: string, fragment: string): string {
  const at = bodyEndOf(html);
  return html.slice(0, at) + fragment + html.slice(at);
}

export function bodyEndOf(html: string): number {
  const ends = new Map<string, number>();
  readTokens(html, {
    onclosetag: (start, end) =>
      void ends.set(html.slice(start, end).toLowerCase(), html.lastIndexOf('<', start)),
  });
  return ends.get('body') ?? ends.get('html') ?? html.length;
}

/** Whether a link of the mail leads there; nothing in comments, scripts and styles. */
export function hasHtmlLink(html: string, url: string): boolean {
  if (!html.includes(url)) return false;
  let tag = '';
  let attribute = '';
  let found = false;
  readTokens(html, {
    onopentagname: (start, end) => void (tag = html.slice(start, end).toLowerCase()),
    onattribname: (start, end) => void (attribute = html.slice(start, end).toLowerCase()),
    onattribdata: (start, end) => {
      if (tag !== 'a' || attribute !== 'href') return;
      found ||= decodeHTMLAttribute(html.slice(start, end)).trim() === url;
    },
  });
  return found;
}

function addWords(link: OpenLink, words: string): void {
  if (link.words.length < wordsCharsMax) link.words += words;
}
