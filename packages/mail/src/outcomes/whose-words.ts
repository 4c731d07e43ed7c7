import type { FailureClass } from './failure-class';

/**
 * Whose address, account or host the words of a refusal are about. Servers say "address invalid" and "account suspended" of the
 * sender as of the recipient, and only what is about the recipient may bounce it. So what names ours is taken out before any rule
 * about a mailbox reads the words.
 */

const ourAddress = String.raw`\b(?:from["':]? (?:e-?mail |mail |domain )?(?:address(?:es)?|domains?|header|field)|(?:sender(?:'s|s)?|return[ -]?path|reverse[ -]?path|reply-?to)(?: (?:e-?mail|mail|envelope|domain|header|user|smtp)){0,2} (?:address(?:es)?|domains?|mailbox|accounts?|identity|names?|header|field))\b`;
const ourSystem = String.raw`\b(?:(?:your|the client|client|sending|connecting|originating|source|submitting)(?: (?:e-?mail|mail|smtp|ip|host|source|sending|user|domain)){0,2} (?:address(?:es)?|accounts?|domains?|hosts?|hostname|ips?|servers?|mailbox|username|quota|identity|names?)|(?:helo|ehlo)(?: (?:name|host|hostname|argument|domain))?|ip(?:v[46])?(?: |-)address(?:es)?|(?:smtp|sender|relay) (?:accounts?|quota)|accounts? of (?:the |your )?sender|identit(?:y|ies))\b`;
/** Said of identities that a smart host has on record: recipients are never verified with the sender's account. */
const unverified = String.raw`\b(?:e-?mail )?address(?:es)? (?:is|are|was) not verified\b`;

/** From here on the words are about us (Postfix, smtpd_*_restrictions; Exim, sender verification). */
const aboutUsFrom = /sender address rejected|client host rejected|helo command rejected|sender verif/i;
/** What follows it says why, so the prefix itself says nothing (Postfix, smtpd_recipient_restrictions). */
const recipientPrefix = /\brecipient address(?:es)? rejected ?: ?(?=\S)/gi;

const wrong = String.raw`\b(?:(?:is |are |was |be |been )?(?:in ?valid|reject\w*|refused|denied|unknown|un(?:available|verified|authori[sz]ed|configured|registered|confirmed|routable)|bad|illegal|malformed|disabled|suspended|locked|closed|expired|inactive|mismatch\w*|missing|exceed\w*|over ?quota|full|not (?:a )?(?:\w{1,12} )?(?:valid|verified|exist|found|allowed|authori[sz]ed|accepted|permitted|registered|confirmed|activated|known|match|resolve|recogni[sz]ed)|does ?n[o']t (?:exist|match|resolve|have)|(?:cannot|could not) be (?:verified|resolved|found)|(?:cannot|could not|unable to|failed to) (?:verify|resolve|find)|needs? to be verified|must (?:be|match|have|exist|resolve))\b)`;

const login = String.raw`\b(?:in ?valid|bad|wrong|incorrect) (?:user(?:name)?|login|password|credentials)\b(?=.{0,10}password|$| for)|\binvalid credentials\b|\bauthenticated user\b|\bauthentication (?:rejected|failed)\b`;

/** Words that say what is wrong with the sender's address or domain, which its owner has to put right. */
export const wrongSender = new RegExp(
  String.raw`${ourAddress}.{0,80}${wrong}|${wrong}.{0,20}${ourAddress}|${wrong}.{0,20}\baddress of (?:the )?sender\b|\b(?:unknown|in ?valid|unauthori[sz]ed|bad|illegal|unroutable) sender\b|\bsender\b.{0,20} has no\b|\bsender domain resolve fail|\bsender (?:is |was )?(?:rejected|refused|denied|invalid|unknown|not )`,
  'i',
);
/** Words that say what is wrong with our host, our address or our account at a smart host. */
export const wrongSystem = new RegExp(
  String.raw`${unverified}|${ourSystem}.{0,60}${wrong}|${wrong}.{0,20}${ourSystem}|\bsending (?:is |was |has been )?(?:suspended|paused|disabled)|not authori[sz]ed to perform|outgoing mail .{0,80}suspended|verified sender identity|sender signature|${login}`,
  'i',
);

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
