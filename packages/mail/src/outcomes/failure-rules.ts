import type { FailureClass } from './failure-class';

/**
 * What refusals mean: this file is data, `classify-failure.ts` reads it. The provider's own rules come first
 * (`provider-failure-rules.ts`), then what the enhanced code says for certain, then words, then what the code may mean, then the
 * bare number; in each the first that fits. `packages/mail/test/reply-corpus` has the replies that they were made for.
 *
 * Words are looked for in one line of at most 2,000 characters, in which addresses are `<>`, so that no mailbox is called
 * "blocked". Repetitions are bounded, so that no text makes them slow.
 */
export interface FailureRule {
  readonly class: FailureClass;
  /** Enhanced codes apart by blanks: `1.1` of any class, `5.5.0` of one, `7.606-649` a range. With `text`, both have to fit. */
  readonly codes?: string;
  readonly text?: RegExp;
  /** The refusal passes although its number says 5xx. That of block, rate and platform always does. */
  readonly temporary?: true;
  /** The address is gone for good, although its class does not say that. */
  readonly suppression?: 'hard_bounce';
}

/** What an enhanced code says for certain (RFC 3463, RFC 7372, RFC 7505 and their registry at IANA). */
export const certainCodes: readonly FailureRule[] = [
  { class: 'recipient', codes: '1.1-4' },
  { class: 'inactive', codes: '5.1.6', suppression: 'hard_bounce' },
  { class: 'inactive', codes: '1.6' },
  { class: 'domain', codes: '1.10' },
  { class: 'full', codes: '2.2' },
  { class: 'size', codes: '3.4' },
  { class: 'routing', codes: '4.3 4.4 4.6' },
  { class: 'rate', codes: '5.3 7.28' },
  { class: 'platform', codes: '7.10 7.25' },
  { class: 'auth', codes: '7.20 7.21 7.22 7.23 7.24 7.26' },
  { class: 'inactive', codes: '7.13' },
];

/**
 * What servers write. Reasons that quote the words of others come first: authentication texts say "blocked", block texts say
 * "mailbox unavailable". Sources: Postfix postconf(5), Exim's specification, Sendmail's cf/README, qmail-smtpd(8), Dovecot,
 * Exchange ("Non-delivery reports and bounce messages"), the block lists' own pages, and replies that senders quote.
 */
