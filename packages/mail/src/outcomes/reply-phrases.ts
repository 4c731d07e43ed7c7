import type { FailureClass } from './failure-class';

interface Phrase {
  pattern: RegExp;
  class: FailureClass;
  /** A refusal that is meant to pass even when its number is 5xx. Block and rate always are. */
  temporary?: true;
}

/**
 * What servers write when their number says little. First match wins, so the order is: reasons that quote words of
 * others (authentication texts say "blocked", block texts say "mailbox unavailable"), then the plain ones.
 */
const phrases: readonly Phrase[] = [
  { pattern: /gr[ae]y-?list/i, class: 'policy', temporary: true },
  // Authentication of the sender: Gmail, Outlook, Yahoo, GMX.
  {
    pattern:
      /\b(?:spf|dkim|dmarc)\b.{0,60}\b(?:fail|not pass|didn't pass|did not pass|invalid|missing|policy|reject)/i,
    class: 'auth',
  },
  { pattern: /\b(?:fail\w*|violat\w*|due to|because of)\b.{0,60}\b(?:spf|dkim|dmarc)\b/i, class: 'auth' },
  {
    pattern: /unauthenticated (?:email|mail|sender)|not authenticated|authentication (?:level|checks? fail)/i,
    class: 'auth',
  },
  { pattern: /(?:reverse dns|ptr record|rdns|reverse hostname)/i, class: 'auth' },
  // Rate: Gmail, Yahoo TSS, Orange, Apple, generic.
  { pattern: /unusual rate|receiving mail (?:at a rate|too quickly)|rate that prevents/i, class: 'rate' },
  {
    pattern: /\[TSS?0?[1-6]\]|\[TS0\d\]|temporarily deferred due to (?:user complaints|unexpected volume)/i,
    class: 'rate',
  },
  {
    pattern:
      /(?:rate|message|connection|recipient|sending|hourly|daily)[ -]?limit|too many (?:connections|messages|mails|recipients|sessions|emails|concurrent)/i,
    class: 'rate',
  },
  {
    pattern:
      /throttl|too fast|slow(?:ing)? down|exceeded (?:the )?(?:maximum|allowed) (?:number|rate)|over quota for sending/i,
    class: 'rate',
  },
  {
    pattern:
      /(?:server|system|service) (?:is )?(?:too )?busy|try again later.{0,20}load|resources? temporarily/i,
    class: 'rate',
  },
  // Block and reputation: block lists, Gmail, Outlook, Apple, Comcast, GMX, Mimecast, Proofpoint.
  {
    pattern:
      /spamhaus|spamcop|barracuda|sorbs|abusix|uceprotect|invaluement|psbl|truncate\.gbudb|\b(?:dns|r)bl\b|block ?list|blacklist|denylist/i,
    class: 'block',
  },
  {
    pattern:
      /(?:low|poor|bad|very low) reputation|reputation of (?:the )?(?:sending|your)|ip reputation|due to .{0,40}reputation/i,
    class: 'block',
  },
  {
    pattern:
      /(?:banned|blocked) (?:sending )?ip|(?:ip|host|client|server|network|address)\b.{0,60}\b(?:is |has been |was )?(?:blocked|banned|listed|on our block)/i,
    class: 'block',
  },
  {
    pattern: /\bS(?:3140|3150)\b|part of their network is on our block list|access denied, banned/i,
    class: 'block',
  },
  { pattern: /\b(?:HM08|CS01|HVU|RBL)\b|RL000\d|nemesis|dynablock|\[IPTS\d+\]/i, class: 'block' },
  {
    pattern:
      /unsolicited (?:mail|email|message).{0,80}(?:ip|sending|originating)|likely unsolicited.{0,80}reputation/i,
    class: 'block',
  },
  // The mailbox.
  {
    pattern:
      /(?:mailbox|inbox|quota|storage|account).{0,40}(?:\bfull\b|exceed|over ?quota|out of)|over ?quota|quota exceeded|exceeded storage|insufficient (?:disk|mailbox)/i,
    class: 'full',
  },
  {
    pattern:
      /message (?:size|too (?:large|big|long))|size (?:exceed|limit|of this message)|too (?:large|big) (?:for|message)|exceeds? (?:the )?(?:maximum|max|fixed|size)/i,
    class: 'size',
  },
  {
    pattern:
      /(?:account|mailbox|user|recipient|address)\b.{0,40}\b(?:disabled|inactive|suspended|deactivated|discontinued|locked|closed|expired|no longer (?:active|in use|valid))/i,
    class: 'inactive',
  },
  {
    pattern: /has been (?:disabled|suspended|discontinued)|no longer (?:works|employed|with)/i,
    class: 'inactive',
  },
  {
    pattern:
      /(?:no such|unknown|invalid|non-?existent|undeliverable|bad|illegal) (?:user|recipient|mailbox|address|account|alias|destination|local)/i,
    class: 'recipient',
  },
  {
    pattern:
      /(?:user|recipient|mailbox|address|account|alias)\b.{0,60}\b(?:unknown|not found|invalid|does ?n[o']t exist|not exist|doesn't have|undeliverable|no such)/i,
    class: 'recipient',
  },
  {
    pattern:
      /does not have an? .{0,30}account|(?:user|recipient|mailbox) (?:is )?(?:unavailable|rejected|not (?:listed|local|known))|mailbox unavailable/i,
    class: 'recipient',
  },
  {
    pattern:
      /recipient address rejected: access denied|no mailbox (?:here )?by that name|address (?:rejected|not present)|not our customer/i,
    class: 'recipient',
  },
  // The receiving system.
  {
    pattern:
      /(?:domain|host)\b.{0,40}\b(?:not found|does ?n[o']t exist|does not accept mail|not exist|unknown)|null ?mx|no mx record/i,
    class: 'domain',
  },
  {
    pattern:
      /relay(?:ing)? (?:access )?(?:denied|not permitted|prohibited)|unable to relay|mail loop|loops? back|too many hops|hop count/i,
    class: 'routing',
  },
  {
    pattern: /connection (?:timed out|refused|dropped)|(?:no|not) (?:answer|respond)|lookup fail/i,
    class: 'no_answer',
  },
  // The content.
  {
    pattern:
      /\bspam\b|\bspammy\b|junk|virus|malware|phish|content (?:reject|filter|den|block)|prohibited (?:attachment|content)|suspicious|message (?:rejected|refused|blocked)|url\b.{0,30}(?:block|list)/i,
    class: 'content',
  },
  {
    pattern:
      /policy|administrative(?:ly)? (?:prohibit|den)|not (?:authorized|permitted|allowed)|access denied|permission/i,
    class: 'policy',
  },
];

const textCharsMax = 2_000; // a reply is matched against every phrase; a server chooses its length

/** What the words of a reply say, or null when none of them is known. */
export function classOfText(text: string): { class: FailureClass; temporary: boolean } | null {
  const read = text.slice(0, textCharsMax).replace(/\s+/g, ' ');
  const found = phrases.find((phrase) => phrase.pattern.test(read));
  return found ? { class: found.class, temporary: found.temporary === true } : null;
}
