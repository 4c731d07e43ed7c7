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
const invisible = /\u034f|[\u00ad\u200b\u2060\ufeff]/g;
/** Preheaders are padded with these, too. Between two letters or emoji they are part of a word (ZWNJ) or an emoji (ZWJ). */
const joiners = /[\u200c\u200d]+/g;
const joinedBefore = /[\p{L}\p{M}\p{N}\p{Extended_Pictographic}\p{Emoji_Modifier}]$/u;
const joinedAfter = /^[\p{L}\p{M}\p{N}\p{Extended_Pictographic}]/u;
const joinersMax = 2;
const shownTargets = /^(?:https?:\/\/|mailto:|tel:)/i;

interface HtmlLinesOptions {
  /** Link targets in brackets behind the words, alternative texts of images, and bullets of lists. */
  readonly withTargets?: boolean;
}

/** The text part of a mail that has only HTML. No longer than the HTML, which marks of quoted lines could make it. */
export function htmlText(html: string): string {
  const lines = htmlLines(html, { withTargets: true });
  return `${lines
    .replaceAll(/\n{3,}/g, '\n\n')
    .replace(/^\n+/, '')
    .trimEnd()
    .slice(0, html.length)}\n`;
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
  private preformatted = 0;
  private isFirstOfPreformatted = false;
  /** Joiners that came last; what comes next decides about them. */
  private waiting = '';
  /** The last character before them. The line itself would be copied to look at its end. */
  private last = '';
  private isUnseen = false;
  private link: { readonly target: string; words: string } | null = null;

  constructor(private readonly withTargets: boolean) {}

  open(tag: string, attributes: ReadonlyMap<string, string>): void {
    this.openEmpty(tag, attributes);
    if (tag === 'blockquote') this.quotes += 1;
    if (tag === 'pre') {
      this.preformatted += 1;
      this.isFirstOfPreformatted = true;
    }
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
    if (this.isUnseen || text === '') return;
    const shown = this.joinedToLine(text.replace(invisible, ''));
    if (this.preformatted > 0) this.seeLines(shown);
    else this.add(shown.replace(/[\s\u00a0]+/g, ' '));
  }

  /** HTML drops a line break that comes first. */
  private seeLines(text: string): void {
    const [first = '', ...others] = text.split(/\r\n|\r|\n/);
    const isDropped = this.isFirstOfPreformatted && first === '' && others.length > 0;
    this.isFirstOfPreformatted = false;
    this.add(first.replaceAll('\u00a0', ' '));
    for (const [index, line] of others.entries()) {
      if (index > 0 || !isDropped) this.endLine();
      this.add(line.replaceAll('\u00a0', ' '));
    }
  }

  private add(shown: string): void {
    // A line begins with no blank outside of <pre>, so that an empty one is known without looking at it.
    this.line += this.line === '' && this.preformatted === 0 ? shown.trimStart() : shown;
    if (this.link && this.link.words.length < wordsCharsMax) this.link.words += shown;
  }

  /** Without joiners that join nothing. */
  private joinedToLine(text: string): string {
    const { last } = this;
    const whole = last + this.waiting + text;
    let end = whole.length;
    while (end > last.length && isJoiner(whole[end - 1])) end -= 1;
    this.waiting = whole.slice(end, end + joinersMax);
    this.last = whole.slice(0, end).slice(-2);
    return whole
      .slice(0, end)
      .replace(joiners, (run, at: number) => (isInWord(whole, at, at + run.length) ? run : ''))
      .slice(last.length);
  }

  close(tag: string): void {
    this.isUnseen = false;
    if (tag === 'a') this.endLink();
    if (tag === 'td' || tag === 'th') this.see(' ');
    this.separate(tag);
    if (tag === 'p') this.endLine();
    if (tag === 'blockquote' && this.quotes > 0) this.quotes -= 1;
    if (tag === 'pre' && this.preformatted > 0) this.preformatted -= 1;
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
    const line = this.preformatted > 0 ? this.line.trimEnd() : this.line.trim();
    this.lines.push(this.quotes > 0 ? `> ${line}` : line);
    this.line = '';
    this.last = this.waiting = '';
  }
}

function isJoiner(char: string | undefined): boolean {
  return char === '\u200c' || char === '\u200d';
}

function isInWord(text: string, start: number, end: number): boolean {
  return (
    joinedBefore.test(text.slice(Math.max(start - 2, 0), start)) && joinedAfter.test(text.slice(end, end + 2))
  );
}
