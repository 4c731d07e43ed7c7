import { toAsciiDomain } from './domain-name';
import { canonicalLocalPart, endOfQuotedString, quote, splitAddress, unquote } from './local-part';

/** One mailbox. `address` is `local@domain`, the domain as lower-case A-labels, the local part with its case kept. */
export interface Mailbox {
  name: string | null;
  address: string;
  local: string;
  domain: string;
}

export type MailboxFault =
  | 'empty'
  | 'too_long'
  | 'forbidden_character'
  | 'several_addresses'
  | 'group'
  | 'not_an_address'
  | 'bad_name'
  | 'bad_local_part'
  | 'bad_domain';

export type MailboxResult = { ok: true; mailbox: Mailbox } | { ok: false; reason: MailboxFault };

const textCharsMax = 1_000; // a display name and an address; what is longer is no mailbox
const addressCharsMax = 320;
const addressOctetsMax = 254; // RFC 5321 §4.5.3.1.3: a path of 256 with its angle brackets
// Control characters, line and paragraph separators: each could end a header line somewhere on the way.
// eslint-disable-next-line no-control-regex -- control characters are what is looked for
const forbidden = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;
const beyondAscii = /[\u0080-\uffff]/;

/**
 * Reads `email` or `Name <email>`, the only two forms of the specification. Strict and linear: a list, a group, a
 * comment or a route is refused, never repaired.
 */
export function parseMailbox(input: string): MailboxResult {
  if (input.length > textCharsMax) return refuse('too_long');
  if (forbidden.test(input) || !input.isWellFormed()) return refuse('forbidden_character');
  const text = trimSpaces(input);
  if (text.length === 0) return refuse('empty');
  if (text.endsWith(';') && text.includes(':')) return refuse('group');
  if (!text.endsWith('>')) return parseAddress(text, null);

  const open = indexOfOpenBracket(text);
  if (open < 0) return refuse('not_an_address');
  const name = parseName(trimSpaces(text.slice(0, open)));
  if (!name.ok) return refuse(name.reason);
  return parseAddress(text.slice(open + 1, -1), name.value);
}

/** `Name <email>`, or the bare address when there is no name. `parseMailbox` reads it back unchanged. */
export function formatMailbox(mailbox: Pick<Mailbox, 'name' | 'address'>): string {
  if (mailbox.name === null || mailbox.name === '') return mailbox.address;
  return `${quoteName(mailbox.name)} <${mailbox.address}>`;
}

/** Whatever can be read of it, such a text is its own key: nearly all that are compared. */
const ownKey = /^[a-z0-9.+_@-]+$/;

/** The key under which an address is compared (suppressions, duplicates): lower case, A-labels, NFC. */
export function normaliseAddress(address: string): string {
  if (ownKey.test(address) && !address.includes('xn--')) return address;
  const parsed = parseMailbox(address);
  return keyOf(parsed.ok ? parsed.mailbox.address : address.trim());
}

/** The same of a mailbox that has been read: reading it again would find what is there. */
export function addressKey({ address }: Pick<Mailbox, 'address'>): string {
  return keyOf(address);
}

function keyOf(address: string): string {
  return address.normalize('NFC').toLowerCase();
}

/**
 * Whether a message with this mailbox in its envelope or header needs SMTPUTF8 (RFC 6531): its local part is not
 * ASCII. Domains travel as A-labels and names as encoded words, so neither counts.
 */
export function needsSmtpUtf8(mailbox: string): boolean {
  if (!beyondAscii.test(mailbox)) return false;
  const parsed = parseMailbox(mailbox);
  return parsed.ok && beyondAscii.test(parsed.mailbox.local);
}

function parseAddress(address: string, name: string | null): MailboxResult {
  if (address.length > addressCharsMax) return refuse('too_long');
  const parts = splitAddress(address);
  if (parts === null) return refuse(/[,;]/.test(address) ? 'several_addresses' : 'not_an_address');
  const local = canonicalLocalPart(parts.local);
  if (local === null) return refuse('bad_local_part');
  const domain = toAsciiDomain(parts.domain);
  if (domain === null) return refuse('bad_domain');
  const whole = `${local}@${domain}`;
  if (Buffer.byteLength(whole) > addressOctetsMax) return refuse('too_long');
  return { ok: true, mailbox: { name, address: whole, local, domain } };
}

type NameResult = { ok: true; value: string | null } | { ok: false; reason: MailboxFault };

function parseName(text: string): NameResult {
  if (text === '') return { ok: true, value: null };
  const quoted = text.startsWith('"') ? unquote(text) : null;
  const name = quoted === null ? text : trimSpaces(quoted);
  if (quoted === null && /[<>]/.test(name)) return { ok: false, reason: 'bad_name' };
  // `a@x.com, B <b@x.com>` is two mailboxes, not one with an odd name.
  if (quoted === null && name.includes('@') && /[,;]/.test(name))
    return { ok: false, reason: 'several_addresses' };
  return { ok: true, value: name === '' ? null : name };
}

/** The first `<` outside of a quoted string: a name in quotes may hold one. */
function indexOfOpenBracket(text: string): number {
  for (let i = 0; i < text.length; i++) {
    if (text[i] === '<') return i;
    if (text[i] !== '"') continue;
    const end = endOfQuotedString(text.slice(i));
    if (end < 0) return -1;
    i += end - 1;
  }
  return -1;
}

function quoteName(name: string): string {
  return /[()<>[\]:;@\\,."]/.test(name) ? quote(name) : name;
}

/** Blanks only: `trim()` would also drop characters that are refused above. */
function trimSpaces(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && text[start] === ' ') start++;
  while (end > start && text[end - 1] === ' ') end--;
  return text.slice(start, end);
}

function refuse(reason: MailboxFault): MailboxResult {
  return { ok: false, reason };
}

/** The mailbox behind a subaddress (RFC 5233): `ada+news@example.com` is `ada@example.com`. */
export function mailboxWithoutTag(address: string): string {
  return address.replace(/^([^+"]+)\+[^@]*@/, '$1@');
}
