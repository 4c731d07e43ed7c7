import { Parser } from 'htmlparser2';

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
const TEXT_CHARS_MAX = 100_000;
const LINKS_MAX = 1_000;
const WORDS_CHARS_MAX = 500;

/** What somebody sees who opens the mail. */
export function readHtml(html: string): SeenHtml {
  const links: { href: string; words: string }[] = [];
  let open: { href: string; words: string } | null = null;
  let text = '';
  let asksPassword = false;
  let unseen = 0;
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        if (name === 'script' || name === 'style') unseen += 1;
        if (name === 'input' && attributes['type']?.toLowerCase() === 'password') asksPassword = true;
        if (
          (name === 'a' || name === 'area') &&
          attributes['href'] !== undefined &&
          links.length < LINKS_MAX
        ) {
          open = { href: attributes['href'], words: '' };
          links.push(open);
        }
      },
      ontext: (words) => {
        if (unseen > 0) return;
        if (text.length < TEXT_CHARS_MAX) text += words;
        if (open && open.words.length < WORDS_CHARS_MAX) open.words += words;
      },
      onclosetag: (name) => {
        if (name === 'script' || name === 'style') unseen -= 1;
        if (name === 'a') open = null;
        // Words of two blocks are not one word.
        text += ' ';
      },
    },
    { decodeEntities: true },
  );
  parser.write(html);
  parser.end();
  return { text, links, asksPassword };
}

/** The http(s) addresses written out in a plain text. */
export function readTextLinks(text: string): SeenLink[] {
  const found = text.slice(0, TEXT_CHARS_MAX).match(/\bhttps?:\/\/[^\s<>"'()[\]{}]+/gi) ?? [];
  return found.slice(0, LINKS_MAX).map((href) => ({ href, words: '' }));
}
