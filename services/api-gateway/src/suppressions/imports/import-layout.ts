import { parseMailbox } from '@postrider/mail';
import { parse } from 'csv-parse/sync';
import type { SuppressionImportFormat, SuppressionReason } from '@postrider/contracts';
import { csvOptions } from './csv-options';

/** How the rows of a file are read: by its header row alone, once, when it comes. */
export interface ImportLayout {
  readonly format: SuppressionImportFormat;
  readonly delimiter: string;
  readonly address: number;
  readonly rule: ReasonRule;
  /** Of our own exports: the column with the scope of an entry. */
  readonly domain: number | null;
}

/** Where the reason of a row comes from. */
export type ReasonRule =
  /** A file of one kind. */
  | { readonly by: 'file'; readonly reason: SuppressionReason }
  /** A column with a word for it; what we do not know is manual. */
  | { readonly by: 'word'; readonly column: number }
  /** Postmark: what a recipient asked for, and what its user typed, have the same reason. */
  | { readonly by: 'postmark'; readonly column: number; readonly origin: number | null }
  /** SendGrid: bounces and blocks have one header row; the status tells a bad address. */
  | { readonly by: 'status'; readonly column: number }
  /** Contacts, of whom only those belong here who unsubscribed. */
  | { readonly by: 'unsubscribed'; readonly column: number };

export type LayoutResult =
  | {
      readonly ok: true;
      readonly layout: ImportLayout;
      /** Byte of the first row. */ readonly rowsAt: number;
    }
  | { readonly ok: false; readonly problem: string };

/** A header row ends within so many bytes. */
export const headerBytesMax = 65_536;
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);
const delimiters = [',', ';', '\t'];
const namedMax = 10;

/**
 * @param start of the file, `headerBytesMax` of it where it has as many
 * @returns the layout, or what is wrong with the file, as a sentence for whoever sent it
 */
export function readLayout(start: Buffer): LayoutResult {
  if (start.length === 0) return { ok: false, problem: 'The file is empty.' };
  const disguise = otherThanText(start);
  if (disguise !== null) return { ok: false, problem: disguise };
  const markBytes = start.subarray(0, 3).equals(byteOrderMark) ? 3 : 0;
  const rowAt = skipLineBreaks(start, markBytes);
  const heads = delimiters.map((delimiter) => ({ delimiter, ...firstRow(start.subarray(rowAt), delimiter) }));
  for (const { delimiter, fields, bytes } of heads) {
    const layout = layoutOf(fields.map(plainName), delimiter);
    if (layout !== null) return { ok: true, layout, rowsAt: rowAt + bytes };
    if (isSesRow(fields)) return { ok: true, layout: { ...sesLayout, delimiter }, rowsAt: rowAt };
  }
  const names = heads[0]?.fields.slice(0, namedMax).map((name) => name.slice(0, 40).trim()) ?? [];
  const has = names.join('') === '' ? '' : ` It has: ${names.join(', ')}.`;
  return { ok: false, problem: `The header row has no column email (or address, or EmailAddress).${has}` };
}

/** The console of Amazon SES takes and gives lists without a header row: `address,BOUNCE`. */
const sesLayout = { format: 'ses', address: 0, rule: { by: 'word', column: 1 }, domain: null } as const;

function isSesRow([address = '', reason = '']: readonly string[]): boolean {
  return parseMailbox(address.trim()).ok && /^\s*(bounce|complaint)\s*$/i.test(reason);
}

/** @returns why the bytes are no text in UTF-8 at first sight; null: they may be */
function otherThanText(start: Buffer): string | null {
  const [first, second] = start;
  const saved = 'Save it as CSV in UTF-8.';
  if (first === 0x1f && second === 0x8b) return `The file is compressed. ${saved}`;
  if (first === 0x50 && second === 0x4b) return `The file is a ZIP archive, or a workbook. ${saved}`;
  const isMarked = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  if (isMarked || start.subarray(0, 1_024).includes(0)) return `The file is in UTF-16, or no text. ${saved}`;
  return null;
}

function skipLineBreaks(bytes: Buffer, from: number): number {
  let at = from;
  while (bytes[at] === 0x0a || bytes[at] === 0x0d) at += 1;
  return at;
}

function firstRow(bytes: Buffer, delimiter: string): { fields: readonly string[]; bytes: number } {
  try {
    const rows = parse(bytes.subarray(0, headerBytesMax), {
      ...csvOptions,
      delimiter,
      to: 1,
      info: true,
    }) as unknown as { record: string[]; info: { bytes: number } }[];
    return { fields: rows[0]?.record ?? [], bytes: rows[0]?.info.bytes ?? 0 };
  } catch {
    // A quotation mark that is never closed.
    return { fields: [], bytes: 0 };
  }
}

/** `EmailAddress`, `email_address` and `Email Address` are one name. */
function plainName(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** Columns by which an export is known. Null: no column holds an address. */
function layoutOf(names: readonly string[], delimiter: string): ImportLayout | null {
  const column = (name: string): number => names.indexOf(name);
  const address = ['email', 'emailaddress', 'address'].map(column).find((at) => at >= 0);
  if (address === undefined) return null;
  const { format, rule } = knownExport(names, column);
  const domain = column('scope') >= 0 && column('domain') >= 0 ? column('domain') : null;
  return { format, delimiter, address, rule, domain };
}

function knownExport(
  names: readonly string[],
  column: (name: string) => number,
): Pick<ImportLayout, 'format' | 'rule'> {
  const has = (...wanted: string[]): boolean => wanted.every((name) => names.includes(name));
  const isExactly = (...wanted: string[]): boolean => names.length === wanted.length && has(...wanted);
  const all = (reason: SuppressionReason): ReasonRule => ({ by: 'file', reason });
  if (has('emailaddress', 'suppressionreason')) {
    const origin = has('origin') ? column('origin') : null;
    return { format: 'postmark', rule: { by: 'postmark', column: column('suppressionreason'), origin } };
  }
  if (has('emailaddress', 'reason')) return { format: 'ses', rule: { by: 'word', column: column('reason') } };
  if (has('email', 'origin')) return { format: 'resend', rule: { by: 'word', column: column('origin') } };
  if (has('email', 'unsubscribed'))
    return { format: 'resend', rule: { by: 'unsubscribed', column: column('unsubscribed') } };
  if (has('address', 'code', 'error')) return { format: 'mailgun', rule: all('hard_bounce') };
  if (has('address', 'tags')) return { format: 'mailgun', rule: all('unsubscribe') };
  if (isExactly('address', 'createdat')) return { format: 'mailgun', rule: all('complaint') };
  if (isExactly('status', 'reason', 'email', 'created'))
    return { format: 'sendgrid', rule: { by: 'status', column: column('status') } };
  if (isExactly('reason', 'email', 'created')) return { format: 'sendgrid', rule: all('validation') };
  if (isExactly('ip', 'email', 'created')) return { format: 'sendgrid', rule: all('complaint') };
  if (isExactly('email', 'created')) return { format: 'sendgrid', rule: all('unsubscribe') };
  const rule: ReasonRule = has('reason') ? { by: 'word', column: column('reason') } : all('manual');
  return { format: 'plain', rule };
}
