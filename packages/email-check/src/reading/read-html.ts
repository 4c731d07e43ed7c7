import { readTokens } from '@postrider/mail';
import { createLineFinder } from './line-finder';
import { readDeclarations, readStyleSheet } from './read-css';

export interface Link {
  readonly href: string;
  /** What its reader sees. */
  readonly words: string;
  /** What stands for it where images are not shown, and what is read to its reader. */
  readonly names: string;
  readonly line: number;
}

export interface Image {
  readonly src: string;
  /** Null: it has none. */
  readonly alt: string | null;
  readonly width: string | undefined;
  readonly height: string | undefined;
  /** Hidden from readers who have it read to them. */
  readonly isDecoration: boolean;
  readonly line: number;
}

/** Where something is used for the first time. */
export interface Used {
  readonly line: number;
  /** Outlook on Windows sees it, too: it is not within `<!--[if !mso]><!-->`. */
  readonly isSeenByWord: boolean;
}

export interface HtmlDocument {
  readonly links: readonly Link[];
  readonly images: readonly Image[];
  /** Characters that are seen, without blanks. */
  readonly textChars: number;
  /** Features of HTML and CSS by their keys, of those that `isKnown` knows. */
  readonly uses: ReadonlyMap<string, Used>;
  /** Texts and values of attributes that hold `{{` or `{%`, outside of code that is shown. */
  readonly liquid: readonly { readonly text: string; readonly at: number }[];
  /** The line of a position. */
  readonly lineOf: (at: number) => number;
}

/** Mails have some hundred; beyond this the answer would not be read either. */
const listedMax = 5_000;
const wordsCharsMax = 500;
const readAttributes = new Set(
  'href src alt style width height type background role aria-hidden title aria-label rel srcset'.split(' '),
);
const shownCode = new Set(['code', 'pre', 'kbd', 'samp']);
const unseen = new Set(['script', 'style', 'title', 'template']);
/** Blanks, and what preheaders are padded with. */
const invisible = /(?:\u034f|[\s\u00a0\u00ad\u200b-\u200f\u2007\u2060-\u2064\ufeff])+/g;

/** Everything that checks look at, in one pass. Linear in the length, however tags are nested. */
export function readHtml(html: string, isKnown: (feature: string) => boolean): HtmlDocument {
  return new HtmlReader(html, isKnown).read();
}

interface OpenLink extends Link {
  words: string;
  names: string;
}

class HtmlReader {
  private readonly links: OpenLink[] = [];
  private readonly images: Image[] = [];
  private readonly uses = new Map<string, Used>();
  private readonly liquid: { text: string; at: number }[] = [];
  private readonly lineOf: (at: number) => number;
  private textChars = 0;
  private tag = '';
  private tagAt = 0;
  private attribute = '';
  private attributeAt = 0;
  private value = '';
  private attributes = new Map<string, string>();
  private open: OpenLink | null = null;
  private unseenTag = '';
  /** Where the text of an element `style` begins, and how far it has come. */
  private style: { readonly at: number; end: number } | null = null;
  private codeDepth = 0;
  private isHiddenFromWord = false;

  constructor(
    private readonly html: string,
    private readonly isKnown: (feature: string) => boolean,
  ) {
    this.lineOf = createLineFinder(html);
  }

  read(): HtmlDocument {
    const { html } = this;
    const lower = (start: number, end: number): string => html.slice(start, end).toLowerCase();
    readTokens(
      html,
      {
        onopentagname: (start, end) => {
          [this.tag, this.tagAt] = [lower(start, end), start];
          this.attributes = new Map();
        },
        onattribname: (start, end) => {
          [this.attribute, this.attributeAt, this.value] = [lower(start, end), start, ''];
        },
        onattribdata: (start, end) => void (this.value += html.slice(start, end)),
        onattribentity: (codePoint) => void (this.value += String.fromCodePoint(codePoint)),
        onattribend: () => this.endAttribute(),
        onopentagend: () => {
          this.openTag();
          if (unseen.has(this.tag)) this.unseenTag = this.tag;
          if (shownCode.has(this.tag)) this.codeDepth += 1;
        },
        onselfclosingtag: () => this.openTag(),
        ontext: (start, end) => {
          if (this.unseenTag !== 'style') this.see(html.slice(start, end), start);
          else if (this.style === null) this.style = { at: start, end };
          else this.style.end = end;
        },
        ontextentity: (codePoint, end) => this.see(String.fromCodePoint(codePoint), end - 1),
        onclosetag: (start, end) => this.closeTag(lower(start, end)),
        onend: () => this.endStyle(),
        oncomment: (start, end) => this.readComment(html.slice(start, Math.min(end, start + wordsCharsMax))),
      },
      { decodeEntities: true },
    );
    const { links, images, textChars, uses, liquid, lineOf } = this;
    return { links, images, textChars, uses, liquid, lineOf };
  }

