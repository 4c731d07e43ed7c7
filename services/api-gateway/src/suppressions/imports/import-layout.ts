import { parseMailbox } from '@postrider/mail';
import type { SuppressionImportFormat, SuppressionReason } from '@postrider/contracts';
import { addressColumn, readHeaderRow, type FileLayout, type LayoutResult } from '../../imports/header-row';
import { findConsentColumns, serviceOf, type ConsentLayout } from '../../imports/row-consent';

/** How the rows of a file are read: by its header row alone, once, when it comes. */
export interface ImportLayout extends FileLayout {
  readonly format: SuppressionImportFormat;
  readonly address: number;
  readonly rule: ReasonRule;
  /** When it was suppressed, or null. */
  readonly time: number | null;
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
  /** Contacts, of whom only those belong here who unsubscribed, bounced or complained. */
  | { readonly by: 'consent'; readonly consent: ConsentLayout };

/** Of a suppression list. See `readHeaderRow`. */
export function readLayout(start: Buffer): LayoutResult<ImportLayout> {
  return readHeaderRow(start, ({ fields, names, delimiter }) => {
    const layout = layoutOf(fields, names, delimiter);
    if (layout !== null) return { layout };
    return isSesRow(fields) ? { layout: { ...sesLayout, delimiter }, isRow: true } : null;
  });
}

/** The console of Amazon SES takes and gives lists without a header row: `address,BOUNCE`. */
const sesLayout = {
  format: 'ses',
  address: 0,
  rule: { by: 'word', column: 1 },
  time: null,
  domain: null,
} as const;

function isSesRow([address = '', reason = '']: readonly string[]): boolean {
  return parseMailbox(address.trim()).ok && /^\s*(bounce|complaint)\s*$/i.test(reason);
}

/** Columns by which an export is known. Null: no column holds an address. */
function layoutOf(
  fields: readonly string[],
  names: readonly string[],
  delimiter: string,
): ImportLayout | null {
  const column = (name: string): number => names.indexOf(name);
  const address = addressColumn(names);
  if (address === undefined) return null;
  const { format, rule } = knownExport(names, column) ?? contactsExport(fields, names, address);
  const time = ['createdat', 'created', 'lastupdatetime'].map(column).find((at) => at >= 0) ?? null;
  const domain = column('scope') >= 0 && column('domain') >= 0 ? column('domain') : null;
  return { format, delimiter, address, rule, time, domain };
}

function knownExport(
  names: readonly string[],
  column: (name: string) => number,
): Pick<ImportLayout, 'format' | 'rule'> | null {
  const has = (...wanted: string[]): boolean => wanted.every((name) => names.includes(name));
  const isExactly = (...wanted: string[]): boolean => names.length === wanted.length && has(...wanted);
  const all = (reason: SuppressionReason): ReasonRule => ({ by: 'file', reason });
  if (has('emailaddress', 'suppressionreason')) {
    const origin = has('origin') ? column('origin') : null;
    return { format: 'postmark', rule: { by: 'postmark', column: column('suppressionreason'), origin } };
  }
  if (has('emailaddress', 'reason')) return { format: 'ses', rule: { by: 'word', column: column('reason') } };
  if (has('email', 'origin')) return { format: 'resend', rule: { by: 'word', column: column('origin') } };
  if (has('address', 'code', 'error')) return { format: 'mailgun', rule: all('hard_bounce') };
  if (has('address', 'tags')) return { format: 'mailgun', rule: all('unsubscribe') };
  if (isExactly('address', 'createdat')) return { format: 'mailgun', rule: all('complaint') };
  if (isExactly('status', 'reason', 'email', 'created'))
    return { format: 'sendgrid', rule: { by: 'status', column: column('status') } };
  if (isExactly('reason', 'email', 'created')) return { format: 'sendgrid', rule: all('validation') };
  if (isExactly('ip', 'email', 'created')) return { format: 'sendgrid', rule: all('complaint') };
  if (isExactly('email', 'created')) return { format: 'sendgrid', rule: all('unsubscribe') };
  if (has('reason')) return { format: 'plain', rule: { by: 'word', column: column('reason') } };
  return null;
}

/** Contacts of any service, by their status columns; without one, a list of addresses that is suppressed by hand. */
function contactsExport(
  fields: readonly string[],
  names: readonly string[],
  address: number,
): Pick<ImportLayout, 'format' | 'rule'> {
  const consent = findConsentColumns(fields, { isFree: (column) => column !== address, only: new Set() });
  const format = serviceOf(names) ?? 'plain';
  if (consent.statuses.length > 0) return { format, rule: { by: 'consent', consent } };
  return { format, rule: { by: 'file', reason: 'manual' } };
}
