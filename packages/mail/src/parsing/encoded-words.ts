import { isUtf8 } from 'node:buffer';
import { charsetOf, decodeText } from '../charsets/decode-text';

/**
 * As the library reads them (RFC 2047 §2): a label runs to the next `?`, with a language after `*` (RFC 2231 §5). What ends
 * a parameter is in none: programs also cut a word of a file name into several parameters.
 */
const encodedWord = /=\?([^?\s]+)\?([QqBb])\?([^?";]*)\?=/g;
/** `=?utf-8?B?` and `?=` leave 63 of the 75 characters that a word may have. */
const wordOctetsMax = 45;

interface Word {
  readonly written: string;
  readonly charset: string | null;
  readonly label: string;
  readonly isBase64: boolean;
  readonly text: string;
}

/**
 * Writes the encoded words of a field as words that any program reads in the same way: in UTF-8, none of which ends inside
 * a character. Words that stand beside each other are taken together first, since many programs cut a text by its octets.
 * What is UTF-8 already stays as it was written.
 */
export function normalizeWords(value: string): string {
  if (!value.includes('=?')) return value;
  const pieces: string[] = [];
  let words: Word[] = [];
  let end = 0;
  for (const match of value.matchAll(encodedWord)) {
    const between = value.slice(end, match.index);
    if (words.length > 0 && /[^ \t]/.test(between)) {
      pieces.push(writeWords(words));
      words = [];
    }
    if (words.length === 0) pieces.push(between);
    words.push(readWord(match));
    end = match.index + match[0].length;
  }
  if (words.length > 0) pieces.push(writeWords(words));
  pieces.push(value.slice(end));
  return pieces.join('');
}

function readWord([written, labelled = '', encoding, text = '']: RegExpExecArray): Word {
  const label = labelled.split('*', 1)[0] ?? '';
  return { written, charset: charsetOf(label), label, isBase64: encoding === 'B' || encoding === 'b', text };
}

function octetsOf({ isBase64, text }: Word): Buffer {
  if (isBase64) return Buffer.from(text, 'base64');
  const octets = Buffer.from(text.replace(/[_\s]/g, ' ')).toString('latin1');
  const decoded = octets.replace(/=([0-9a-f]{2})/gi, (_escape, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(decoded, 'latin1');
}

function writeWords(words: readonly Word[]): string {
  const written: string[] = [];
  for (let start = 0; start < words.length;) {
    let end = start + 1;
    while (end < words.length && words[end]?.charset === words[start]?.charset) end += 1;
    written.push(...writeAlike(words.slice(start, end)));
    start = end;
  }
  return written.join(' ');
}

/** Words in one charset. */
function writeAlike(words: readonly Word[]): string[] {
  if (words.every(isWhole)) return words.map(({ written }) => written);
  const text = Buffer.from(decodeText(Buffer.concat(words.map(octetsOf)), words[0]?.label));
  const written: string[] = [];
  for (let start = 0; start < text.length;) {
    let end = Math.min(start + wordOctetsMax, text.length);
    while (end < text.length && isContinued(text[end] ?? 0)) end -= 1;
    written.push(`=?utf-8?B?${text.toString('base64', start, end)}?=`);
    start = end;
  }
  return written;
}

/** UTF-8 that ends where a character ends. Percent signs for escapes are decoded ten times as fast. */
function isWhole(word: Word): boolean {
  if (word.charset !== 'utf-8') return false;
  if (word.isBase64) return isUtf8(octetsOf(word));
  try {
    decodeURIComponent(word.text.replaceAll('%', '%25').replaceAll('=', '%'));
    return true;
  } catch {
    return isUtf8(octetsOf(word));
  }
}

/** Inside a character of UTF-8. */
function isContinued(octet: number): boolean {
  return (octet & 0xc0) === 0x80;
}
