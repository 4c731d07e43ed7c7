import { classifyFailure, isAmong, type FoundFailure } from './classify-failure';
import type { EnhancedCode } from './enhanced-code';
import { findEnhancedCode } from './enhanced-code';
import type { BounceType, FailureClass, BounceSuppression } from './failure-class';
import { bounceTypeOf } from './failure-class';
import { provingCodes, provingWithWords } from './failure-rules';

/** What a destination said, as its final reply. `text` without the number, lines joined; it may still contain the enhanced code. */
export interface DestinationReply {
  code: number;
  text: string;
  /** The command it answered, where known: a refusal at `connect` is about us, not about the recipient. */
  stage?: 'connect' | 'auth' | 'mail' | 'rcpt' | 'data' | undefined;
  /** Whose server it is, as `mailboxProvider` names it, where that is known: the same words mean different things. */
  provider?: string | null | undefined;
}

/** What a destination's answer means for one recipient. */
export interface ReplyClassification {
  outcome: 'accepted' | 'deferred' | 'bounced';
  /** Only with `bounced`. */
  bounceType: BounceType | null;
  enhancedCode: string | null;
  /** Null only with `accepted`. */
  class: FailureClass | null;
  /** Why the address belongs on the suppression list; null: it does not. */
  suppression: BounceSuppression | null;
  /** A provider block or throttle: counted as `blocked`, and never the recipient's fault. */
  blocked: boolean;
  /** When the server itself says how long to wait. */
  retryHintMs: number | null;
}

/** Ways to fail without any reply. */
export type TransportFailure =
  | 'null_mx'
  | 'domain_not_found'
  | 'no_mail_host'
  /** The domain's MX is ourselves. */
  | 'mail_loop'
  /** No mail host of the domain meets the TLS policy that it publishes. */
  | 'tls_policy'
  | 'dns_unavailable'
  | 'connect_failed'
  | 'connection_lost'
  | 'timeout'
  | 'tls_failed';

// About us and not about the message: another time, another address of ours or less haste may do.
const passing: readonly FailureClass[] = ['block', 'rate', 'platform'];

const unitMs = { s: 1_000, m: 60_000, h: 3_600_000 } as const;
const hintMaxMs = 24 * unitMs.h; // a server may not defer a message for longer than a bulk message lives
const hintTextCharsMax = 2_000;

const amountPattern =
  /\b(?:again|retry|wait|for|after|in|within)\b[^0-9]{0,30}(\d{1,6})\s{0,3}(s|m|h)(?:ec(?:ond)?s?|in(?:ute)?s?|ours?|rs?)?\b/i;
const clockPattern = /\b(?:again|retry|wait|after|in)\b[^0-9]{0,30}(\d{1,2}):([0-5]\d):([0-5]\d)\b/i;
/** How Postfix, Exim and qmail name the stage in their reports. */
const reportedStages = [
  ['data', /\b(?:in reply to|after) end of data\b/i],
  [
    'mail',
    /\b(?:in reply to|after|remote (?:mail )?server after) MAIL FROM\b|but sender was rejected|\[MAIL_FROM\]/i,
  ],
  [
    'connect',
    /\b(?:in reply to|after) (?:HELO|EHLO|initial connection)\b|but (?:my name was rejected|greeting failed)/i,
  ],
] as const;
const aboutWaiting = /try|again|retry|wait|gr[ae]y-?list|later/i;

/** Reads `550-5.1.1 No such user\r\n550 5.1.1 …` into number and joined text; null when it is no SMTP reply. */
export function parseSmtpReply(raw: string): DestinationReply | null {
  const lines = raw.split(/\r?\n/).filter((line) => line.trim() !== '');
  const code = /^([2-5]\d\d)(?:[ -]|$)/.exec(lines[0] ?? '')?.[1];
  if (code === undefined) return null;
  return { code: Number(code), text: lines.map((line) => line.replace(/^\d{3}[ -]?/, '')).join(' ') };
}

/** What a reply means. Words about us (block, rate, reputation) make a refusal for good one that passes. */
export function classifySmtpReply(reply: DestinationReply): ReplyClassification {
  const enhanced = findEnhancedCode(reply.text);
  if (reply.code >= 200 && reply.code < 300) return accepted(enhanced);
  const found: FoundFailure | null = isOurFault(reply)
    ? { class: 'platform', isWorded: false }
    : classifyFailure({
        ...{ code: reply.code, text: reply.text, enhanced, provider: reply.provider ?? null },
        isRecipientNamed: reply.stage !== 'connect' && reply.stage !== 'mail',
      });
  const failure = found?.class ?? (reply.stage === 'connect' && reply.code >= 500 ? 'block' : 'other');
  const passes =
    reply.code < 500 || passing.includes(failure) || found?.temporary === true || isAboutUs(reply, failure);
  return {
    outcome: passes ? 'deferred' : 'bounced',
    bounceType: passes ? null : bounceTypeOf(failure),
    enhancedCode: enhanced?.text ?? null,
    class: failure,
    suppression: passes ? null : suppressionOf(reply, enhanced, found),
    blocked: failure === 'block' || failure === 'rate',
    retryHintMs: passes ? retryHintMs(reply.text) : null,
  };
}

