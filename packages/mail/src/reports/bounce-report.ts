import type { ReplyClassification } from '../outcomes/smtp-reply';
import { classifyReportedFailure } from '../outcomes/smtp-reply';
import { findEnhancedCode } from '../outcomes/enhanced-code';
import { mailboxProvider } from '../destinations/mailbox-provider';
import type { FieldBlock } from './field-blocks';
import { parseFieldBlocks } from './field-blocks';
import { quotedReply, recipientsOfProse } from './prose-report';
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
const returnedCharsMax = 65_536;
const statusCharsMax = 1_048_576;
const recipientsMax = 1_000; // we send one recipient per transaction; more in a report is noise

/**
 * Reads a delivery report (RFC 3464, RFC 6533), every recipient in it; also the prose of servers that know no standard or say more
 * there. Null for anything else that arrives at a return path, such as an absence note.
 */
export async function parseBounceReport(raw: Uint8Array): Promise<BounceReport | null> {
  const parts = await readReportParts(raw);
  return parts === null ? null : bounceReportOf(parts);
}

/** The same of a mail that has been taken apart. */
export function bounceReportOf(parts: ReportParts): BounceReport | null {
  const status =
    parts.part('message/delivery-status', 'message/global-delivery-status') ?? statusInText(parts);
  const blocks =
    status === null ? [] : parseFieldBlocks(status.slice(0, statusCharsMax)).slice(0, recipientsMax + 1);
  const listed = blocks.flatMap(recipientOfBlock);
  const recipients = listed.length > 0 ? withProse(listed, parts) : recipientsFromProse(parts);
  if (recipients.length === 0) return null;
  return {
    reportingMta: valueOf(blocks[0]?.first('reporting-mta') ?? null),
    recipients,
    originalMessageId: originalMessageId(parts),
  };
}

/** Where a report says to be one and has its status part in the text: without boundaries, or as text/plain. */
function statusInText({ headers, text }: ReportParts): string | null {
  if (!/^multipart\/report\b/i.test(headers.get('content-type') ?? '')) return null;
  const start = text.search(/^(?:Reporting-MTA|Original-Recipient|Final-Recipient):/im);
  return start < 0 ? null : text.slice(start);
}

function recipientOfBlock(block: FieldBlock): ReportedRecipient[] {
  const status = block.first('status');
  const action = actionOf(block, status);
  if (action === null) return [];
  const diagnostic = withoutType(block.first('diagnostic-code'))?.slice(0, diagnosticCharsMax) ?? null;
  const originalRecipient = reportedAddress(block.first('original-recipient'));
  const remoteMta = valueOf(block.first('remote-mta'));
  return [
    {
      address: reportedAddress(block.first('final-recipient')) ?? originalRecipient,
      originalRecipient,
      remoteMta,
      logId: block.first('final-log-id')?.slice(0, nameCharsMax) ?? null,
      action,
      diagnostic,
      classification: classificationOf(action, { status, diagnostic, provider: providerOf(remoteMta) }),
    },
  ];
}

/** Some reporters omit Action; a recipient with a status still counts. */
function actionOf(block: FieldBlock, status: string | null): ReportedAction | null {
  const named = /^[a-z]*/.exec(block.first('action')?.trim().toLowerCase() ?? '')?.[0] ?? '';
  if (isAction(named)) return named;
  if (named !== '' || block.first('final-recipient') === null) return null;
  return status?.startsWith('5') ? 'failed' : status?.startsWith('4') ? 'delayed' : null;
}

interface ReportedFailure {
  readonly status: string | null;
  readonly diagnostic: string | null;
  readonly provider: string | null;
  readonly words?: string;
}

function classificationOf(action: ReportedAction, failure: ReportedFailure): ReplyClassification | null {
  if (action !== 'failed' && action !== 'delayed') return null;
  const found = classifyReportedFailure(failure);
  if (action === 'failed') return found;
  return { ...found, outcome: 'deferred', bounceType: null, suppression: null };
}

function providerOf(remoteMta: string | null): string | null {
  return remoteMta?.includes('.') ? mailboxProvider(remoteMta, remoteMta) : null;
}

/** Exchange and others say `5.0.0` in the status part and why in the prose. */
function withProse(listed: readonly ReportedRecipient[], parts: ReportParts): ReportedRecipient[] {
  const [only] = listed;
  if (listed.length !== 1 || only?.classification?.class !== 'other') return [...listed];
  const [inProse] = recipientsFromProse(parts);
  const { action } = only;
  if (!inProse?.classification || inProse.classification.class === 'other' || inProse.action !== action)
    return [...listed];
  return [
    { ...only, diagnostic: only.diagnostic ?? inProse.diagnostic, classification: inProse.classification },
  ];
}

function recipientsFromProse(parts: ReportParts): ReportedRecipient[] {
  return recipientsOfProse(parts).flatMap(({ address, action, words, isKnownFormat }) => {
    const diagnostic = (quotedReply(words) ?? words).slice(0, diagnosticCharsMax);
    const quotes = quotedReply(words) !== null || findEnhancedCode(words) !== null;
    const found = classificationOf(action, { status: null, diagnostic, provider: null, words });
    // Prose names reasons in passing: only what a server is quoted with proves that a mailbox is gone.
    const classification = found && !quotes ? { ...found, suppression: null } : found;
    // Prose can quote anything: unless it begins as reports do, the reason has to be known.
    const isReport = isKnownFormat || (quotes && classification?.class !== 'other');
    if (!isReport) return [];
    return [
      { address, originalRecipient: null, remoteMta: null, logId: null, action, diagnostic, classification },
    ];
  });
}

/** From the part that returns the header, else from where the prose goes on with it. */
function originalMessageId(parts: ReportParts): string | null {
  const id =
    originalHeader(parts)?.first('message-id') ??
    /^Message-ID:\s*(<[^<>\s]{1,900}>)/im.exec(parts.text.slice(0, returnedCharsMax))?.[1];
  return id ?? null;
}

/** What stands behind the type of a typed field: `dns; mx.example`. */
function valueOf(typed: string | null): string | null {
  return withoutType(typed?.slice(0, nameCharsMax) ?? null);
}

function withoutType(typed: string | null): string | null {
  return typed?.replace(/^[a-z0-9-]+\s*;\s*/i, '') ?? null;
}

function isAction(text: string): text is ReportedAction {
  return reportedActions.includes(text);
}
