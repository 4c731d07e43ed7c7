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
const invisible = /\u034f|\u200d|[\u00ad\u200b\u200c\u2060\ufeff]/g;
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
  const writer = new LineWriter(withTargets);
  let tag = '';
  let attribute = '';
  let attributes = new Map<string, string>();
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
      onopentagend: () => writer.open(tag, attributes),
      onselfclosingtag: () => writer.openEmpty(tag, attributes),
      ontext: (start, end) => writer.see(html.slice(start, end)),
      ontextentity: (codePoint) => writer.see(String.fromCodePoint(codePoint)),
      onclosetag: (start, end) => writer.close(html.slice(start, end).toLowerCase()),
    },
    { decodeEntities: true },
  );
  return writer.end();
}

class LineWriter {
  private readonly lines: string[] = [];
  private line = '';
  private quotes = 0;
  private isUnseen = false;
  private link: { readonly target: string; words: string } | null = null;

  constructor(private readonly withTargets: boolean) {}

  open(tag: string, attributes: ReadonlyMap<string, string>): void {
    this.openEmpty(tag, attributes);
    if (tag === 'blockquote') this.quotes += 1;
    this.isUnseen = unseen.has(tag);
  }

  openEmpty(tag: string, attributes: ReadonlyMap<string, string>): void {
    this.separate(tag);
    if (tag === 'br') this.endLine();
    if (!this.withTargets) return;
    if (tag === 'li') this.line += '- ';
    if (tag === 'img') this.see(attributes.get('alt') ?? '');
    if (tag !== 'a') return;
    this.endLink();
    const target = (attributes.get('href') ?? '').trim();
    if (shownTargets.test(target)) this.link = { target, words: '' };
  }

  see(text: string): void {
    if (this.isUnseen) return;
    const shown = text.replace(invisible, '').replace(/[\s\u00a0]+/g, ' ');
    // A line never begins with a blank, so that an empty one is known without looking at it.
    this.line += this.line === '' ? shown.trimStart() : shown;
    if (this.link && this.link.words.length < wordsCharsMax) this.link.words += shown;
  }

  close(tag: string): void {
    this.isUnseen = false;
    if (tag === 'a') this.endLink();
    if (tag === 'td' || tag === 'th') this.see(' ');
    this.separate(tag);
    if (tag === 'p') this.endLine();
    if (tag === 'blockquote' && this.quotes > 0) this.quotes -= 1;
  }

  end(): string {
    this.endLink();
    this.endLine();
    return this.lines.join('\n');
  }

  private endLink(): void {
    if (this.link === null) return;
    const { target } = this.link;
    const words = this.link.words.trim();
    this.link = null;
    if (target.replace(/^mailto:|^tel:/i, '') === words) return;
    this.line += words === '' ? target : ` (${target})`;
  }

  private separate(tag: string): void {
    if (blocks.has(tag) && this.line !== '') this.endLine();
  }

  private endLine(): void {
    const line = this.line.trim();
    this.lines.push(this.quotes > 0 ? `> ${line}` : line);
    this.line = '';
  }
}
