import { automaticMail } from '../../replies/automatic-mail';
import type { FieldBlock } from '../field-blocks';
import { reportedAddress } from '../report-parts';
import { findFeedbackReport, findOriginal, type Original } from './find-parts';
import { readReportMail, type ReportMail } from './report-mail';
import { readXarf } from './xarf';

/** What one report says. Providers redact addresses, so match it by `returnPaths`, `originalMessageId` or `feedbackId`. */
export interface ComplaintReport {
  /** ARF (RFC 5965), XARF (JSON), or the message alone, passed on by a provider or a person. */
  readonly format: 'arf' | 'xarf' | 'forward';
  /** `abuse`, `fraud`, `virus`, `other`, `not-spam`, `auth-failure` or what else the reporter wrote, lower case. */
  readonly feedbackType: string;
  /** False for `not-spam` (a user took the mail out of the spam folder) and for authentication reports. */
  readonly isComplaint: boolean;
  /** The program that wrote the report, else the domain it was sent from. */
  readonly reporter: string | null;
  /** Envelope senders that the report or the returned header names: one of them carries our token. */
  readonly returnPaths: readonly string[];
  /** Often none: redacted addresses do not count. A hash in place of the name (RFC 6590) is no address. */
  readonly recipients: readonly string[];
  /** With angle brackets. */
  readonly originalMessageId: string | null;
  /** Feedback-ID header of the returned message. */
  readonly feedbackId: string | null;
  /** CFBL-Feedback-ID (RFC 9477 §3.2). */
  readonly cfblFeedbackId: string | null;
}

/** RFC 5965 §7.3, RFC 6430, RFC 6591, and of the drafts before them what says that the message is no abuse. */
const notComplaints = new Set(['not-spam', 'auth-failure', 'dmarc', 'dkim', 'miscategorized']);

/** Null when the mail is no complaint report. Never throws, whatever it is made of; costs in proportion to it. */
export async function parseComplaintReport(raw: Uint8Array): Promise<ComplaintReport | null> {
  const mail = await readReportMail(raw);
  if (mail === null) return null;
  return fromXarf(mail) ?? fromFeedbackReport(mail) ?? fromForward(mail);
}

function fromFeedbackReport(mail: ReportMail): ComplaintReport | null {
  const report = findFeedbackReport(mail);
  if (report === null) return null;
  const feedbackType = (report.first('feedback-type') ?? 'abuse').toLowerCase();
  return {
    ...facts(mail, report, findOriginal(mail)),
    format: 'arf',
    feedbackType,
    isComplaint: !notComplaints.has(feedbackType),
  };
}

function fromXarf(mail: ReportMail): ComplaintReport | null {
  const xarf = readXarf(mail);
  if (xarf === null) return null;
  const { type, isComplaint, reporter, fields } = xarf;
  const known = facts(mail, fields, xarf.original ?? findOriginal(mail));
  return { ...known, reporter: reporter ?? known.reporter, format: 'xarf', feedbackType: type, isComplaint };
}

/**
 * The message without a report: as Outlook.com sent it until June 2026, and as a provider's staff or a person passes it on.
 * The address is there for nothing else; a delivery report or an absence note that strays to it is no complaint, nor is
 * anything that names no message.
 */
function fromForward(mail: ReportMail): ComplaintReport | null {
  if (mail.hasPart(/^message\/(?:(?:global-)?delivery-status|disposition-notification)$/)) return null;
  if (automaticMail(mail.headers) === 'reply') return null;
  const original = findOriginal(mail);
  if (original === null) return null;
  const known = facts(mail, null, original);
  // Any text may quote a Message-ID; ours names an email by its id.
  const isNamed = original.isAttached
    ? known.originalMessageId !== null || known.feedbackId !== null || known.returnPaths.length > 0
    : known.returnPaths.some(isTokenAddress) || ownMessageId.test(known.originalMessageId ?? '');
  return isNamed ? { ...known, format: 'forward', feedbackType: 'abuse', isComplaint: true } : null;
}

const ownMessageId = /^<[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}@[^<>\s]+>$/i;
/** Wherever it stands: in Received-SPF, in Authentication-Results, in an address rewritten for forwarding (SRS). */
const tokenAddresses = /b\+[a-z2-7]{55}@[a-z0-9.-]{1,253}/gi;
const returnPathsMax = 20;
const recipientsMax = 50;

function isTokenAddress(address: string): boolean {
  return address.search(tokenAddresses) === 0;
}

type Facts = Omit<ComplaintReport, 'format' | 'feedbackType' | 'isComplaint'>;

function facts(mail: ReportMail, report: FieldBlock | null, original: Original | null): Facts {
  const header = original?.header ?? null;
  const either = (name: string) => header?.first(name) ?? report?.first(name) ?? null;
  const named = addressesOf([
    ...(report?.all('original-mail-from') ?? []),
    header?.first('return-path') ?? null,
  ]);
  const found = [report?.text ?? '', header?.text ?? ''].flatMap((text) => text.match(tokenAddresses) ?? []);
  return {
    reporter: report?.first('user-agent') ?? senderDomain(mail),
    returnPaths: [...new Set([...named, ...found])].slice(0, returnPathsMax),
    recipients: recipientsOf(report, header),
    // In the report itself where a reporter returns no header (LinkedIn); AOL and others leave the brackets out.
    originalMessageId: bracketed(
      header?.first('message-id') ??
        report?.first('message-id') ??
        report?.first('original-message-id') ??
        null,
    ),
    feedbackId: either('feedback-id'),
    cfblFeedbackId: either('cfbl-feedback-id'),
  };
}

/** To and Cc are no answer: they name every recipient, or another than the one who complained. */
function recipientsOf(report: FieldBlock | null, header: FieldBlock | null): string[] {
  const choices = [
    report?.all('original-rcpt-to') ?? [],
    report?.all('removal-recipient') ?? [],
    // What the mailbox provider wrote on top: Outlook.com, Yahoo (`<address> via <IP>; <date>`), many others.
    header?.all('x-hmxmroriginalrecipient') ?? [],
    (header?.all('x-apparently-to') ?? []).map((value) => value.split(/[\s;]/, 1)[0] ?? ''),
    header?.all('delivered-to') ?? [],
  ];
  return (
    choices
      .map(addressesOf)
      .find((addresses) => addresses.length > 0)
      ?.slice(0, recipientsMax) ?? []
  );
}

function addressesOf(values: readonly (string | null)[]): string[] {
  const addresses = values.map(reportedAddress).filter((address) => address !== null);
  return [...new Set(addresses)].filter((address) => !isRedacted(address));
}

/** As providers write it: `redacted@aol.com`, `hashed@…`, `<redacted>`, `xxxxx@yahoo.com`, `a*****@mail.ru`. */
function isRedacted(address: string): boolean {
  const local = address.slice(0, address.lastIndexOf('@'));
  return /redacted|^(?:hashed|hidden|masked|anonym\w*|undisclosed|removed|recipient|user|x{3,})$|\*|^$/i.test(
    local,
  );
}

function bracketed(messageId: string | null): string | null {
  const [id] = /[^<>\s]+@[^<>\s]+/.exec(messageId?.slice(0, 1_000) ?? '') ?? [];
  return id === undefined ? null : `<${id}>`;
}

function senderDomain({ headers }: ReportMail): string | null {
  const from = headers.find(({ key }) => key === 'from')?.value ?? '';
  return /@([a-z0-9.-]{1,253})>?\s*$/i.exec(from)?.[1]?.toLowerCase() ?? null;
}