  private use(key: string, at: number): void {
    if (!this.isKnown(key)) return;
    const known = this.uses.get(key);
    if (known !== undefined && (known.isSeenByWord || this.isHiddenFromWord)) return;
    this.uses.set(key, { line: this.lineOf(at), isSeenByWord: !this.isHiddenFromWord });
  }

  private endAttribute(): void {
    const { attribute, attributeAt, value } = this;
    this.findLiquid(value, attributeAt);
    this.use(`attribute:${attribute}`, attributeAt);
    // HTML §13.2.5.33: of two attributes with one name, the first counts.
    if (!readAttributes.has(attribute) || this.attributes.has(attribute)) return;
    this.attributes.set(attribute, value);
    if (attribute === 'style') readDeclarations(value, (key) => this.use(key, attributeAt));
  }

  private openTag(): void {
    const { tag, tagAt, attributes } = this;
    this.use(`element:${tag}`, tagAt);
    if (tag === 'input') this.use(`input:${attributes.get('type')?.toLowerCase() ?? 'text'}`, tagAt);
    if (tag === 'img') this.addImage();
    if (tag !== 'a' && tag !== 'area') return;
    this.open = null;
    const href = attributes.get('href');
    if (href === undefined || this.links.length >= listedMax) return;
    const names = ['title', 'aria-label', 'alt'].map((name) => attributes.get(name) ?? '').join(' ');
    const link = { href: href.trim(), words: '', names, line: this.lineOf(tagAt) };
    this.links.push(link);
    if (tag === 'a') this.open = link;
  }

  private addImage(): void {
    const { attributes, images, open, tagAt } = this;
    const src = attributes.get('src')?.trim() ?? '';
    const alt = attributes.get('alt') ?? null;
    if (alt !== null && open !== null && open.names.length < wordsCharsMax)
      open.names += ` ${alt.slice(0, wordsCharsMax)}`;
    const format = formatOf(src);
    if (format !== null) this.use(`image:${format}`, tagAt);
    if (images.length >= listedMax) return;
    const isDecoration =
      attributes.get('aria-hidden') === 'true' || attributes.get('role') === 'presentation';
    images.push({
      ...{ src, alt, isDecoration, line: this.lineOf(tagAt) },
      ...{ width: attributes.get('width'), height: attributes.get('height') },
    });
  }

  private closeTag(tag: string): void {
    this.endStyle();
    this.unseenTag = '';
    if (tag === 'a') this.open = null;
    if (shownCode.has(tag)) this.codeDepth = Math.max(0, this.codeDepth - 1);
    this.addWords(' ');
  }

  private endStyle(): void {
    const { style } = this;
    if (style === null) return;
    this.style = null;
    readStyleSheet(this.html.slice(style.at, style.end), (key, inside) => this.use(key, style.at + inside));
  }

  private see(text: string, at: number): void {
    if (this.unseenTag !== '') return;
    this.textChars += text.replace(invisible, '').length;
    this.addWords(text);
    if (this.codeDepth === 0) this.findLiquid(text, at);
  }

  private addWords(words: string): void {
    if (this.open === null || this.open.words.length >= wordsCharsMax) return;
    this.open.words += words.slice(0, wordsCharsMax);
  }

  private findLiquid(text: string, at: number): void {
    if (this.liquid.length >= listedMax || !(text.includes('{{') || text.includes('{%'))) return;
    this.liquid.push({ text, at });
  }

  /** `<!--[if !mso]><!-->` begins what Outlook on Windows leaves out, `<!--<![endif]-->` ends it. */
  private readComment(comment: string): void {
    if (/\[if\s+!\s*mso/i.test(comment)) this.isHiddenFromWord = true;
    else if (/\[endif\]/i.test(comment)) this.isHiddenFromWord = false;
  }
}

/** `svg` of `https://shop.example/logo.svg?v=2`; `data` of a data URI. */
function formatOf(src: string): string | null {
  if (/^data:/i.test(src)) return 'data';
  return /\.([a-z0-9]{3,4})$/i.exec(src.slice(0, 2_000).replace(/[?#].*$/s, ''))?.[1]?.toLowerCase() ?? null;
}
