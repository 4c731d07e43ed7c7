import { encodeWord, encodeWords, foldLines } from 'nodemailer/lib/mime-funcs';
import { quote } from '../addresses/local-part';
import { parseMailbox } from '../addresses/mailbox';

const foldChars = 76;
const encodedWordChars = 52;
// A line can only be folded at a blank; this and a header name stay below the 998 octets of RFC 5322 §2.1.1.
const unfoldableCharsMax = 800;
// RFC 5322 §3.2.2 forbids a folded line of blanks only.
const worthEncoding = new RegExp(`[^ \\t]{${unfoldableCharsMax},}|[ \\t]{40,}`);
// eslint-disable-next-line no-control-regex -- control characters are what is taken out
const controlCharacter = /[\u0000-\u0008\u000a-\u001f\u007f\u2028\u2029]+/g;
const printableAscii = /^[\x20-\x7e]*$/;
const plainPhrase = /^[A-Za-z0-9!#$%&'*+\-/=?^_`{|}~ ]+$/;

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
  const clean = value.replace(controlCharacter, ' ').trim();
  if (worthEncoding.test(clean)) return fold(name, encoded(clean));
  // Only the words that need it, so that `List-Id: Müller <list.example.com>` keeps its angle brackets.
  const isAscii = /^[\t\x20-\x7e]*$/.test(clean);
  return fold(name, isAscii ? clean : encodeWords(clean, wordEncoding(clean), encodedWordChars));
}

/** A header of the platform, ASCII by construction and emitted as it is (URLs must not be folded inside). */
export function platformLine(name: string, value: string): string {
  return fold(name, value.replace(controlCharacter, ' '));
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
  return plainPhrase.test(name) ? name : quote(name);
}

function arrivesAsTyped(text: string): boolean {
  return printableAscii.test(text) && !/^ | $| {2}|=\?|[^ ]{70,}/.test(text);
}

function encoded(text: string): string {
  return encodeWord(text.replace(controlCharacter, ' '), wordEncoding(text), encodedWordChars);
}

/** Q stays readable for Latin text; B is shorter for everything else. */
function wordEncoding(text: string): 'Q' | 'B' {
  // eslint-disable-next-line no-control-regex -- ASCII is a range that starts with control characters
  const beyondAscii = text.length - text.replace(/[^\u0000-\u007f]/g, '').length;
  return beyondAscii * 3 < text.length ? 'Q' : 'B';
}

function fold(name: string, value: string): string {
  const line = `${name}: ${value}`;
  return line.length < foldChars ? line : foldLines(line, foldChars);
}
