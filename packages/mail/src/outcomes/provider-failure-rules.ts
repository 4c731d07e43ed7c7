import type { FailureRule } from './failure-rules';

export interface ProviderRules {
  /** As `mailboxProvider` names it. */
  readonly providers: readonly string[];
  /** How a reply of theirs is recognised when a smart host or a report passes it on. */
  readonly marks: RegExp | null;
  readonly rules: readonly FailureRule[];
}

export const providerRules: readonly ProviderRules[] = [
  {
    // Gmail SMTP errors and codes: https://support.google.com/a/answer/3726730
    providers: ['google'],
    marks: /\bgsmtp\b|support\.google\.com/i,
    rules: [
      { class: 'rate', codes: '2.1', text: /receiving mail (?:at a rate|too quickly)/i },
      { class: 'inactive', codes: '2.1', suppression: 'hard_bounce' },
      { class: 'size', codes: '2.3' },
      { class: 'rate', codes: '4.5' },
      { class: 'platform', codes: '7.29' },
      { class: 'auth', codes: '7.26-27 7.30 7.32 7.40' },
      { class: 'rate', codes: '7.0', text: /try again later, closing connection/i },
      { class: 'block', text: /not in whitelist|not authorized to send email directly|very low reputation/i },
      {
        class: 'content',
        text: /not RFC \d{4} compliant|valid address in (?:the )?from|multiple .{0,15}addresses in from|likely unsolicited mail/i,
      },
      { class: 'platform', text: /mail relay denied|invalid credentials for relay|TLS required for RCPT/i },
    ],
  },
  {
    // Non-delivery reports in Exchange Online: https://learn.microsoft.com/exchange/mail-flow-best-practices/non-delivery-reports-in-exchange-online
    // Outlook.com postmaster: https://sendersupport.olc.protection.outlook.com/pm/troubleshooting.aspx
    providers: ['microsoft'],
    marks:
      /\.outlook\.com|outlook\.com server|by outlook\.com|postmaster\.live\.com|\(S\d{3,14}\)|\.eop[-\]]|by SMTP address lookup|RESOLVER\.|STOREDRV|\b(?:SC|OU|DY|RP)-00\d \(|\bAS\(\d+\)/i,
    rules: [
      { class: 'rate', codes: '2.121 2.122 1.90 7.705 7.652 7.653' },
      { class: 'block', codes: '7.501-503 7.511 7.513 7.606-651 7.703 7.708 7.750' },
      { class: 'auth', codes: '7.509 7.515' },
      { class: 'platform', codes: '7.506' },
      { class: 'content', codes: '6.11 7.512 7.520' },
      { class: 'policy', codes: '7.507 7.124 7.129-193' },
      { class: 'domain', codes: '4.310' },
      { class: 'no_answer', codes: '4.316 4.318 4.300' },
      { class: 'routing', codes: '4.312 4.14 4.62' },
      { class: 'recipient', codes: '1.0 1.10 1.351' },
      { class: 'recipient', codes: '4.1', text: /access denied/i },
      { class: 'rate', codes: '7.500-505', text: /server busy/i },
      { class: 'rate', codes: '2.2', text: /submission quota/i },
      { class: 'full', codes: '2.2' },
      { class: 'rate', text: /\bRP-00\d\b|thread limit exceeded/i },
      { class: 'block', text: /\b(?:SC|OU|DY)-00\d\b|\(S(?:3140|3150|775|844|8002)\)/i },
    ],
  },
  {
    // SMTP error codes: https://senders.yahooinc.com/smtp-error-codes/ (also AOL, AT&T, Verizon)
    providers: ['yahoo'],
    marks:
      /\bdelivery error: dd\b|yahoo(?:inc)?\.com|\[(?:TSS?\d{2}|GL01|PH01|BL2\d|IPTS\d{2})\]|Yahoo requires/i,
    rules: [
      { class: 'inactive', text: /is no longer valid|mailbox is disabled/i },
      {
        class: 'recipient',
        text: /doesn't have an? .{1,60} account|not a valid recipient|mailbox not found/i,
      },
      { class: 'block', text: /permanently deferred|will not be accepted|\[BL2\d\]|\[IPTS\d{2}\]/i },
      {
        class: 'rate',
        text: /\[TSS?\d{2}\]|\[GL01\]|max message per connection|resources temporarily unavailable/i,
      },
      { class: 'auth', text: /unresolvable RFC\.?5321|failed DMARC|sender is unauthenticated/i },
      { class: 'content', text: /\[PH01\]|headers are not RFC/i },
      { class: 'policy', text: /for policy reasons/i },
    ],
  },
  {
    // Postmaster information for iCloud Mail: https://support.apple.com/102322
    providers: ['apple'],
    marks: /support\.apple\.com|\.icloud\.com|\bme\.com ESMTP/i,
    rules: [
      { class: 'block', text: /\[HM08\]|not accepting connections|domain present in the spamhaus/i },
      { class: 'content', text: /\[CS01\]|due to local policy/i },
    ],
  },
  {
    // Error messages: https://postmaster.gmx.net/en/error-messages (also WEB.DE, mail.com, 1&1 IONOS)
    providers: ['gmx', 'ionos'],
    marks: /Nemesis ESMTP|postmaster\.(?:gmx|web|1und1|mail|kundenserver)\./i,
    rules: [
      { class: 'size', text: /message size exceeds/i },
      { class: 'rate', text: /too many (?:connections|messages)/i },
      { class: 'platform', text: /bad dns ptr|ptr resource record/i },
      { class: 'auth', text: /due to (?:SPF|DMARC|DKIM)/i },
      { class: 'block', text: /block listed|no smtp service|reputation/i },
      { class: 'policy', text: /due to policy|sender address is not allowed/i },
      { class: 'content', text: /duplicate header|header .{0,30}(?:invalid|missing)/i },
    ],
  },
  {
    // Telekom postmaster: https://postmaster.t-online.de/
    providers: ['t-online'],
    marks: /\btosa@|\(NOWL\)|IP=\S{7,45} - /i,
    rules: [
      { class: 'rate', text: /\(TOOMANY\)|too many connections/i },
      { class: 'block', text: /\((?:BL|NOWL|DIAL)\)|bad reputation|a problem occurred/i },
    ],
  },
  {
    // Codes OFR and LPN: https://www.postmastery.com/orange-postmaster-smtp-error-codes-ofr/
    providers: ['orange', 'laposte'],
    marks: /\b(?:OFR|LPN|OUK)[A-Z]{0,3}\d{0,3}[_-]?\d{3}\b/,
    rules: [
      { class: 'auth', text: /SPF|DMARC|_(?:401|517)\b/i },
      { class: 'recipient', text: /_?416\b/ },
      { class: 'full', text: /_417\b/ },
      { class: 'inactive', text: /_(?:420|426)\b/ },
      { class: 'rate', text: /_(?:104|505)\b/ },
      { class: 'block', text: /_(?:101|102|103|105|107|108|109|201|510|999)\b/ },
      { class: 'content', text: /_(?:506|513)\b/ },
      { class: 'size', text: /_514\b/ },
      { class: 'platform', text: /_(?:305|402)\b/ },
      { class: 'policy', text: /_(?:403|405|415|421|630)\b/ },
    ],
  },
  {
    // Free.fr: https://postmaster.free.fr/
    providers: ['free'],
    marks: /postmaster\.free\.fr/i,
    rules: [
      { class: 'rate', text: /too many errors/i },
      { class: 'block', text: /too many spams/i },
    ],
  },
  {
    // Errors: https://postmaster.comcast.net/smtp-error-codes.php
    providers: ['comcast'],
    marks: /postmaster\.comcast\.net/i,
    rules: [
      { class: 'platform', text: /reverse dns/i },
      { class: 'rate', text: /\bRL00\d{4}|throttled/i },
      { class: 'content', text: /URLBL|URL content/i },
      { class: 'block', text: /\bBL0\d{5}|comcast block|DNSBL/i },
      { class: 'recipient', text: /not our customer|account not available/i },
    ],
  },
  {
    // Spectrum: https://www.spectrum.net/support/internet/understanding-email-error-codes
    // Cox: https://www.cox.com/residential/support/email-error-codes.html
    providers: ['charter', 'cox'],
    marks: /\bAUP#/,
    rules: [
      { class: 'platform', text: /AUP#(?:\w{1,3}-)?11[0-5]0|CXDNS|no rdns/i },
      { class: 'no_answer', text: /AUP#(?:\w{1,3}-)?1090/i },
      {
        class: 'rate',
        text: /AUP#(?:\w{1,3}-)?(?:1[34]\d0|15[458]0)|CXCNCT|CXMXRT|CXTHRT|too many (?:bad commands|sessions)/i,
      },
      { class: 'size', text: /AUP#(?:\w{1,3}-)?1530/i },
      { class: 'block', text: /AUP#(?:\w{1,3}-)?(?:1000|12\d0)|CXBL|CDRBL|IPBL\d/i },
      { class: 'content', text: /URLBL\d/i },
      { class: 'auth', text: /CXSNDR/i },
      { class: 'policy', text: /AUP#(?:\w{1,3}-)?1\d\d0|CXSMTP|CXMJ/i },
    ],
  },
  {
    // Errors of delivery: https://help.mail.ru/developers/mailing_rules/errors
    providers: ['mailru'],
    marks: /help\.mail\.ru|Message was not accepted -- /i,
    rules: [
      { class: 'inactive', text: /account is disabled/i },
      { class: 'recipient', text: /invalid mailbox|user not found/i },
      { class: 'policy', text: /verification failed for/i },
      { class: 'block', text: /access from ip address .{0,50}blocked/i },
    ],
  },
  {
    // Bounce explanations: https://service.mail.qq.com/detail/122/169
    providers: ['tencent'],
    marks: /service\.mail\.qq\.com|frequency limited/i,
    rules: [
      { class: 'rate', text: /frequency limited|mailbox unavailable or access deni/i },
      { class: 'block', text: /connection denied|suspected (?:spam ip|bounce attacks)/i },
      { class: 'content', text: /suspected spam|mail content denied|spam is embedded/i },
      { class: 'policy', text: /rejected by recipients/i },
      { class: 'inactive', text: /deactivated mailbox/i },
      { class: 'recipient', text: /mailbox not found/i },
    ],
  },
  {
    // Bounce codes of 163, 126 and yeah.net: https://help.mail.163.com/
    providers: ['netease'],
    marks: /\b(?:MI|DT|HL|RP):[A-Z]{3}\b|mail\.163\.com/,
    rules: [
      { class: 'auth', text: /\b(?:MI:(?:SPF|DMC)|DMARC)\b/ },
      { class: 'rate', text: /\b(?:MI:CEL|MI:IMF|RP:(?:QRC|TRC|CEL|DRC|RCL))\b/ },
      { class: 'block', text: /\b(?:MI:NBL|DT:RBL|HL:(?:REP|IHU|IFC|ITC|MEP)|CONNECT)\b|auth error limit/ },
      { class: 'content', text: /\bDT:SPM\b/ },
      { class: 'policy', text: /\bDT:SUM\b/ },
      { class: 'inactive', text: /user suspended/i },
    ],
  },
  {
    // SMTP error codes: https://mimecastsupport.zendesk.com/hc/en-us/articles/34000709564691
    providers: ['mimecast'],
    marks: /mimecast|- envelope rejected|envelope blocked|Local CT IP/i,
    rules: [
      { class: 'policy', text: /internal resources are temporarily/i, temporary: true },
      { class: 'content', text: /MCSpamSignature/ },
      {
        class: 'policy',
        text: /anti-spoofing|envelope blocked|security policies|network,? not allowed|address blocked/i,
      },
      { class: 'no_answer', text: /inbounds disabled/i },
      { class: 'content', text: /content examination/i },
      { class: 'recipient', text: /invalid recipient/i },
    ],
  },
  {
    // Reputation: https://ipcheck.proofpoint.com/
    providers: ['proofpoint'],
    marks: /ipcheck\.proofpoint\.com|support\.proofpoint\.com/i,
    rules: [{ class: 'block', text: /blocked - see/i }],
  },
  {
    // Barracuda Email Security Gateway: https://campus.barracuda.com/product/emailsecuritygateway/
    providers: ['barracuda'],
    marks: /permanent failure for one or more recipients/i,
    rules: [{ class: 'policy', text: /recipients \(<>:blocked\)/i }],
  },
  {
    // Non-delivery reports: https://www.zoho.com/mail/help/non-delivery-report.html
    providers: ['zoho'],
    marks: null,
    rules: [{ class: 'rate', text: /unusual sending activity/i }],
  },
  {
    // What does my email bounceback mean: https://www.godaddy.com/help/what-does-my-email-bounceback-mean-3568
    providers: ['godaddy'],
    marks: /\bbizsmtp\b|\bIB\d{3}\b/,
    rules: [
      { class: 'platform', text: /\bIB108\b|reverse dns/i },
      { class: 'block', text: /\bIB(?:10[3-7]|110|11[0-3]|21[0-2])\b/ },
      { class: 'rate', text: /\bIB(?:10[19]|401|60\d)\b/ },
      { class: 'auth', text: /\bIB(?:506|508)\b/ },
      { class: 'content', text: /\bIB(?:50[0-57]|70[0-5])\b/ },
      { class: 'full', text: /\bIB80\d\b/ },
    ],
  },
];
