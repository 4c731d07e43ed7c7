import type { ReplyGroup } from './reply-group';

/** Gateways that stand before other servers, block lists, and hosting companies. */
export const filters: readonly ReplyGroup[] = [
  {
    provider: 'mimecast',
    source: 'Mimecast SMTP Error Codes, https://mimecastsupport.zendesk.com/hc/en-us/articles/34000709564691',
    replies: [
      [
        '451 Internal resources are temporarily unavailable - https://community.mimecast.com/docs/DOC-1369#451 [0aB1]',
        'policy deferred',
      ],
      ['451 Recipient temporarily unavailable', 'other deferred'],
      ['451 IP temporarily blacklisted - https://community.mimecast.com/docs/DOC-1369#451', 'block deferred'],
      ['451 Open relay not allowed - https://community.mimecast.com/docs/DOC-1369#451', 'routing deferred'],
      ['451 Account inbounds disabled', 'no_answer deferred'],
      ['421 Sender address blocked', 'policy deferred'],
      [
        '550 Invalid Recipient - https://community.mimecast.com/docs/DOC-1369#550 [0aB1.us149]',
        'recipient suppressed',
      ],
      ['550 Local CT IP Reputation - (Reject)', 'block deferred'],
      [
        '550 csi.mimecast.org Poor Reputation Sender. - https://community.mimecast.com/docs/DOC-1369#550 [0aB1.us149]',
        'block deferred',
      ],
      [
        '550 SPF Sender Invalid - envelope rejected - https://community.mimecast.com/docs/DOC-1369#550',
        'auth bounced',
      ],
      ['550 DKIM Sender Invalid - envelope rejected', 'auth bounced'],
      ['550 DMARC Sender Invalid - envelope rejected', 'auth bounced'],
      [
        '550 Rejected by header based Anti-Spoofing policy: news@shop.example - https://community.mimecast.com/docs/DOC-1369#550',
        'policy bounced',
      ],
      [
        '550 Administrative prohibition - envelope blocked - https://community.mimecast.com/docs/DOC-1369#550',
        'policy bounced',
      ],
      ['550 Envelope blocked - User Entry', 'policy bounced'],
      [
        '554 Email rejected due to security policies - https://community.mimecast.com/docs/DOC-1369#554',
        'policy bounced',
      ],
      ['554 Maximum email size exceeded', 'size bounced'],
      ['554 Mail loop detected', 'routing bounced'],
      ['554 Host network not allowed - https://community.mimecast.com/docs/DOC-1369#554', 'policy bounced'],
      ['550 Message bounced due to Content Examination Policy', 'content bounced'],
    ],
  },
  {
    provider: 'proofpoint',
    source: 'Proofpoint Dynamic Reputation and Essentials, SMTP replies, https://ipcheck.proofpoint.com/',
    replies: [
      ['554 Blocked - see https://ipcheck.proofpoint.com/?ip=192.0.2.1', 'block deferred'],
      ['550 5.7.0 Blocked - see https://ipcheck.proofpoint.com/?ip=192.0.2.1', 'block deferred'],
      ['421 4.7.1 Too many concurrent SMTP connections; please try again later', 'rate deferred'],
      ['550 5.1.1 <ada@example.com>... User unknown', 'recipient suppressed'],
      ['550 5.7.0 Local Policy Violation', 'policy bounced'],
      ['550 5.7.1 Message content rejected due to virus', 'content bounced'],
      ['452 4.3.0 Temporary failure, please try again later', 'system deferred'],
      ['554 5.7.1 The message from (<news@shop.example>) was classified as phish', 'content bounced'],
      ['550 User email address is marked as invalid. [0aB1]', 'recipient suppressed'],
    ],
  },
  {
    provider: 'barracuda',
    source: 'Barracuda Networks, SMTP error codes and reputation, https://www.barracudacentral.org/',
    replies: [
      [
        '554 Service unavailable; Client host [mta1.example] blocked using Barracuda Reputation; http://www.barracudanetworks.com/reputation/?r=1&ip=192.0.2.1',
        'block deferred',
      ],
      ['550 permanent failure for one or more recipients (ada@example.com:blocked)', 'policy bounced'],
      [
        '550 permanent failure for one or more recipients (ada@example.com:550 5.1.1 User unknown)',
        'recipient suppressed',
      ],
      ['550 No such recipient <ada@example.com>', 'recipient suppressed'],
      ['550 #5.1.0 Address rejected.', 'recipient bounced'],
      [
        '554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using b.barracudacentral.org; http://www.barracudanetworks.com/reputation/?pr=1&ip=192.0.2.1',
        'block deferred',
      ],
    ],
  },
  {
    provider: null,
    source: 'Cisco Secure Email (IronPort), SenderBase reputation texts, https://www.talosintelligence.com/',
    replies: [
      [
        "554-mx1.example.com\r\n554 Your access to this mail system has been rejected due to the sending MTA's poor reputation. If you believe that this failure is in error, please contact the intended recipient via alternate means.",
        'block deferred',
      ],
      ['550 #5.1.0 Address rejected ada@example.com', 'recipient bounced'],
      [
        '550 #5.7.1 Your access to submit messages to this e-mail system has been rejected.',
        'policy bounced',
      ],
      ['452 Too many recipients received this hour', 'rate deferred'],
      ['421 #4.4.5 Too many connections from your host.', 'rate deferred'],
      ['451 #4.7.1 Temporary failure: greylisted', 'policy deferred'],
      ['554 #5.3.4 message size exceeds limit', 'size bounced'],
    ],
  },
  {
    provider: null,
    source:
      'DNS block lists as servers quote them: Spamhaus (https://www.spamhaus.org/), SpamCop, SORBS, UCEPROTECT, Invaluement, Cloudmark; ZoneMTA, config/bounces.txt',
    replies: [
      ['550 5.7.1 Service unavailable, Client host [192.0.2.1] blocked using Spamhaus.', 'block deferred'],
      [
        '554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.spamhaus.org; https://www.spamhaus.org/query/ip/192.0.2.1',
        'block deferred',
      ],
      ['550 5.7.1 Rejected: 192.0.2.1 listed at zen.spamhaus.org', 'block deferred'],
      ['550 Email blocked by SPAMHAUS', 'block deferred'],
      ['553 https://www.spamhaus.org/query/ip/192.0.2.1', 'block deferred'],
      [
        '550 5.7.1 The IP address was rejected by the Realtime Block List provider zen.spamhaus.org.',
        'block deferred',
      ],
      [
        '550-"JunkMail rejected - mta1.example [192.0.2.1]:24706 is in an RBL: Blocked - see https://www.spamcop.net/bl.shtml?192.0.2.1"',
        'block deferred',
      ],
      [
        '554 5.7.1 SORBS DNSBL Entry - see <http://www.us.sorbs.net/lookup.shtml?192.0.2.1>',
        'block deferred',
      ],
      ['550 Rejected 192.0.2.1 found in dnsbl.sorbs.net', 'block deferred'],
      [
        '554 Connection from 192.0.2.1 rejected for policy reasons. Host found in DNS blacklist at dnsbl.example',
        'block deferred',
      ],
      [
        '550 5.7.1 192.0.2.1 is listed at UCEPROTECT-Network. See http://www.uceprotect.net/rblcheck.php?ipr=192.0.2.1',
        'block deferred',
      ],
      [
        '550 5.5.4 ETP208 Your IP 192.0.2.1 is listed by Invaluement. Please see http://www.invaluement.com/research/',
        'block deferred',
      ],
      [
        '550 Black listed at hostkarma http://ipadmin.junkemailfilter.com/remove.php?ip=192.0.2.1',
        'block deferred',
      ],
      [
        '554 mx1.example cmsmtp 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using cm-csi-v11; Cloudmark Poor Reputation Sender Blacklist http://csi.cloudmark.com/reset-request/?ip=192.0.2.1',
        'block deferred',
      ],
      [
        '550 The sending IP (192.0.2.1) is listed on https://spamrl.com/. Please resolve this and retry.',
        'block deferred',
      ],
      ['550 Rejected due to DNSBL server response (dnsbl.example - 192.0.2.1)', 'block deferred'],
      [
        '554 5.7.1 Service unavailable; Client host [mail.example.com] blocked using multi.uribl.com',
        'block deferred',
      ],
      ['550 Service unavailable; Client Host [192.0.2.1] blocked using Trend Micro RBL+.', 'block deferred'],
      [
        '554 5.5.4 Your IP 192.0.2.1 address has a bad reputation. To unblock visit http://cloud-security.example/unblock',
        'block deferred',
      ],
      [
        '550-IP 192.0.2.1 is blacklisted (xbl.spamhaus.org). Help at/Hilfe unter www.example.info',
        'block deferred',
      ],
      [
        '553 5.7.1 <mta1.example[192.0.2.1]>: Client host rejected: Relaying denied - Your IP identified as spammer. Please contact 123',
        'block deferred',
      ],
      ['521 5.7.1 Service unavailable; client [192.0.2.1] blocked using dnsbl.sorbs.net', 'block deferred'],
      [
        '451 4.7.1 Service unavailable; Client host [192.0.2.1] blocked using grey.rbl - Greylisting in action, please try again later',
        'policy deferred',
      ],
    ],
  },
  {
    provider: null,
    source:
      'Symantec Email Security.cloud (MessageLabs), SMTP errors, https://knowledge.broadcom.com/external/article/159788',
    replies: [
      [
        '553-Message filtered. Refer to the Troubleshooting page at\r\n553-http://www.symanteccloud.com/troubleshooting for more\r\n553 information. (#5.7.1)',
        'content bounced',
      ],
      ['550-Invalid recipient <ada@example.com>\r\n550 (#5.1.1)', 'recipient suppressed'],
      [
        '501 Connection rejected by policy [7.7] 16809, please visit www.messagelabs.com/support for more details about this error message.',
        'policy bounced',
      ],
      [
        '450 4.7.1 Requested action aborted [3] 19205, please visit www.messagelabs.com/support',
        'policy deferred',
      ],
    ],
  },
  {
    provider: null,
    source:
      'GoDaddy (secureserver.net), What does my email bounceback mean?, https://www.godaddy.com/help/what-does-my-email-bounceback-mean-3568',
    replies: [
      ['550 5.1.1 <ada@example.com> Recipient not found. <http://x.co/irbounce>', 'recipient suppressed'],
      [
        '554 m1pismtp01.example bizsmtp IB105. Connection refused. 192.0.2.1 is listed on the Exploits Block List (XBL) <http://www.spamhaus.org/query/ip/192.0.2.1>',
        'block deferred',
      ],
      [
        "550 5.1.0 192.0.2.1 is not allowed to send from <shop.example> per it's SPF Record. Please inspect your SPF settings, and try again. IB508 <http://x.co/srbounce>",
        'auth bounced',
      ],
      ['552 5.2.0 Message contains spam or virus. IB705 <http://x.co/srbounce>', 'content bounced'],
      [
        '421 m1pismtp01.example bizsmtp Temporarily rejected. Reverse DNS for 192.0.2.1 failed. IB108',
        'platform deferred',
      ],
      ['554 bizsmtp IB104. Connection refused. 192.0.2.1 has poor reputation on Cloudmark', 'block deferred'],
      ['452 4.1.0 ada@example.com recipients exceeded. IB607. Please try again later', 'rate deferred'],
      ['550 5.2.2 Account is over quota. IB801', 'full bounced'],
    ],
  },
  {
    provider: null,
    source:
      'Amazon SES inbound and WorkMail, as quoted by Sisimai (lhost AmazonWorkMail, ReceivingSES), https://libsisimai.org/',
    replies: [
      ['550 5.1.1 Requested action not taken: mailbox unavailable', 'recipient suppressed'],
      ['552 5.2.2 Mailbox full', 'full bounced'],
      ['500 5.6.1 Message content rejected', 'content bounced'],
      ['452 4.3.1 Insufficient system storage', 'system deferred'],
    ],
  },
];
