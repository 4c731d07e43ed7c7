import type { FieldBlock } from './field-blocks';
import { parseFieldBlocks } from './field-blocks';
import { originalHeader, readReportParts, reportedAddress } from './report-parts';

/** A feedback report (RFC 5965). Providers redact addresses, so match it by `returnPaths` or `originalMessageId`. */
export interface ComplaintReport {
  /** `abuse`, `fraud`, `virus`, `other`, `not-spam`, `auth-failure` or what else the reporter wrote, lower case. */
  feedbackType: string;
  /** False for `not-spam` (a user took the mail out of the spam folder) and for authentication reports. */
  isComplaint: boolean;
  reporter: string | null;
  /** Envelope senders the report or the returned header names: one of them carries our token. */
  returnPaths: string[];
  /** Often redacted. */
  recipients: string[];
  originalMessageId: string | null;
  /** Feedback-ID header of the returned message. */
  feedbackId: string | null;
}

const notComplaints = new Set(['not-spam', 'auth-failure', 'dmarc']);

/** Null when the message is no complaint report. */
export async function parseComplaintReport(raw: Uint8Array): Promise<ComplaintReport | null> {
  const parts = await readReportParts(raw);
  if (parts === null) return null;
  const original = originalHeader(parts);
  const report = parseFieldBlocks(parts.part('message/feedback-report') ?? '')[0] ?? null;
  // Outlook.com forwards the message alone, without a report part.
  const isJunkMailReport = original !== null && /staff@hotmail\.com/i.test(parts.headers.get('from') ?? '');
  if (report === null && !isJunkMailReport) return null;
  const feedbackType = (report?.first('feedback-type') ?? 'abuse').toLowerCase();
  return {
    feedbackType,
    isComplaint: !notComplaints.has(feedbackType),
    reporter: report?.first('user-agent') ?? null,
    returnPaths: addressesOf([
      report?.first('original-mail-from') ?? null,
      original?.first('return-path') ?? null,
    ]),
    recipients: recipientsOf(report, original),
    originalMessageId: original?.first('message-id') ?? null,
    feedbackId: original?.first('feedback-id') ?? null,
  };
}

function recipientsOf(report: FieldBlock | null, original: FieldBlock | null): string[] {
  const named = addressesOf(report?.all('original-rcpt-to') ?? []);
  return named.length > 0 ? named : addressesOf([original?.first('x-hmxmroriginalrecipient') ?? null]);
}

function addressesOf(values: readonly (string | null)[]): string[] {
  return [...new Set(values.map(reportedAddress).filter((address) => address !== null))];
}
