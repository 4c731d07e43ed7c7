import { decodeHTMLAttribute, escapeText } from 'entities';
import { readTokens } from '../html/read-tokens';
import { bodyEndOf } from './html-links';

interface Span {
  readonly start: number;
  readonly end: number;
}

/** A page around a place for a footer. */
export interface WebPage {
  readonly beforeFooter: string;
  readonly afterFooter: string;
}

/**
 * The HTML of a mail as a page for everybody. Links whose target is empty, because it was that of a recipient, are removed with their words.
 * @param title for a mail without one
 */
export function webPageOf(html: string, title: string): WebPage {
  const { emptyLinks, hasTitle } = read(html);
  let shown = '';
  let at = 0;
  for (const { start, end } of emptyLinks) {
    shown += html.slice(at, start);
    at = end;
  }
  shown += html.slice(at);
  const page = hasTitle ? shown : withTitle(shown, title);
  const end = bodyEndOf(page);
  return { beforeFooter: page.slice(0, end), afterFooter: page.slice(end) };
}

function read(html: string): { readonly emptyLinks: readonly Span[]; readonly hasTitle: boolean } {
  const emptyLinks: Span[] = [];
  let hasTitle = false;
  let [tag, attribute, href] = ['', '', null as string | null];
  let [tagStart, opened] = [0, null as number | null];

  const begin = (): void => {
    if (tag !== 'a') return;
    opened = href?.trim() === '' ? tagStart : null;
  };
  readTokens(html, {
    onopentagname: (start, end) => {
      tag = html.slice(start, end).toLowerCase();
      tagStart = start - 1;
      href = null;
      hasTitle ||= tag === 'title';
    },
    onattribname: (start, end) => void (attribute = html.slice(start, end).toLowerCase()),
    onattribdata: (start, end) => {
      if (attribute === 'href') href ??= decodeHTMLAttribute(html.slice(start, end));
    },
    onattribend: () => {
      if (attribute === 'href') href ??= '';
    },
    onopentagend: begin,
    onselfclosingtag: begin,
    onclosetag: (start, end) => {
      if (opened === null || html.slice(start, end).toLowerCase() !== 'a') return;
      const close = html.indexOf('>', end);
      emptyLinks.push({ start: opened, end: close === -1 ? html.length : close + 1 });
      opened = null;
    },
  });
  return { emptyLinks, hasTitle };
}

/** Behind the doctype, where a browser puts it into the head; before it, the page would be shown in quirks mode. */
function withTitle(html: string, title: string): string {
  const { 0: doctype = '' } = /^\s*<!doctype[^>]*>/i.exec(html) ?? [];
  return `${doctype}<title>${escapeText(title)}</title>${html.slice(doctype.length)}`;
}
