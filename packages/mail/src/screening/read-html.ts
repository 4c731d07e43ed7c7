import { readTokens } from '../html/read-tokens';

/** A link as its reader sees it: where it goes, and what it says. */
export interface SeenLink {
  readonly href: string;
  readonly words: string;
}

export interface SeenHtml {
  readonly text: string;
  readonly links: readonly SeenLink[];
  /** A field that asks for a password. */
  readonly asksPassword: boolean;
}

/** Enough to know what a mail is about; the rest is never looked at. */
const textCharsMax = 100_000;
const linksMax = 1_000;
const wordsCharsMax = 500;

/** Elements that end the line before them, also where nothing is closed: words of two blocks are not one word. */
const blocks = new Set(
  (
    'address article aside blockquote br center dd div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr li ' +
    'main nav ol optgroup option p pre section table tbody td tfoot th thead tr ul'
  ).split(' '),
);

const readAttributes = new Set(['href', 'type']);

/** The visible text of the mail. Linear in its size, however its tags are nested. */
export function readHtml(html: string): SeenHtml {
  const links: { href: string; words: string }[] = [];
  let open: { href: string; words: string } | null = null;
  let text = '';
  let asksPassword = false;
  let isUnseen = false;
  let tag = '';
  let attribute = '';
  let value = '';
  let attributes = new Map<string, string>();

  const see = (words: string): void => {
    if (isUnseen) return;
    if (text.length < textCharsMax) text += words.slice(0, textCharsMax - text.length);
    if (open && open.words.length < wordsCharsMax) open.words += words.slice(0, wordsCharsMax);
  };
  const separate = (): void => void (text.length < textCharsMax && (text += ' '));
  const begin = (): void => {
    if (blocks.has(tag)) separate();
    if (tag === 'input' && attributes.get('type')?.toLowerCase() === 'password') asksPassword = true;
    const href = tag === 'a' || tag === 'area' ? attributes.get('href') : undefined;
    if (href === undefined || links.length >= linksMax) return;
    open = { href, words: '' };
    links.push(open);
  };

  readTokens(
    html,
    {
      onopentagname: (start, end) => {
        tag = html.slice(start, end).toLowerCase();
        attributes = new Map();
      },
      onattribname: (start, end) => {
        attribute = html.slice(start, end).toLowerCase();
        value = '';
      },
      onattribdata: (start, end) => void (value += html.slice(start, end)),
      onattribentity: (codePoint) => void (value += String.fromCodePoint(codePoint)),
      // HTML §13.2.5.33: of two attributes with one name, the first counts.
      onattribend: () => {
        if (readAttributes.has(attribute) && !attributes.has(attribute)) attributes.set(attribute, value);
      },
      onopentagend: () => {
        begin();
        // What is in these is text up to their end tag, and no other closes them.
        isUnseen = tag === 'script' || tag === 'style';
      },
      onselfclosingtag: begin,
      ontext: (start, end) => see(html.slice(start, end)),
      ontextentity: (codePoint) => see(String.fromCodePoint(codePoint)),
      onclosetag: (start, end) => {
        isUnseen = false;
        if (html.slice(start, end).toLowerCase() === 'a') open = null;
        separate();
      },
    },
    { decodeEntities: true },
  );
  return { text, links, asksPassword };
}

/** The http(s) addresses written out in a plain text. */
export function readTextLinks(text: string): SeenLink[] {
  const found = text.slice(0, textCharsMax).match(/\bhttps?:\/\/[^\s<>"'()[\]{}]+/gi) ?? [];
  return found.slice(0, linksMax).map((href) => ({ href, words: '' }));
}