/** The classification of a delivery that never got a reply. RFC 7505: a null MX is final, and so is what DNS says for certain. */
export function classifyTransportFailure(failure: TransportFailure): ReplyClassification {
  const takesNoMail = failure === 'null_mx' || failure === 'domain_not_found';
  const isFinal = takesNoMail || failure === 'no_mail_host' || failure === 'mail_loop';
  const reason = reasonOf(failure);
  return {
    outcome: isFinal ? 'bounced' : 'deferred',
    bounceType: isFinal ? bounceTypeOf(reason) : null,
    enhancedCode: null,
    class: reason,
    suppression: takesNoMail ? 'validation' : null,
    blocked: false,
    retryHintMs: null,
  };
}

function reasonOf(failure: TransportFailure): FailureClass {
  switch (failure) {
    case 'null_mx':
    case 'domain_not_found':
    case 'no_mail_host':
      return 'domain';
    case 'dns_unavailable':
    case 'mail_loop':
    case 'tls_policy':
    case 'tls_failed':
      return 'routing';
    case 'connect_failed':
    case 'connection_lost':
    case 'timeout':
      return 'no_answer';
  }
}

/**
 * The classification of a failure that another server reports by mail. It does not attempt it again, so a block or a 4.x.x there is
 * a soft bounce here, and only a permanent status can suppress.
 */
export function classifyReportedFailure(report: {
  status: string | null;
  diagnostic: string | null;
  provider?: string | null;
  /** All that the report says of it, when the diagnostic is a part of that. */
  words?: string;
}): ReplyClassification {
  const diagnostic = innermostReply(report.diagnostic ?? '');
  const quoted = parseSmtpReply(diagnostic) ?? { code: 0, text: diagnostic };
  // The refusing server's own code comes first: reporters often round it to 5.0.0 or 5.1.1.
  const inQuote = findEnhancedCode(quoted.text);
  const status = inQuote ?? findEnhancedCode(report.status ?? '');
  const isPermanent = status === null ? quoted.code === 0 || quoted.code >= 500 : status.class === 5;
  const text = status === null || inQuote !== null ? quoted.text : `${status.text} ${quoted.text}`;
  // The number says more than its first digit, unless it contradicts the status.
  const agrees = quoted.code >= 400 && isPermanent === quoted.code >= 500;
  const code = agrees ? quoted.code : isPermanent ? 550 : 450;
  const stage = reportedStage(report.words ?? diagnostic);
  const found = classifySmtpReply({ code, text, stage, provider: report.provider });
  const stays = found.outcome === 'bounced';
  return { ...found, outcome: 'bounced', bounceType: stays ? found.bounceType : 'soft', retryHintMs: null };
}

function reportedStage(words: string): DestinationReply['stage'] {
  return reportedStages.find(([, pattern]) => pattern.test(words))?.[0];
}

/** Cisco's gateways quote the refusing server behind a code of their own: `5.1.0 - Unknown address error 550-'5.7.1 …'`. */
function innermostReply(diagnostic: string): string {
  const [, code, text] = /\b([45]\d\d)-'(.{1,1000}?)'\s*(?:\(delivery attempts|$)/.exec(diagnostic) ?? [];
  return code === undefined ? diagnostic : `${code} ${text}`;
}

/** 530, 534, 535 and 538 (RFC 4954) say that our login at a smart host is wrong; no recipient may bounce for it. */
function isOurFault(reply: DestinationReply): boolean {
  if (reply.stage === 'auth' || [530, 535, 538].includes(reply.code)) return true;
  return reply.code === 534 && reply.stage === undefined; // Courier says it of recipient lists
}

/** No mailbox was named yet: another address of ours, or another MX, may be welcome. */
function isAboutUs(reply: DestinationReply, failure: FailureClass): boolean {
  return isOurFault(reply) || (reply.stage === 'connect' && failure !== 'domain');
}

/**
 * A recipient that is bad, and proof of it: a code that says so for certain, or words that name the mailbox, where recipients are
 * refused. At the end of data a server may object to the sender, the account or the content, and say "address" of either.
 */
function suppressionOf(
  reply: DestinationReply,
  enhanced: EnhancedCode | null,
  found: FoundFailure | null,
): BounceSuppression | null {
  if (enhanced && enhanced.class !== 5) return null;
  if (found?.suppression !== undefined) return found.suppression;
  if (found?.class !== 'recipient') return null;
  const isProven = enhanced
    ? isAmong(enhanced, provingCodes) || (found.isWorded && isAmong(enhanced, provingWithWords))
    : found.isWorded && (reply.stage === 'rcpt' || reply.stage === undefined);
  return isProven ? 'hard_bounce' : null;
}

function accepted(enhanced: EnhancedCode | null): ReplyClassification {
  return {
    outcome: 'accepted',
    bounceType: null,
    enhancedCode: enhanced?.text ?? null,
    class: null,
    suppression: null,
    blocked: false,
    retryHintMs: null,
  };
}

/** The wait a reply asks for ("try again in 5 minutes", "greylisted for 300 seconds"), in ms; null when it names none. */
export function retryHintMs(replyText: string): number | null {
  const text = replyText.slice(0, hintTextCharsMax);
  if (!aboutWaiting.test(text)) return null;
  const clock = clockPattern.exec(text);
  if (clock)
    return bounded(Number(clock[1]) * unitMs.h + Number(clock[2]) * unitMs.m + Number(clock[3]) * unitMs.s);
  const amount = amountPattern.exec(text);
  if (!amount) return null;
  return bounded(Number(amount[1]) * unitMs[(amount[2] ?? 's').toLowerCase() as keyof typeof unitMs]);
}

function bounded(waitMs: number): number | null {
  return waitMs > 0 ? Math.min(waitMs, hintMaxMs) : null;
}
