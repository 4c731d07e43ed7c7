import type { ReplyGroup } from './reply-group';

/** Mailbox providers of America, Russia and Asia, and replies to their mail from other servers. */
export const overseasProviders: readonly ReplyGroup[] = [
  {
    provider: 'comcast',
    source: 'Comcast Postmaster, Errors, https://postmaster.comcast.net/smtp-error-codes.php',
    replies: [
      ['550 5.1.1 <ada@example.com> Account not available', 'recipient suppressed'],
      ['550 5.1.1 Not our Customer', 'recipient suppressed'],
      ['552 5.2.2 <ada@example.com> Mailbox full', 'full bounced'],
      [
        '554 resimta-po-11v.example comcast 192.0.2.1 found on one or more DNSBLs, see http://postmaster.comcast.net/smtp-error-codes.php#BL000010',
        'block deferred',
      ],
      [
        '554 5.7.1 resimta-po-11v.example comcast 192.0.2.1 Comcast block for spam. Please see http://postmaster.comcast.net/smtp-error-codes.php#BL000000',
        'block deferred',
      ],
      [
        '421 4.1.0 192.0.2.1 Throttled. Please see http://postmaster.comcast.net/smtp-error-codes.php#RL000003',
        'rate deferred',
      ],
      ['421 comcast Try again later. Too many sessions opened #RL000001', 'rate deferred'],
      ['452 Too many emails sent on this session #RL000002', 'rate deferred'],
      ['550 5.7.1 Message rejected due to URL content #URLBL', 'content bounced'],
      [
        '421 resimta-ch2-01v.example comcast Reverse DNS failure: Try again later. #BL000001',
        'platform deferred',
      ],
    ],
  },
  {
    provider: null,
    source: 'AT&T Worldnet postmaster, as quoted at pinpointe.com, "How to Check for AT&T Blacklist"',
    replies: [
      [
        '553 5.3.0 flph825 DNSBL:ATTRBL 521< 192.0.2.1 >_is_blocked.For assistance forward this email to abuse_rbl@example.com',
        'block deferred',
      ],
      [
        '553 5.3.0 flpd594 DNSBL:RBL 521< 192.0.2.1 >_is_blocked.For assistance forward this error to abuse_rbl@example.com',
        'block deferred',
      ],
      ['550 5.1.1 <ada@example.com>... User unknown', 'recipient suppressed'],
    ],
  },
  {
    provider: 'charter',
    source:
      'Spectrum and Charter, Understanding mail error codes (AUP#), https://www.spectrum.net/support/internet/understanding-email-error-codes',
    replies: [
      ['554 5.7.1 impin006 charter.example ESMTP server not available AUP#I-1000', 'block deferred'],
      [
        '421 impin018 charter.example ESMTP server not available from your IP. AUP#I-1090',
        'no_answer deferred',
      ],
      ['554 impin001 charter.example ESMTP no reverse DNS. AUP#1100', 'platform deferred'],
      ['421 impin031 charter.example Too many connections. AUP#1310', 'rate deferred'],
      ['452 4.5.3 Too many messages in a short period. AUP#In-1350', 'rate deferred'],
      [
        '550 5.1.0 <news@shop.example> sender rejected. Please see https://www.spectrum.net/support/internet/understanding-email-error-codes for more information. AUP#In-1500',
        'policy bounced',
      ],
      ['552 5.3.4 Message larger than 20MB. AUP#1530', 'size bounced'],
      ['550 5.1.1 <ada@example.com> recipient rejected', 'recipient suppressed'],
    ],
  },
  {
    provider: 'cox',
    source: 'Cox, Email Error Codes, https://www.cox.com/residential/support/email-error-codes.html',
    replies: [
      ['550 5.1.1 <ada@example.com> recipient rejected', 'recipient suppressed'],
      ['554 cox too many bad commands from 192.0.2.1', 'rate deferred'],
      ['554 5.7.1 ESMTP server blocked AUP#CXBL', 'block deferred'],
      ['421 too many sessions from 192.0.2.1 AUP#CXCNCT', 'rate deferred'],
      ['554 5.7.1 rejected AUP#IPBL0001', 'block deferred'],
      ['554 rejected - no rDNS AUP#CXDNS', 'platform deferred'],
      ['552 5.2.0 message rejected AUP#URLBL011', 'content bounced'],
      ['550 5.1.0 sender rejected AUP#CXSNDR', 'auth bounced'],
      ['452 4.1.0 requested action aborted: try again later AUP#CXMXRT', 'rate deferred'],
    ],
  },
  {
    provider: 'mailru',
    source: 'Mail.ru Postmaster, SMTP errors, https://help.mail.ru/developers/mailing_rules/errors',
    replies: [
      [
        '550 Message was not accepted -- invalid mailbox. Local mailbox ada@example.com is unavailable: user not found',
        'recipient suppressed',
      ],
      [
        '550 Message was not accepted -- invalid mailbox. Local mailbox ada@example.com is unavailable: account is disabled',
        'inactive bounced',
      ],
      ['550 user not found', 'recipient suppressed'],
      [
        '550 spam message rejected. Please visit http://help.mail.ru/notspam-support/id?c=1 or report details to abuse@example.com.',
        'content bounced',
      ],
      [
        '550 spam message discarded/rejected. Please visit http://help.mail.ru/notspam-support/id',
        'content bounced',
      ],
      ['451 Ratelimit exceeded for mailbox ada@example.com. Try again later.', 'rate deferred'],
      ['451 Try again later. Too many messages from 192.0.2.1', 'rate deferred'],
      [
        '550 Access from ip address 192.0.2.1 blocked. Visit http://help.mail.ru/notspam-support/',
        'block deferred',
      ],
      ['550 Verification failed for <news@shop.example>. Unroutable sender address', 'policy bounced'],
      [
        '550 This message was not accepted due to domain shop.example owner DMARC policy (RFC 7489)',
        'auth bounced',
      ],
      ['452 mailbox full', 'full deferred'],
    ],
  },
  {
    provider: 'yandex',
    source: 'Yandex Mail, errors of delivery, https://yandex.com/support/mail/mail-clients/errors.html',
    replies: [
      ['550 5.7.1 No such user!', 'recipient bounced'],
      ['550 5.1.1 No such user! 1700000000-AbCdEf', 'recipient suppressed'],
      ['554 5.7.1 Message rejected under suspicion of SPAM; https://ya.cc/1IrBc', 'content bounced'],
      [
        '451 4.7.1 Sorry, the service is currently unavailable. Please come back later.',
        'no_answer deferred',
      ],
      [
        '451 4.5.1 The recipient <ada@example.com> has exceeded their message rate limit. Try again later.',
        'rate deferred',
      ],
      ['550 5.7.1 Policy rejection on the target address', 'policy bounced'],
      ['552 5.2.2 Mailbox size limit exceeded', 'full bounced'],
      ['550 5.7.1 Email rejected per DMARC policy for shop.example', 'auth bounced'],
    ],
  },
  {
    provider: 'tencent',
    source: 'QQ Mail, bounce explanations, https://service.mail.qq.com/detail/122/169',
    replies: [
      [
        '550 Mailbox not found. http://service.mail.qq.com/cgi-bin/help?subtype=1&&id=20022&&no=1000728',
        'recipient suppressed',
      ],
      [
        '550 Mailbox unavailable or access denied [MIuAwKE]. http://service.mail.qq.com/detail/122/166',
        'rate deferred',
      ],
      ['550 ada@example.com is a deactivated mailbox', 'inactive bounced'],
      ['550 Ip frequency limited [MKBCwA]. http://service.mail.qq.com/detail/122/172', 'rate deferred'],
      ['550 Domain frequency limited', 'rate deferred'],
      ['550 Sender frequency limited', 'rate deferred'],
      ['550 Connection frequency limited', 'rate deferred'],
      ['550 Connection denied. http://service.mail.qq.com/detail/122/170', 'block deferred'],
      ['550 Suspected spam ip. http://service.mail.qq.com/detail/122/66', 'block deferred'],
      ['550 Suspected bounce attacks', 'block deferred'],
      ['550 Suspected spam. http://service.mail.qq.com/detail/122/71', 'content bounced'],
      ['550 Mail content denied. http://service.mail.qq.com/detail/122/171', 'content bounced'],
      ['550 Spam is embedded in the email', 'content bounced'],
      ['550 SPF check failed', 'auth bounced'],
      ['550 DMARC check failed.', 'auth bounced'],
      ['552 Message too large', 'size bounced'],
      ['550 Mail is rejected by recipients. http://service.mail.qq.com/detail/122/92', 'policy bounced'],
      ['501 Bad address syntax', 'recipient suppressed'],
    ],
  },
  {
    provider: 'netease',
    source:
      '163 and 126 bounce codes, https://help.mail.163.com/faqDetail.do?code=d7a5dc8471cd0c0e8b4b8f4f8e49998b374173cfe9171305fa1ce630d7f67ac2',
    replies: [
      ['550 User not found: ada@example.com', 'recipient suppressed'],
      ['550 User suspended: ada@example.com', 'inactive bounced'],
      ['552 Requested mail action aborted: exceeded mailsize limit', 'size bounced'],
      ['550 MI:NBL the sending IP is listed http://mail.163.com/help/help_spam_16.htm', 'block deferred'],
      ['554 IP is rejected, smtp auth error limit exceed', 'block deferred'],
      [
        '450 DT:RBL 163 smtp8, please see http://mail.163.com/help/help_spam_16.htm?ip=192.0.2.1',
        'block deferred',
      ],
      ['554 DT:SPM 163 smtp10, please see http://mail.163.com/help/help_spam_16.htm', 'content bounced'],
      ['554 DT:SUM 163 smtp, envelope sender and header sender differ', 'policy bounced'],
      ['550 MI:SPF mx1, please see http://mail.163.com/help/help_spam_16.htm', 'auth bounced'],
      ['451 MI:CEL 163 mx10, too many commands', 'rate deferred'],
      ['450 MI:DMC 163 mx4, the sending domain publishes DMARC reject', 'auth deferred'],
      [
        '421 HL:REP 192.0.2.1 is in bad behaviour: too many messages to unknown users http://mail.163.com/help/help_spam_16.htm',
        'block deferred',
      ],
      ['451 RP:QRC 163 mx, too many recipients in this period', 'rate deferred'],
      ['554 HL:IHU http://mail.163.com/help/help_spam_16.htm', 'block deferred'],
    ],
  },
  {
    provider: 'naver',
    source: 'Naver Mail, bounce reasons, https://help.naver.com/service/30029',
    replies: [
      ['550 5.1.1 No such user ada@example.com - nsmtp', 'recipient suppressed'],
      ['550 5.2.1 Not receiving emails due to long-term inactivity - nsmtp', 'inactive bounced'],
      ['552 5.2.2 Mailbox is full - nsmtp', 'full bounced'],
      ['421 4.3.2 Your ip blocked from this server - nsmtp', 'block deferred'],
    ],
  },
  {
    provider: 'zoho',
    source: 'Zoho Mail, SMTP error codes, https://www.zoho.com/mail/help/non-delivery-report.html',
    replies: [
      ['550 5.1.1 User does not exist - ada@example.com', 'recipient suppressed'],
      ['553 Relaying disallowed', 'routing bounced'],
      ['541 5.4.1 Mail rejected by destination domain', 'policy bounced'],
      ['552 5.2.2 Mailbox Full', 'full bounced'],
      ['550 5.4.6 Unusual sending activity detected. Please try after sometime.', 'rate deferred'],
      ['421 4.7.1 Greylisted, please try again in 00:05:00', 'policy deferred'],
    ],
  },
  {
    provider: 'proton',
    source: 'Proton Mail, bounce messages, https://proton.me/support/email-bounces',
    replies: [
      [
        '550 5.1.1 <ada@example.com>: Recipient address rejected: Address does not exist',
        'recipient suppressed',
      ],
      [
        '450 4.7.1 <ada@example.com>: Recipient address rejected: Greylisted, try again later',
        'policy deferred',
      ],
    ],
  },
  {
    provider: 'fastmail',
    source: 'Fastmail, bounced messages, https://www.fastmail.help/hc/en-us/articles/1500000280281',
    replies: [
      [
        '550 5.1.1 <ada@example.com>: Recipient address rejected: User unknown. in virtual mailbox table',
        'recipient suppressed',
      ],
      [
        '451 4.7.1 <ada@example.com>: Recipient address rejected: Temporary deferral, try again soon',
        'policy deferred',
      ],
      ['550 5.2.2 <ada@example.com>: user is over quota', 'full bounced'],
    ],
  },
  {
    provider: 'seznam',
    source: 'Seznam.cz, SMTP errors, https://napoveda.seznam.cz/cz/email/chybove-hlasky/',
    replies: [
      ['550 5.1.1 Sorry, no mailbox here by that name.', 'recipient suppressed'],
      ['451 4.3.0 Temporary server error. Please try again later PRX2', 'system deferred'],
      ['452 4.2.2 Sorry, mailbox is over quota, try again later.', 'full deferred'],
    ],
  },
  {
    provider: 'wp',
    source: 'Replies of wp.pl, o2.pl and onet.pl as quoted by senders in the archives of mailop',
    replies: [
      ['550 5.1.1 sorry, no mailbox here by that name (#5.1.1)', 'recipient suppressed'],
      ['550 Nie ma takiego konta', 'recipient suppressed'],
    ],
  },
  {
    provider: 'libero',
    source: 'Libero and Virgilio, https://aiuto.libero.it/articolo/mail/codici-di-errore/',
    replies: [
      ['550 RCPT TO:<ada@example.com> User unknown', 'recipient suppressed'],
      ['550 Destinatario sconosciuto', 'recipient suppressed'],
      ['452 4.2.2 mailbox full', 'full deferred'],
      ['421 smtp-18.example server busy, too many connections from 192.0.2.1', 'rate deferred'],
    ],
  },
  {
    provider: null,
    source:
      'docomo, au and SoftBank, as listed by Sisimai (rhost KDDI and NTTDOCOMO), https://libsisimai.org/',
    replies: [
      ['550 Unknown user ada@example.jp', 'recipient suppressed'],
      ['550 : User unknown', 'recipient suppressed'],
      ['550 Invalid recipient: <ada@example.jp>', 'recipient suppressed'],
      ['552 Too much mail data ada@example.jp', 'size bounced'],
      ['550 5.2.0 Message Filtered', 'content bounced'],
      ['452 4.3.2 Connection rate limit exceeded.', 'rate deferred'],
    ],
  },
];
