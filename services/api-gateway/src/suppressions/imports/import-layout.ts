import { parseMailbox } from '@postrider/mail';
import type { SuppressionReason } from '@postrider/contracts/statuses';
import type { SuppressionImportFormat } from '@postrider/contracts/suppressions';
import { looksLikeConsent } from '../../imports/consent-lookalikes';
import {
  addressColumn,
  readHeaderRow,
  type FileLayout,
  type FirstRow,
  type LayoutResult,
} from '../../imports/header-row';
import { findConsentColumns, serviceOf, type ConsentLayout } from '../../imports/row-consent';
import { answerOf, standingOf, wordOf } from '../../imports/status-words';
import { saysWhoLeft, type Survey } from '../../imports/survey';

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
  return readHeaderRow<ImportLayout>(start, (row) => {
    const found = layoutOf(row);
    if (found !== null) return found;
    if (!isSesRow(row.fields)) return null;
    return { layout: { ...row.layout, ...sesLayout, header: [] }, isRow: true };
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
function layoutOf({ fields, names, layout }: FirstRow): { readonly layout: ImportLayout } | null {
  const column = (name: string): number => names.indexOf(name);
  const address = addressColumn(names);
  if (address === undefined) return null;
  const known = knownExport(names, column);
  const { format, rule } = known ?? contactsExport(fields, names, address);
  const consent = rule.by === 'consent' ? rule.consent : null;
  const isList = known === null && consent === null;
  const watched = isList ? [...fields.keys()].filter((at) => at !== address && fields[at] !== '') : [];
  const time = ['createdat', 'created', 'lastupdatetime'].map(column).find((at) => at >= 0) ?? null;
  const domain = column('scope') >= 0 && column('domain') >= 0 ? column('domain') : null;
  return { layout: { ...layout, format, address, rule, time, domain, consent, watched } };
}

/** A list of addresses is suppressed as a whole. What the values of all rows say: one that also has subscribers is no such list. */
export function settleLayout(
  layout: ImportLayout,
  survey: Survey,
): { readonly layout: ImportLayout } | { readonly problem: string } {
  const header = layout.header ?? [];
  const doubtful = (layout.watched ?? []).filter((column) =>
    mayHaveSubscribers(header[column] ?? '', column, survey),
  );
  if (doubtful.length === 0) return { layout };
  const names = doubtful
    .map((column) => JSON.stringify((header[column] ?? '').trim().slice(0, 60)))
    .join(', ');
  return {
    problem:
      `All rows of this file would be suppressed, but the column ${names} may say that some of them are subscribed. ` +
      'Name the column status or unsubscribed if it does, or remove it.',
  };
}

function mayHaveSubscribers(name: string, column: number, { columns, rows }: Survey): boolean {
  const facts = columns[column];
  if (facts === undefined) return false;
  const looks = looksLikeConsent(name, { hasStatus: false });
  if (looks === 'positive') return true;
  const isMixed = facts.filled < rows || (facts.values ?? []).some(isSubscribed);
  return (looks === 'negative' || saysWhoLeft(facts)) && isMixed;
}

function isSubscribed(value: string): boolean {
  const word = wordOf(value);
  return answerOf(word) === 'no' || standingOf(word) === 'subscribed';
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
  const consent = findConsentColumns(fields, { isFree: (column) => column !== address, mapped: new Map() });
  const format = serviceOf(names) ?? 'plain';
  if (consent.statuses.length > 0) return { format, rule: { by: 'consent', consent } };
  return { format, rule: { by: 'file', reason: 'manual' } };
}
