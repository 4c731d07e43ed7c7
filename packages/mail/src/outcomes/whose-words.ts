import type { FailureClass } from './failure-class';

/**
 * Whose address, account or host the words of a refusal are about. Servers say "address invalid" and "account suspended" of the
 * sender as of the recipient, and only what is about the recipient may bounce it. So what names ours is taken out before any rule
 * about a mailbox reads the words.
 */

const either = (...alternatives: readonly string[]): string => `(?:${alternatives.join('|')})`;

const address = 'address(?:es)?';

const ourAddress = either(
  String.raw`\bfrom["':]? (?:e-?mail |mail |domain )?${either(address, 'domains?', 'header', 'field')}\b`,
  String.raw`\b${either("sender(?:'s|s)?", 'return[ -]?path', 'reverse[ -]?path', 'reply-?to')}(?: (?:e-?mail|mail|envelope|domain|header|user|smtp)){0,2} ${either(address, 'domains?', 'mailbox', 'accounts?', 'identity', 'names?', 'header', 'field')}\b`,
);
const ourSystem = either(
  String.raw`\b${either('your', '(?:the )?client', 'sending', 'connecting', 'originating', 'source', 'submitting')}(?: (?:e-?mail|mail|smtp|ip|host|source|sending|user|domain)){0,2} ${either(address, 'accounts?', 'domains?', 'hosts?', 'hostname', 'ips?', 'servers?', 'mailbox', 'username', 'quota', 'identity', 'names?')}\b`,
  String.raw`\b(?:helo|ehlo)(?: (?:name|host|hostname|argument|domain))?\b`,
  String.raw`\bip(?:v[46])?[ -]${address}\b`,
  String.raw`\b(?:smtp|sender|relay) (?:accounts?|quota)\b`,
  String.raw`\baccounts? of (?:the |your )?sender\b`,
  String.raw`\bidentit(?:y|ies)\b`,
);
/** Said of identities that a smart host has on record: recipients are never verified with the sender's account. */
const unverified = String.raw`\b(?:e-?mail )?${address} (?:is|are|was) not verified\b`;
const login = either(
  String.raw`\b(?:in ?valid|bad|wrong|incorrect) (?:user(?:name)?|login|password|credentials)\b(?=.{0,10}password|$| for)`,
  String.raw`\binvalid credentials\b`,
  String.raw`\bauthenticated user\b`,
  String.raw`\bauthentication (?:rejected|failed)\b`,
);

const wrong = String.raw`\b${either(
  String.raw`in ?valid|reject\w*|refused|denied|unknown|bad|illegal|malformed|disabled|suspended|locked|closed|expired|inactive|missing`,
  String.raw`un(?:available|verified|authori[sz]ed|configured|registered|confirmed|routable)|mismatch\w*|exceed\w*|over ?quota|full`,
  String.raw`not (?:a )?(?:\w{1,12} )?(?:valid|verified|exist|found|allowed|authori[sz]ed|accepted|permitted|registered|confirmed|activated|known|match|resolve|recogni[sz]ed)`,
  String.raw`does ?n[o']t (?:exist|match|resolve|have)|(?:cannot|could not) be (?:verified|resolved|found)|(?:cannot|could not|unable to|failed to) (?:verify|resolve|find)`,
  String.raw`needs? to be verified|must (?:be|match|have|exist|resolve)`,
)}\b`;
const beside = String.raw`:? (?:of |for |from |by )?(?:the |a )?(?:mail |envelope )?`;
/** Not across a mailbox, or into another clause: "from IP address 192.0.2.1: user unknown". */
const nearby = String.raw`(?:(?!\b(?:user|recipient|mailbox)\b)[^:;,]){0,60}`;

/** Words that say what is wrong with the sender's address or domain, which its owner has to put right. */
export const wrongSender = new RegExp(
  either(
    `${ourAddress}.{0,80}${wrong}`,
    `${wrong}${beside}${ourAddress}`,
    String.raw`${wrong} address of (?:the )?sender\b`,
    String.raw`\b(?:unknown|in ?valid|unauthori[sz]ed|bad|illegal|unroutable) sender\b`,
    String.raw`\bsender (?:is |was )?(?:rejected|refused|denied|invalid|unknown|not )`,
    String.raw`\bsender\b.{0,20} has no\b|\bsender domain resolve fail`,
  ),
  'i',
);
/** Words that say what is wrong with our host, our address or our account at a smart host. */
export const wrongSystem = new RegExp(
  either(
    ...[unverified, login],
    `${ourSystem}${nearby}${wrong}`,
    `${wrong}${beside}${ourSystem}`,
    String.raw`\bsending (?:is |was |has been )?(?:suspended|paused|disabled)|outgoing mail .{0,80}suspended`,
    'not authori[sz]ed to perform|verified sender identity|sender signature',
  ),
  'i',
);

/** From here on the words are about us (Postfix, smtpd_*_restrictions; Exim, sender verification). */
const aboutUsFrom = /sender address rejected|client host rejected|helo command rejected|sender verif/i;
/** What follows it says why, so the prefix itself says nothing (Postfix, smtpd_recipient_restrictions). */
const recipientPrefix = /\brecipient address(?:es)? rejected ?: ?(?=\S)/gi;

const ours = new RegExp(`${unverified}|${ourAddress}|${ourSystem}`, 'gi');
/** Between what is about us and the rest, so that no rule reads across it. */
const gap = '|';

export interface ReadableWords {
  readonly all: string;
  /** Those that can be about the recipient or its domain. */
  readonly ofRecipient: string;
}

/** @param text one line, addresses taken out */
export function wordsOf(text: string): ReadableWords {
  const all = text.replace(recipientPrefix, '');
  const end = all.search(aboutUsFrom);
  return { all, ofRecipient: (end < 0 ? all : all.slice(0, end)).replace(ours, gap) };
}

/** Classes that say something of the recipient's mailbox or domain. */
export function isOfRecipient(failure: FailureClass): boolean {
  return failure === 'recipient' || failure === 'inactive' || failure === 'full' || failure === 'domain';
}