export const words: readonly FailureRule[] = [
  { class: 'policy', text: /gr[ae]y-?list|temporary deferral/i, temporary: true },
  // What the sending server has to put right: name, address, TLS, login (RFC 5321 section 4.1.4, RFC 7372 section 3.3).
  {
    class: 'platform',
    text: /(?:reverse dns|reverse hostname|\brdns\b|\bptr\b)|cannot find your hostname|(?<!relaying denied\. )ip name lookup failed/i,
  },
  {
    class: 'platform',
    text: /\b(?:helo|ehlo)\b.{0,40}(?:rejected|invalid|bad|not allowed)|(?:bad|invalid) (?:helo|ehlo)/i,
  },
  { class: 'platform', text: /starttls|tls (?:is )?required|code d'authentification/i },
  // The sender's own records.
  {
    class: 'auth',
    text: /\b(?:spf|dkim|dmarc)\b.{0,60}\b(?:fail|not pass|didn't pass|did not pass|does not pass|invalid|missing|policy|reject|not allowed|en echec|check)/i,
  },
  {
    class: 'auth',
    text: /\b(?:fail\w*|violat\w*|due to|because of|per|must pass|pass|meet)\b.{0,60}\b(?:spf|dkim|dmarc|sender policy framework)\b/i,
  },
  {
    class: 'auth',
    text: /not allowed to send from|bad spf|unauthenticated (?:email|mail|sender)|authentication level/i,
  },
  {
    class: 'policy',
    text: /sender (?:address )?(?:verify|verification) (?:failed|callout)|sender verify|(?:verification|callback) .{0,20}(?:failed|while verifying)|domain of sender|sender address rejected|invalid sender|sender (?:is )?(?:rejected|denied|invalid)|unroutable sender|badmailfrom|sender address (?:has null mx|is not allowed)|bad outbound sender|send as this sender/i,
  },
  // Reputation, then how fast: the first is often the reason of the second.
  { class: 'block', text: /due to (?:\w{1,10} )?reputation|low reputation/i },
  {
    class: 'rate',
    text: /unusual (?:rate|sending activity)|at a rate that prevents|receiving mail too quickly/i,
  },
  {
    class: 'rate',
    text: /(?:rate|message|connection|recipient|sending|hourly|daily|receive|thread)[ -]?limit(?! set| of \d|\(| exceeds)|ratelimit|rate limited/i,
  },
  {
    class: 'rate',
    text: /too many (?:\w{1,10} )?(?:connections|messages|mails?|recipients|sessions|emails|open|concurrent|errors|failed|invalid|commands)|too much mail from|trop de connexions|maximum number of (?:concurrent )?connections/i,
  },
  {
    class: 'rate',
    text: /throttl|too fast|slow(?:ing)? down|excessive volume|unexpected volume|(?:exceeded|exceeds) (?:the |their |its )?(?:\w{1,10} )?(?:max(?:imum)? emails|(?:maximum|allowed) (?:number|rate)|threshold|(?:message )?rate|limit for the number)/i,
  },
  {
    class: 'rate',
    text: /(?:server|system|service) (?:is )?(?:too )?busy|relay quota|temporarily deferred|try again later.{0,20}load|resources temporarily unavailable|recipients exceeded/i,
  },
  // Block lists, their names, and reputation.
  {
    class: 'block',
    text: /spamhaus|spamcop|spamrl|barracuda|sorbs|abusix|uceprotect|invaluement|hostkarma|cloudmark|senderscore|psbl|truncate\.gbudb|uribl\.com|\b(?:dns|r)bl\b|dnsbl|\brbl\+|block[ -]?list|black ?list|deny ?list|spam source|realtime block/i,
  },
  {
    class: 'block',
    text: /(?:low|poor|bad|no|insufficiente) reputation|ip reputation|reputation of (?:the )?(?:sending|your)|bad karma|bad behaviou?r|identified as spammer/i,
  },
  {
    class: 'block',
    text: /(?:banned|blocked) (?:sending )?(?:ip|sender\[)|(?:\bip\b|host|client|server|network|ip address)\b.{0,60}\b(?:is |has been |was )?(?:blocked|banned|bloquee|listed (?:at|in|on|by))\b/i,
  },
  { class: 'block', text: /spam abuse|ont ete bloques|no smtp service|blocked for (?:spam|abuse)/i },
  // The receiving system, before the mailbox: both say "does not exist".
  {
    class: 'routing',
    text: /relay(?:ing)? (?:access )?(?:denied|not permitted|prohibited|not allowed|disallowed|is not allowed)|unable to relay|permitted to relay|allowed rcpthosts|requires authentication when|mail (?:is )?loop|loops? back|is looping|too many hops|hop count|exceeded \d{1,4} hops/i,
  },
  {
    class: 'domain',
    text: /\b(?:no such|unknown|invalid) (?:domain|host)\b|\bhost (?:unknown|not found)|domain\b.{0,40}\b(?:not found|does ?n[o']t exist|does not accept mail|not exist)|does not accept mail|null ?mx|no mx record/i,
  },
  // The mailbox: full, closed, unknown.
  {
    class: 'full',
    text: /(?:mailbox|inbox|skrzynki|boite|account|user)\b.{0,60}(?:\bfull\b|over ?quota|pleine|quota exceeded|out of storage|size limit exceeded)|over ?quota|quota exceeded|exceeded storage|email quota|insufficient mailbox/i,
  },
  {
    class: 'size',
    text: /message (?:size|length|header size|too (?:large|big|long))|messages? larger than|size (?:exceed|limit|of this message)|mailsize|too (?:large|big)\b|too much mail data|exceeds? (?:the )?(?:maximum|max|fixed|size)|maximum email size|databytes|taille limite/i,
  },
  { class: 'size', text: /exceeded google's message size|number of attachments/i },
  {
    class: 'inactive',
    text: /(?:account|mailbox|user|recipient|address|compte|konto|boite)\b.{0,40}\b(?:disabled|inactive|suspended|deactivated|discontinued|locked|closed|expired|frozen|archived|archivee|bloque|blocked|nieaktywne|no longer (?:active|in use|valid))\b/i,
  },
  {
    class: 'inactive',
    text: /(?:inactive|disabled|deactivated|archived) (?:user|account|mailbox|recipient)|has been (?:disabled|suspended|discontinued)|no longer (?:works|employed|with)|long-term inactivity|permanently moved/i,
  },
  {
    class: 'policy',
    text: /(?:rejected|refused|blocked) by (?:this user|recipients?\b)|badrcptto|access denied - invalid/i,
  },
  {
    class: 'recipient',
    text: /(?:no such|unknown|invalid|non-?existent|undeliverable|bad|illegal|unrouteable) (?:\w{1,10} )?(?:user|recipient|mailbox|address|account|alias|destination|local|person)\b/i,
  },
  {
    class: 'recipient',
    text: /(?:user|recipient|mailbox|address|account|alias)\b.{0,80}\b(?:unknown|not (?:be )?found|not (?:be )?verified|invalid|does ?n[o']t exist|not exist|doesn't have|undeliverable|no such|unverified)/i,
  },
  {
    class: 'recipient',
    text: /does not have an? .{0,30}account|(?:user|recipient|mailbox) (?:is )?(?:unavailable|rejected|not (?:listed|local|known|available|allowed))|mailbox (?:unavailable|name not allowed)|recipient verification failed/i,
  },
  {
    class: 'recipient',
    text: /no mailbox (?:here )?by that name|address (?:rejected(?!: access denied)|not present|syntax)|recipient cannot be verified|not our customer|cannot deliver mail for|user not local|no valid recipients|not listed in|name is not recogni[sz]ed|not a known user/i,
  },
  {
    class: 'recipient',
    text: /destinatario sconosciuto|usuario no existe|usuario desconocido|benutzer unbekannt|empf.{1,2}nger unbekannt|utilisateur inconnu|destinataire inconnu|destinataire invalide|nie ma takiego|u[zż]ytkownik nie istnieje/i,
  },
  {
    class: 'no_answer',
    text: /connection (?:timed out|refused|dropped|closed)|closing connection|failed to connect|(?:no|not) (?:answer|respond)|service (?:is )?(?:\w{1,12} )?(?:not available|unavailable)|not accepting network|queue\.expired|message expired|retry timeout exceeded|hosts? (?:have|has) been failing|did not accept our requests|operation timed out|after multiple retries|envelope expired|could not (?:be delivered|deliver) (?:for|within|after)|unable to connect|in the queue too long|not reachable|server not available/i,
  },
  {
    class: 'system',
    text: /(?:internal|temporary|temporarily|local)(?: \w{1,12})? (?:error|problem|failure)|insufficient (?:system|disk)|configuration (?:problem|error)|local error in processing|lookup failure/i,
  },
  { class: 'routing', text: /dns query failed|name server/i },
  // The message.
  {
    class: 'content',
    text: /\bspam\b|\bspammy\b|junk|\bube\b|virus|malware|phish|content (?:is )?(?:reject|filter|den|block|presents)|prohibited (?:attachment|content)|suspicious|message (?:rejected|refused|filtered)|url\b.{0,30}(?:block|list)|mail rejete|bare linefeed|lone cr|security issue|illegal attachment/i,
  },
  {
    class: 'policy',
    text: /policy|polic(?:y|ies)|administrative(?:ly)? (?:prohibit|den)|not (?:authorized|permitted|allowed)|access denied|permission|rejected by|your access|authentication required|security polic/i,
  },
  { class: 'policy', text: /certificate|dane|allowed-senders|notallowed/i },
];

/**
 * Codes that prove what class `recipient` says, so that the address is suppressed. Other codes are used for more than that;
 * without any code, the words have to name the mailbox.
 */
export const provingCodes = '5.1.1-3 5.5.0';

/** What a code may mean: servers use it for several reasons, so words that are known know better. */
export const likelyCodes: readonly FailureRule[] = [
  { class: 'recipient', codes: '1.5' },
  { class: 'policy', codes: '1.7 1.8' },
  { class: 'inactive', codes: '2.1' },
  { class: 'size', codes: '2.3' },
  { class: 'no_answer', codes: '4.1 4.2 4.7' },
  { class: 'rate', codes: '4.5' },
  { class: 'system', codes: '3.0-5' },
  { class: 'auth', codes: '7.27 7.29 7.30 7.32 7.40' },
  { class: 'content', codes: '6.0-999' },
  { class: 'policy', codes: '7.0-999' },
  // Outlook answers "550 5.5.0" for a mailbox that does not exist.
  { class: 'recipient', codes: '5.5.0' },
];

/** What a bare number says (RFC 5321 section 4.2.3, RFC 7504). */
export const numbers: Readonly<Record<number, FailureClass>> = {
  521: 'domain',
  523: 'size',
  525: 'inactive',
  534: 'size',
  551: 'recipient',
  552: 'full',
  556: 'domain',
};
