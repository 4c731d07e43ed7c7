import type { FailureClass } from './failure-class';
import { wrongSender, wrongSystem } from './whose-words';

/**
 * What refusals mean: this file is data, `classify-failure.ts` reads it. The provider's own rules come first
 * (`provider-failure-rules.ts`), then what the enhanced code says for certain, then words, then what the code may mean, then the
 * bare number; in each the first that fits. Rules about a mailbox or its domain see no words about our side (`whose-words.ts`).
 * `public-replies.tsv` has the replies that they were made for.
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
  // Postfix, qmail and Amazon SES: the name server says for certain that there is no such host.
  {
    class: 'domain',
    codes: '5.4.4',
    text: /not found|could ?n[o']t find|no data record|no address associated|unknown|does ?n[o']t exist|invalid domain|null ?mx/i,
  },
  // Exchange Online's own: https://learn.microsoft.com/exchange/mail-flow-best-practices/non-delivery-reports-in-exchange-online
  { class: 'domain', codes: '4.310' },
  { class: 'routing', codes: '4.3 4.4 4.6 4.312 4.14' },
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
  // Exim of a null MX; the words are also those of a blocking server.
  { class: 'domain', text: /\b(?:mx|srv) records? indicated no smtp service/i },
  // What the sending server has to put right: name, address, TLS, login (RFC 5321 section 4.1.4, RFC 7372 section 3.3).
  {
    class: 'platform',
    text: /(?:reverse dns|reverse hostname|\brdns\b|\bptr\b)|cannot find your (?:reverse )?hostname|unverifi?y?able sending ip|(?<!relaying denied\. )ip name lookup failed/i,
  },
  {
    class: 'platform',
    text: /helo command rejected|but my name was rejected|starttls|tls (?:is )?required|code d'authentification|unauthenticated senders? not allowed|bad outbound sender/i,
  },
  // What names no reason, or several.
  { class: 'other', text: /may not exist, they may be blacklisted/i },
  {
    class: 'content',
    text: /duplicate header|black-?listed (?:url|uri|link)|(?:url|uri|link)s? (?:\w{1,10} ){0,3}black-?listed/i,
  },
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
    text: /not allowed to send from|bad spf|unauthenticated (?:email|mail|sender)|authentication level|invalid ip for sending|mismatch\w* client ip|not have authentication information/i,
  },
  {
    class: 'auth',
    text: /sender verif|(?:(?<!recipient )verification|callback) .{0,20}(?:failed|while verifying)|domain of sender|sender address (?:rejected|has null mx)|badmailfrom|send as this sender/i,
  },
  // Reputation, then how fast: the first is often the reason of the second.
  { class: 'block', text: /due to (?:\w{1,10} )?reputation|low reputation/i },
  {
    class: 'rate',
    text: /unusual (?:rate|sending activity)|at a rate that prevents|receiving mail too quickly/i,
  },
  {
    class: 'rate',
    text: /(?:rate|message|connection|recipient|sending|hourly|daily|receive|thread|relay)[ -]?limit(?! set| of \d|\(| exceeds)|ratelimit|rate limited|(?:unknown user|user unknown|invalid recipient)s? (?:rate|ratio)|(?:message|sending|submission|daily|hourly|monthly) quota/i,
  },
  {
    class: 'rate',
    text: /too many (?:\w{1,10} )?(?:connections|messages|mails?|recipients|users|sessions|emails|open|concurrent|errors|failed|invalid|commands)|too much mail from|trop de connexions|maximum number of (?:concurrent )?connections/i,
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
    text: /spamhaus|spamcop|spamrl|barracuda|sorbs|abusix|uceprotect|invaluement|hostkarma|cloudmark|senderscore|psbl|truncate\.gbudb|uribl\.com|\b(?:dns|r)bl\b|dnsbl|\brbl\+|block[ -]?list|black ?list|deny ?list|spam source|\d\.\d{1,3}\W{0,3} (?:is )?listed (?:at|in|on|by)|\bbad ip\b|blocked (?:by|using) \S{1,100}\.\S|ivmsip|abuseat|realtime block/i,
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
  {
    class: 'block',
    text: /(?:smtp|mail) server of your (?:isp|provider)|client host rejected(?!: (?:#|may not))/i,
  },
  // Whatever else is wrong with us.
  { class: 'platform', text: wrongSystem },
  { class: 'auth', text: wrongSender },
  { class: 'content', text: /\b(?:address|recipient|domain)\b.{0,30}\b(?:to|cc|message|mail):? headers?\b/i },
  // The receiving system, before the mailbox: both say "does not exist".
  {
    class: 'routing',
    text: /relay(?:ing)? (?:access )?(?:denied|not permitted|prohibited|not allowed|disallowed|is not allowed)|unable to relay|(?:permitted|allowed) to relay|configured to relay|could not find a gateway|no relaying|turn on smtp authentication|not support tls|allowed rcpthosts|requires authentication when|mail (?:is )?loop|loops? back|is looping|message looping|too many hops|hop count|exceeded \d{1,4} hops/i,
  },
  // getaddrinfo's and Postfix's words for a name server that does not answer.
  {
    class: 'routing',
    text: /host not found,? try again|temporary failure in name resolution/i,
    temporary: true,
  },
  {
    class: 'domain',
    text: /\b(?:no such|unknown|invalid) (?:domain|host)\b|dns lookup failure: host \S+ not found|no (?:mx found|relevant answers)|couldn't find any host|\bhost (?:unknown|not found)|domain\b.{0,40}\b(?:not found|does ?n[o']t exist|does not accept mail|not exist)|(?<!mailbox |recipient |user |account )does not accept mail(?! from)|null ?mx|no mx (?:record|for)/i,
  },
  // The mailbox: full, closed, unknown.
  {
    class: 'full',
    text: /(?:mailbox|mail ?folder|inbox|skrzynki|boite|account|user)\b[^|]{0,60}(?:\bfull\b|over ?quota|pleine|quota exceeded|out of storage|size limit exceeded|exceed\w* (?:the )?(?:local limit|allowed size))|over (?:disk )?quota|overquota|(?:quota|storage) (?:exceeded|violation)|exceed\w* (?:the |their |its |his )?(?:storage|(?:\w{1,8} )?quota)|space not enough|too much mail stored|email quota|insufficient mailbox/i,
  },
  {
    class: 'size',
    text: /message (?:size|length|header size|too (?:large|big|long))|messages? larger than|size (?:exceed|limit|of this message)|mailsize|too (?:large|big)\b|too much mail data|exceeds? (?:the )?(?:maximum|max|fixed|size)|maximum email size|databytes|taille limite/i,
  },
  { class: 'size', text: /exceeded google's message size|number of attachments/i },
  {
    class: 'inactive',
    text: /(?:account|mailbox|user|recipient|address)\b[^|]{0,40}\btemporar(?:y|ily) (?:locked|disabled|suspended|blocked|deactivated|inactive)/i,
    temporary: true,
  },
  {
    class: 'inactive',
    text: /(?:account|mailbox|user|recipient|address|compte|konto|boite)\b[^|]{0,40}\b(?:disabled|inactive|suspended|deactivated|discontinued|locked|closed|expired|frozen|archived|archivee|bloque|blocked|nieaktywne|no longer (?:active|in use|valid))\b/i,
  },
  {
    class: 'inactive',
    text: /(?:inactive|disabled|deactivated|archived) (?:user|account|mailbox|recipient)|(?:user|account|mailbox)\b[^|]{0,20} not (?:active|activated|enabled)|no longer (?:works|employed|with)|long-term inactivity|permanently moved/i,
  },
  {
    class: 'policy',
    text: /(?:rejected|refused|blocked) by (?:this user|recipients?\b)|recipient preferences|badrcptto|access denied - invalid/i,
  },
  {
    class: 'recipient',
    text: /addressee unknown|(?:no such|unknown|invalid|non-?existent|undeliverable|unverified|bad|illegal|malformed|unrouteable) (?:\w{1,10} ){0,2}(?:user(?:id)?|recipient|mailbox|address|account|alias|destination|local|person)\b/i,
  },
  {
    class: 'recipient',
    text: /(?:user|recipient|mailbox|address|account|alias)\b(?:(?!\|| (?:message (?:is|has|contains)|header|content|signature|certificate|domain)\b).){0,80}\b(?:unknown|not (?:be )?found|couldn't be found|not (?:be )?verified|invalid|does ?n[o']t exist|not exist|doesn't have|undeliverable|no such|unverified)/i,
  },
  {
    class: 'recipient',
    text: /does not have an? .{0,30}account|(?:user|recipient|mailbox) (?:is )?(?:unavailable|rejected|not (?:listed|local|known|available|on (?:this )?server))|mailbox (?:unavailable|name not allowed)|recipient verification failed/i,
  },
  {
    class: 'recipient',
    text: /recipient (?:un|not )recogni[sz]ed|\bno mail-?box\b|no (?:account|user) (?:here )?by that name|address (?:rejected\b(?!:)|not present|syntax)|recipient cannot be verified|not our (?:customer|user)|cannot deliver mail for|user not local|no valid recipients|not listed in (?:public|domino)|name is not recogni[sz]ed|not a (?:known|registered|valid) (?:\w{1,10} )?(?:user|recipient|mailbox)/i,
  },
  {
    class: 'recipient',
    text: /destinatario sconosciuto|usuario no existe|usuario desconocido|benutzer unbekannt|empf.{1,2}nger unbekannt|utilisateur inconnu|destinataire inconnu|destinataire invalide|nie ma takiego|u[zż]ytkownik nie istnieje/i,
  },
  {
    class: 'no_answer',
    text: /connection (?:timed out|refused|dropped|closed)|closing connection|failed to connect|(?:no|not) (?:answer|respond)|service (?:is )?(?:\w{1,12} )?(?:not available|unavailable)|not accepting network|queue\.expired|message expired|retry timeout exceeded|hosts? (?:have|has) been failing|did not accept our requests|operation timed out|after multiple retries|envelope expired|could not (?:be delivered|deliver) (?:for|within|after)|unable to connect|in the queue too long|not reachable|delivery failed \d{1,4} attempts|server not available|network error on destination|no route to host|(?:network|host) is (?:down|unreachable)|lost connection with/i,
  },
  {
    class: 'system',
    text: /(?:internal|temporary|temporarily|local)(?: \w{1,12})? (?:error|problem|failure)|insufficient (?:system|disk)|configuration (?:problem|error)|local error in processing|lookup failure|command died|lock failure|error while writing/i,
  },
  { class: 'routing', text: /dns query failed|name server/i },
  // The message.
  {
    class: 'content',
    text: /\bspam\b|\bspammy\b|junk|\bube\b|virus|malware|phish|content (?:is )?(?:reject|filter|den|block|presents)|prohibited (?:attachment|content)|suspicious|message (?:rejected|refused|filtered)|url\b.{0,30}(?:block|list)|mail rejete|bare linefeed|lone cr|security issue|illegal attachment|multiple (?:\d{3} [\d.]{5,9} )?addresses in from|line (?:length )?limit|media error/i,
  },
  {
    class: 'policy',
    text: /polic(?:y|ies)|not accept(?:ing)? (?:e-?mail|mail|messages) from|administrative(?:ly)? (?:prohibit|den)|not (?:authorized|permitted|allowed)|access denied|(?:message|e-?mail|mail) denied|permission|rejected by|your access|authentication required|security polic/i,
  },
  { class: 'policy', text: /certificate|dane|allowed-senders|notallowed/i },
];

/**
 * Codes that prove what class `recipient` says, so that the address is suppressed, unless the words are about something else.
 * Other codes are used for more than that; without any code, the words have to name the mailbox.
 */
export const provingCodes = '5.1.1-3';
/** Outlook answers "550 5.5.0" for a mailbox that does not exist, others for every command that they do not like. */
export const provingWithWords = '5.5.0';

/** What these codes call bad is the sender's address (RFC 3463 section 3.2). */
export const senderCodes = '1.7 1.8';

/** What a code may mean: servers use it for several reasons, so words that are known know better. */
export const likelyCodes: readonly FailureRule[] = [
  { class: 'recipient', codes: '1.5' },
  { class: 'auth', codes: '1.7 1.8' },
  { class: 'inactive', codes: '2.1' },
  { class: 'size', codes: '2.3' },
  { class: 'no_answer', codes: '4.1 4.2 4.7' },
  { class: 'rate', codes: '4.5' },
  { class: 'system', codes: '3.0-5' },
  { class: 'auth', codes: '7.27 7.29 7.30 7.32 7.40' },
  { class: 'content', codes: '6.0-999' },
  { class: 'policy', codes: '7.0-999' },
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
