import type { ReplyClassification } from '../outcomes/smtp-reply';
import { classifyReportedFailure } from '../outcomes/smtp-reply';
import type { FieldBlock } from './field-blocks';
import { parseFieldBlocks } from './field-blocks';
import type { ReportParts } from './report-parts';
import { originalHeader, readReportParts, reportedAddress } from './report-parts';

export type ReportedAction = 'failed' | 'delayed' | 'delivered' | 'relayed' | 'expanded';

/** What a delivery report says about one recipient. */
export interface ReportedRecipient {
  /** Final-Recipient, else Original-Recipient; null when the reporter hides it. */
  address: string | null;
  action: ReportedAction;
  /** What we had sent to, where the reporter knows: it differs when the mail was forwarded (RFC 3464 §2.3.1). */
  originalRecipient: string | null;
  /** The server that refused, by name. */
  remoteMta: string | null;
  /** By what the reporter finds it in its log (RFC 3464 §2.3.8). */
  logId: string | null;
  /** The words of the server that refused, at most 1,000 characters. */
  diagnostic: string | null;
  /** Of `failed`: a bounce, since a report is final. Of `delayed`: a deferral of the server that reports. */
  classification: ReplyClassification | null;
}

export interface BounceReport {
  reportingMta: string | null;
  recipients: ReportedRecipient[];
  /** Message-ID of the returned message with angle brackets, when the report includes its header. */
  originalMessageId: string | null;
}

const reportedActions: readonly string[] = [
  'failed',
  'delayed',
  'delivered',
  'relayed',
  'expanded',
] satisfies ReportedAction[];
const diagnosticCharsMax = 1_000;
const nameCharsMax = 255;
const recipientsMax = 1_000; // we send one recipient per transaction; more in a report is noise

/**
 * Reads a delivery report (RFC 3464), every recipient in it; also the free-text ones of servers that know no standard,
 * as far as they quote an SMTP reply. Null for anything else that arrives at a return path, such as an absence note.
 */
export async function parseBounceReport(raw: Uint8Array): Promise<BounceReport | null> {
  const parts = await readReportParts(raw);
  return parts === null ? null : bounceReportOf(parts);
}

/** The same of a mail that has been taken apart. */
export function bounceReportOf(parts: ReportParts): BounceReport | null {
  const status = parts.part('message/delivery-status', 'message/global-delivery-status');
  const recipients = status === null ? recipientOfText(parts) : recipientsOfStatus(status);
  if (recipients.length === 0) return null;
  return {
    reportingMta: status === null ? null : reportingMta(status),
    recipients,
    originalMessageId: originalHeader(parts)?.first('message-id') ?? null,
  };
}

function recipientsOfStatus(status: string): ReportedRecipient[] {
  return parseFieldBlocks(status).flatMap(recipientOfBlock).slice(0, recipientsMax);
}

function recipientOfBlock(block: FieldBlock): ReportedRecipient[] {
  const action =
    block
      .first('action')
      ?.toLowerCase()
      .split(/[\s(;]/)[0] ?? '';
  if (!isAction(action)) return [];
  const status = block.first('status');
  const diagnostic =
    block
      .first('diagnostic-code')
      ?.replace(/^[a-z0-9-]+\s*;\s*/i, '')
      .slice(0, diagnosticCharsMax) ?? null;
  return [
    {
      address:
        reportedAddress(block.first('final-recipient')) ?? reportedAddress(block.first('original-recipient')),
      originalRecipient: reportedAddress(block.first('original-recipient')),
      remoteMta: valueOf(block.first('remote-mta')),
      logId: block.first('final-log-id')?.slice(0, nameCharsMax) ?? null,
      action,
      diagnostic,
      classification: action === 'failed' ? classifyReportedFailure({ status, diagnostic }) : null,
    },
  ];
}

/** qmail, old Exchange and some appliances quote the refusal in prose: `Remote host said: 550 5.1.1 …`. */
function recipientOfText(parts: ReportParts): ReportedRecipient[] {
  if (/^auto-replied/i.test(parts.headers.get('auto-submitted') ?? '')) return [];
  const quoted =
    /(?:^|said:|error:?|#|\s)\s{0,4}(5\d\d[ -](?:#?5\.\d{1,3}\.\d{1,3}\b)?[^\r\n]{0,300})/im.exec(
      parts.text,
    )?.[1];
  if (quoted === undefined) return [];
  const classification = classifyReportedFailure({ status: null, diagnostic: quoted });
  // Prose can quote anything: without a reason that is known, it is no bounce.
  if (classification.class === 'other') return [];
  const address = /<([^<>\s@]{1,64}@[^<>\s@]{1,255})>/.exec(parts.text)?.[1] ?? null;
  return [
    {
      address,
      originalRecipient: null,
      remoteMta: null,
      logId: null,
      action: 'failed',
      diagnostic: quoted.trim(),
      classification,
    },
  ];
}

function reportingMta(status: string): string | null {
  return valueOf(parseFieldBlocks(status)[0]?.first('reporting-mta') ?? null);
}

/** What stands behind the type of a typed field: `dns; mx.example`. */
function valueOf(typed: string | null): string | null {
  return typed?.slice(0, nameCharsMax).replace(/^[a-z0-9-]+\s*;\s*/i, '') ?? null;
}

function isAction(text: string): text is ReportedAction {
  return reportedActions.includes(text);
}
