import type { EnhancedCode } from './enhanced-code';
import { classOfCode, findEnhancedCode } from './enhanced-code';
import type { BounceType, FailureClass, SuppressionReason } from './failure-class';
import { bounceTypeOf } from './failure-class';
import { classOfText } from './reply-phrases';

/** What a destination said, as its final reply. `text` without the number, lines joined; the enhanced code may still stand in it. */
export interface DestinationReply {
  code: number;
  text: string;
  /** The command it answered, where known: a refusal at `connect` is about us, not about the recipient. */
  stage?: 'connect' | 'auth' | 'mail' | 'rcpt' | 'data' | undefined;
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
  suppression: SuppressionReason | null;
  /** A provider block or throttle: counted as `blocked`, and never the recipient's fault. */
  blocked: boolean;
  /** When the server itself says how long to wait. */
  retryHintMs: number | null;
}

/** Ways to fail without any reply. */
export type TransportFailure =
  | 'null_mx'
  | 'domain_not_found'
  | 'dns_unavailable'
  | 'connect_failed'
  | 'connection_lost'
  | 'timeout'
  | 'tls_failed';

// Codes that say the mailbox is gone for good; the rest can be a temporary state or our own fault.
const suppressingCodes = new Set(['5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.5.0']);

const unitMs = { s: 1_000, m: 60_000, h: 3_600_000 } as const;
const hintMaxMs = 24 * unitMs.h; // a server may not defer a message for longer than a bulk message lives
const hintTextCharsMax = 2_000;

const amountPattern =
  /\b(?:again|retry|wait|for|after|in|within)\b[^0-9]{0,30}(\d{1,6})\s{0,3}(s|m|h)(?:ec(?:ond)?s?|in(?:ute)?s?|ours?|rs?)?\b/i;
const clockPattern = /\b(?:again|retry|wait|after|in)\b[^0-9]{0,30}(\d{1,2}):([0-5]\d):([0-5]\d)\b/i;
const aboutWaiting = /try|again|retry|wait|gr[ae]y-?list|later/i;

/** Reads `550-5.1.1 No such user\r\n550 5.1.1 …` into number and joined text; null when it is no SMTP reply. */
export function parseSmtpReply(raw: string): DestinationReply | null {
  const lines = raw.split(/\r?\n/).filter((line) => line.trim() !== '');
  const code = /^([2-5]\d\d)(?:[ -]|$)/.exec(lines[0] ?? '')?.[1];
  if (code === undefined) return null;
  return { code: Number(code), text: lines.map((line) => line.replace(/^\d{3}[ -]?/, '')).join(' ') };
}

/** Classifies a reply: enhanced code first, words where the code is missing or vague. */
export function classifySmtpReply(reply: DestinationReply): ReplyClassification {
  const enhanced = findEnhancedCode(reply.text);
  if (reply.code >= 200 && reply.code < 300) return accepted(enhanced);
  const byText = classOfText(reply.text);
  const failure = failureOf(reply, enhanced, byText?.class ?? null);
  const passes =
    reply.code < 500 || isBlock(failure) || byText?.temporary === true || isAboutUs(reply, failure);
  return {
    outcome: passes ? 'deferred' : 'bounced',
    bounceType: passes ? null : bounceTypeOf(failure),
    enhancedCode: enhanced?.text ?? null,
    class: failure,
    suppression: !passes && suppresses(reply, enhanced, failure) ? 'hard_bounce' : null,
    blocked: isBlock(failure),
    retryHintMs: passes ? retryHintMs(reply.text) : null,
  };
}

/** The classification of a delivery that never got a reply. RFC 7505: a null MX is final, everything else may pass. */
export function classifyTransportFailure(failure: TransportFailure): ReplyClassification {
  const isFinal = failure === 'null_mx' || failure === 'domain_not_found';
  const reason = isFinal ? 'domain' : failure === 'dns_unavailable' ? 'routing' : 'no_answer';
  return {
    outcome: isFinal ? 'bounced' : 'deferred',
    bounceType: isFinal ? bounceTypeOf(reason) : null,
    enhancedCode: null,
    class: reason,
    suppression: isFinal ? 'validation' : null,
    blocked: false,
    retryHintMs: null,
  };
}

/**
 * The classification of a failure that another server reports by mail. It does not attempt it again, so a block or a 4.x.x there is
 * a soft bounce here, and only a permanent status can suppress.
 */
export function classifyReportedFailure(report: {
  status: string | null;
  diagnostic: string | null;
}): ReplyClassification {
  const quoted = parseSmtpReply(report.diagnostic ?? '') ?? { code: 0, text: report.diagnostic ?? '' };
  // The refusing server's own code comes first: reporters often round it to 5.0.0 or 5.1.1.
  const inQuote = findEnhancedCode(quoted.text);
  const status = inQuote ?? findEnhancedCode(report.status ?? '');
  const isPermanent = status === null ? quoted.code === 0 || quoted.code >= 500 : status.class === 5;
  const text = status === null || inQuote !== null ? quoted.text : `${status.text} ${quoted.text}`;
  const found = classifySmtpReply({ code: isPermanent ? 550 : 450, text });
  const stays = found.outcome === 'bounced';
  return { ...found, outcome: 'bounced', bounceType: stays ? found.bounceType : 'soft', retryHintMs: null };
}

function failureOf(
  reply: DestinationReply,
  enhanced: EnhancedCode | null,
  byText: FailureClass | null,
): FailureClass {
  const byCode = enhanced ? classOfCode(enhanced) : null;
  if (isOurFault(reply)) return 'platform';
  if (byCode && !byCode.vague) return byCode.class;
  if (byText) return byText;
  if (byCode) return byCode.class;
  if (reply.code === 521 || reply.code === 556) return 'domain'; // RFC 7504: this host takes no mail at all
  // Outlook answers "550 5.5.0 Requested action not taken" for a mailbox that does not exist.
  if (enhanced?.text === '5.5.0' && reply.code === 550) return 'recipient';
  return reply.stage === 'connect' && reply.code >= 500 ? 'block' : 'other';
}

/** 530, 534, 535 and 538 (RFC 4954) say that our login at a smart host is wrong; no recipient may bounce for it. */
function isOurFault(reply: DestinationReply): boolean {
  return reply.stage === 'auth' || [530, 534, 535, 538].includes(reply.code);
}

/** Nobody's mailbox was named yet: another address of ours, or another MX, may be welcome. */
function isAboutUs(reply: DestinationReply, failure: FailureClass): boolean {
  return isOurFault(reply) || (reply.stage === 'connect' && failure !== 'domain');
}

function isBlock(failure: FailureClass): boolean {
  return failure === 'block' || failure === 'rate';
}

function suppresses(reply: DestinationReply, enhanced: EnhancedCode | null, failure: FailureClass): boolean {
  if (failure !== 'recipient' && failure !== 'inactive') return false;
  // Without a code only words that name the mailbox count, and only where recipients are refused.
  if (enhanced === null)
    return failure === 'recipient' && reply.stage !== 'connect' && reply.stage !== 'mail';
  if (enhanced.text === '5.2.1') return /gsmtp|support\.google\.com/i.test(reply.text);
  return suppressingCodes.has(enhanced.text);
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
