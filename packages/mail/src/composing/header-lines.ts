import { encodeWord, encodeWords, foldLines } from 'nodemailer/lib/mime-funcs';
import { quote } from '../addresses/local-part';
import { parseMailbox } from '../addresses/mailbox';

const FOLD_CHARS = 76;
const ENCODED_WORD_CHARS = 52;
// A line can only be folded at a blank; this and a header name stay below the 998 octets of RFC 5322 §2.1.1.
const UNFOLDABLE_CHARS_MAX = 800;
// RFC 5322 §3.2.2 forbids a folded line of blanks only.
const WORTH_ENCODING = new RegExp(`[^ \\t]{${UNFOLDABLE_CHARS_MAX},}|[ \\t]{40,}`);
// eslint-disable-next-line no-control-regex -- control characters are what is taken out
const CONTROL = /[\u0000-\u0008\u000a-\u001f\u007f\u2028\u2029]+/g;
const PRINTABLE_ASCII = /^[\x20-\x7e]*$/;
const PLAIN_PHRASE = /^[A-Za-z0-9!#$%&'*+\-/=?^_`{|}~ ]+$/;

/** A subject that every client shows exactly as it was typed, also when it looks like an encoded word (RFC 2047). */
export function subjectLine(subject: string): string {
  return fold('Subject', arrivesAsTyped(subject) ? subject : encoded(subject));
}

/** An address header such as `To: A <a@x.com>, b@y.com`. Throws on text that `parseMailbox` refuses. */
export function addressLine(name: string, mailboxes: readonly string[]): string {
  return fold(name, mailboxes.map(headerMailbox).join(', '));
}

/** A header of the customer. What is ASCII and can be folded passes unchanged, the rest becomes encoded words. */
export function customLine(name: string, value: string): string {
  const clean = value.replace(CONTROL, ' ').trim();
  if (WORTH_ENCODING.test(clean)) return fold(name, encoded(clean));
  // Only the words that need it, so that `List-Id: Müller <list.example.com>` keeps its angle brackets.
  const isAscii = /^[\t\x20-\x7e]*$/.test(clean);
  return fold(name, isAscii ? clean : encodeWords(clean, wordEncoding(clean), ENCODED_WORD_CHARS));
}

/** A header of the platform, ASCII by construction and emitted as it is (URLs must not be folded inside). */
export function platformLine(name: string, value: string): string {
  return fold(name, value.replace(CONTROL, ' '));
}

function headerMailbox(text: string): string {
  const parsed = parseMailbox(text);
  if (!parsed.ok) throw new Error(`a stored mailbox cannot be read: ${parsed.reason}`);
  const { name, address } = parsed.mailbox;
  return name === null ? address : `${headerName(name)} <${address}>`;
}

/** Many clients decode what looks like an encoded word inside quotes too, so such a name is encoded like any other. */
function headerName(name: string): string {
  if (!arrivesAsTyped(name)) return encoded(name);
  return PLAIN_PHRASE.test(name) ? name : quote(name);
}

function arrivesAsTyped(text: string): boolean {
  return PRINTABLE_ASCII.test(text) && !/^ | $| {2}|=\?|[^ ]{70,}/.test(text);
}

function encoded(text: string): string {
  return encodeWord(text.replace(CONTROL, ' '), wordEncoding(text), ENCODED_WORD_CHARS);
}

/** Q stays readable for Latin text; B is shorter for everything else. */
function wordEncoding(text: string): 'Q' | 'B' {
  // eslint-disable-next-line no-control-regex -- ASCII is a range that starts with control characters
  const beyondAscii = text.length - text.replace(/[^\u0000-\u007f]/g, '').length;
  return beyondAscii * 3 < text.length ? 'Q' : 'B';
}

function fold(name: string, value: string): string {
  return foldLines(`${name}: ${value}`, FOLD_CHARS);
}
