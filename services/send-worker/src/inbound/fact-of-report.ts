import type { EventReply } from '@postrider/contracts/outcomes';
import { normaliseAddress, type BounceReport, type ReportedRecipient } from '@postrider/mail';
import type { KnownRecipient } from './known-recipients.repository';
import { eventReplyOf } from '../outcomes/message-outcome';
import type { ReportedFact } from './reported-facts.repository';

/** A recipient bounces once, and is delivered once, by whatever report. */
const once = 'reported';

const ranks = { failed: 0, delayed: 1, delivered: 2, relayed: 2, expanded: 2 } as const;

/**
 * What a report says about the recipient whose signed address it came to; null when it is about others alone.
 *
 * Each recipient has a return path of its own, so the report is about this one, even where it names an address
 * that the mail was passed on to. Then the recipient's own address is not what is bad: it is never suppressed for that.
 * An address that is another recipient of the same message is not touched, and says nothing about this one.
 */
export function factOfReport(
  report: BounceReport,
  { recipient, at }: { readonly recipient: KnownRecipient; readonly at: Date },
): ReportedFact | null {
  const found = entryFor(report, recipient);
  if (found === null) return null;
  const { action, classification } = found;
  const fact = {
    recipient: { messageId: recipient.messageId, ordinal: recipient.ordinal },
    at,
    bounceType: null,
    failureClass: classification?.class ?? null,
    detail: detailOf(report, found),
    reply: replyOf(report, found),
    blocked: false,
    suppression: null,
  };
  if (action === 'delayed') {
    // One a day: what repeats itself hourly is no news.
    return { ...fact, type: 'delivery_delayed', identity: `${once} ${at.toISOString().slice(0, 10)}` };
  }
  if (action !== 'failed') return { ...fact, type: 'delivered', identity: once, failureClass: null };
  const isOwn = isAbout(found, recipient);
  const bounceType = classification?.bounceType ?? 'undetermined';
  return {
    ...fact,
    type: 'bounced',
    identity: once,
    bounceType: isOwn || bounceType !== 'hard' ? bounceType : 'undetermined',
    suppression: isOwn && classification?.suppression === 'hard_bounce' ? 'hard_bounce' : null,
  };
}

/** Whether the report is about the recipient by its very address. */
export function isNamed({ recipients }: BounceReport, { addressKey }: KnownRecipient): boolean {
  return recipients.some((entry) => keysOf(entry).includes(addressKey));
}

/** The entry that names the recipient, else one that hides whom it names, else one that names a stranger; of several the worst. */
function entryFor({ recipients }: BounceReport, recipient: KnownRecipient): ReportedRecipient | null {
  const named = recipients.filter((entry) => keysOf(entry).includes(recipient.addressKey));
  const hidden = recipients.filter((entry) => keysOf(entry).length === 0);
  const strange = recipients.filter(
    (entry) => keysOf(entry).length > 0 && !keysOf(entry).some((key) => recipient.otherKeys.includes(key)),
  );
  const entries = [named, hidden, strange].find(({ length }) => length > 0) ?? [];
  return entries.toSorted((one, other) => ranks[one.action] - ranks[other.action])[0] ?? null;
}

/** A server may have renamed the domain behind a mailbox; the part before the @ stays. */
function isAbout(entry: ReportedRecipient, { addressKey }: KnownRecipient): boolean {
  const keys = keysOf(entry);
  return keys.length === 0 || keys.some((key) => localPart(key) === localPart(addressKey));
}

function keysOf({ address, originalRecipient }: ReportedRecipient): string[] {
  return [address, originalRecipient].flatMap((each) => (each === null ? [] : [normaliseAddress(each)]));
}

function localPart(key: string): string {
  return key.slice(0, key.lastIndexOf('@'));
}

function detailOf({ reportingMta }: BounceReport, entry: ReportedRecipient): string {
  const words = entry.diagnostic ?? `reported by ${reportingMta ?? 'another server'}`;
  const reason = entry.classification?.class;
  // By these the operator of the other server finds it in the log.
  const where = [entry.remoteMta, entry.logId && `log id ${entry.logId}`].filter(Boolean).join(', ');
  return `${reason ? `${reason}: ` : ''}${words}${where ? ` (${where})` : ''}`;
}

/** The reply that the report quotes, of the server that gave it. */
function replyOf(
  { reportingMta }: BounceReport,
  { diagnostic, remoteMta }: ReportedRecipient,
): EventReply | null {
  const host = remoteMta ?? reportingMta;
  const quoted = /^([245]\d\d)[ -](.*)$/s.exec(diagnostic ?? '');
  if (host === null || quoted === null) return null;
  const [, code = '', text = ''] = quoted;
  return eventReplyOf(host, { code: Number(code), text });
}
