import { readTokens } from './read-tokens';

/** Elements that stand on lines of their own. */
const blocks = new Set(
  (
    'address article aside blockquote center dd div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr li main ' +
    'nav ol p pre section table tr ul'
  ).split(' '),
);
/** Enough to know whether the words of a link are its target. */
const wordsCharsMax = 2_000;
const shownAttributes = new Set(['href', 'alt']);
const unseen = new Set(['script', 'style', 'title', 'template']);

/** Preheaders are padded with them, and word processors leave them behind. */
const invisible = /[\u00ad\u034f\u200b-\u200d\u2060\ufeff]+/g;
const shownTargets = /^(?:https?:\/\/|mailto:|tel:)/i;

interface HtmlLinesOptions {
  /** Link targets in brackets behind the words, alternative texts of images, and bullets of lists. */
  readonly withTargets?: boolean;
}

/** The text part of a mail that has only HTML. No longer than the HTML. */
export function htmlText(html: string): string {
  const lines = htmlLines(html, { withTargets: true });
  return `${lines.replaceAll(/\n{3,}/g, '\n\n').trim()}\n`;
}

/** The lines of an HTML mail as a reader sees them, quotes with `>` in front. Linear in its size, however its tags are nested. */
export function htmlLines(html: string, { withTargets = false }: HtmlLinesOptions = {}): string {
  const lines: string[] = [];
  let line = '';
  let quotes = 0;
  let tag = '';
  let isUnseen = false;
  let attribute = '';
  let attributes = new Map<string, string>();
  let link: { readonly target: string; words: string } | null = null;

  const endLine = (): void => {
    lines.push(quotes > 0 ? `> ${line.trim()}` : line.trim());
    line = '';
  };
  const see = (text: string): void => {
    if (isUnseen) return;
    const shown = text.replace(invisible, '').replace(/[\s\u00a0]+/g, ' ');
    // A line never begins with a blank, so that an empty one is known without looking at it.
    line += line === '' ? shown.trimStart() : shown;
    if (link && link.words.length < wordsCharsMax) link.words += shown;
  };
  const endLink = (): void => {
    if (link === null) return;
    const { target } = link;
    const words = link.words.trim();
    link = null;
    if (target.replace(/^mailto:|^tel:/i, '') === words) return;
    line += words === '' ? target : ` (${target})`;
  };
  const seeElement = (): void => {
    if (tag === 'li') line += '- ';
    if (tag === 'img') see(attributes.get('alt') ?? '');
    if (tag !== 'a') return;
    endLink();
    const target = (attributes.get('href') ?? '').trim();
    if (shownTargets.test(target)) link = { target, words: '' };
  };
  const separate = (name: string): void => {
    if (blocks.has(name) && line !== '') endLine();
  };

  const addValue = (text: string): void => {
    if (shownAttributes.has(attribute)) attributes.set(attribute, (attributes.get(attribute) ?? '') + text);
  };

  readTokens(
    html,
    {
      onopentagname: (start, end) => {
        tag = html.slice(start, end).toLowerCase();
        attributes = new Map();
      },
      onattribname: (start, end) => void (attribute = html.slice(start, end).toLowerCase()),
      onattribdata: (start, end) => addValue(html.slice(start, end)),
      onattribentity: (codePoint) => addValue(String.fromCodePoint(codePoint)),
      onopentagend: () => {
        separate(tag);
        if (tag === 'br') endLine();
        if (tag === 'blockquote') quotes += 1;
        isUnseen = unseen.has(tag);
        if (withTargets) seeElement();
      },
      onselfclosingtag: () => {
        separate(tag);
        if (tag === 'br') endLine();
        if (withTargets) seeElement();
      },
      ontext: (start, end) => see(html.slice(start, end)),
      ontextentity: (codePoint) => see(String.fromCodePoint(codePoint)),
      onclosetag: (start, end) => {
        const name = html.slice(start, end).toLowerCase();
        isUnseen = false;
        if (name === 'a') endLink();
        if (name === 'td' || name === 'th') see(' ');
        separate(name);
        if (name === 'p') endLine();
        if (name === 'blockquote' && quotes > 0) quotes -= 1;
      },
    },
    { decodeEntities: true },
  );
  endLink();
  endLine();
  return lines.join('\n');
}
