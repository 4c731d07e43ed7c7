import type { ReplyGroup } from './reply-group';

export const yahooAndApple: readonly ReplyGroup[] = [
  {
    provider: 'yahoo',
    source:
      'Yahoo Sender Hub, SMTP error codes, https://senders.yahooinc.com/smtp-error-codes/ (also AOL, AT&T and Verizon mailboxes)',
    replies: [
      [
        "554 delivery error: dd This user doesn't have a yahoo.com account (ada@example.com) [0] - mta4001.mail.example",
        'recipient suppressed',
      ],
      ['554 delivery error: dd Not a valid recipient - atlas315.free.mail.example', 'recipient suppressed'],
      ['554 delivery error: dd ada@example.com is no longer valid. [-20]', 'inactive bounced'],
      [
        '554 30 Sorry, your message to ada@example.com cannot be delivered. This mailbox is disabled (554.30).',
        'inactive bounced',
      ],
      ['552 1 Requested mail action aborted, mailbox not found', 'recipient suppressed'],
      ['550 5.1.1 <ada@example.com>: Recipient address rejected: ada@example.com', 'recipient suppressed'],
      ['552 5.2.2 Over quota', 'full bounced'],
      [
        '421 4.7.0 [TSS04] Messages from 192.0.2.1 temporarily deferred due to unexpected volume or user complaints - 4.16.55.1; see https://postmaster.yahooinc.com/error-codes',
        'rate deferred',
      ],
      [
        '421 4.7.0 [TSS05] Messages from 192.0.2.1 temporarily deferred due to user complaints - 4.16.55.1',
        'rate deferred',
      ],
      [
        '421 4.7.1 [TS03] All messages from 192.0.2.1 will be permanently deferred; Retrying will NOT succeed.',
        'block deferred',
      ],
      [
        '553 5.7.2 [TSS09] All messages from 192.0.2.1 will be permanently deferred; Retrying will NOT succeed. See https://postmaster.yahooinc.com/error-codes',
        'block deferred',
      ],
      [
        '553 5.7.2 [TSS11] All messages from 192.0.2.1 will be permanently deferred; Retrying will NOT succeed.',
        'block deferred',
      ],
      [
        "553 5.7.1 [BL21] Connections will not be accepted from 192.0.2.1, because the ip is in Spamhaus's list",
        'block deferred',
      ],
      ['553 5.7.1 [BL23] Connections not accepted from IP addresses on Spamhaus XBL', 'block deferred'],
      [
        '421 4.16.50 [TS01] Messages from 192.0.2.1 temporarily deferred due to excessive user complaints',
        'rate deferred',
      ],
      ['450 User is receiving mail too quickly', 'rate deferred'],
      ['421 Max message per connection reached, closing transmission channel', 'rate deferred'],
      ['421 4.7.0 [GL01] Message from (192.0.2.1) temporarily deferred - 4.16.50.', 'rate deferred'],
      ['451 Message temporarily deferred due to unresolvable RFC.5321 from domain', 'auth deferred'],
      ['451 4.7.1 Resources temporarily unavailable. Please try again later [#4.16.5].', 'rate deferred'],
      [
        '554 5.7.9 Message not accepted for policy reasons. See https://postmaster.yahooinc.com/error-codes',
        'policy bounced',
      ],
      [
        '554 Message not allowed - [PH01] Email not accepted for policy reasons. Please visit https://postmaster.yahooinc.com/error-codes',
        'content bounced',
      ],
      ['554 5.7.5 (AU01) Message not accepted because it failed DMARC authentication', 'auth bounced'],
      [
        '550 5.7.9 This mail has been blocked because the sender is unauthenticated. Yahoo requires all senders to authenticate with either SPF or DKIM.',
        'auth bounced',
      ],
      ['554 5.0.0 Message not allowed - headers are not RFC compliant[291]', 'content bounced'],
      ['550 relaying denied for <ada@example.com>', 'routing bounced'],
      [
        '421 4.7.0 [IPTS04] Messages from 192.0.2.1 temporarily deferred due to poor IP reputation',
        'block deferred',
      ],
    ],
  },
  {
    provider: 'apple',
    source: 'Postmaster information for iCloud Mail, https://support.apple.com/102322',
    replies: [
      ['550 5.1.1 <ada@example.com>: inactive email address', 'recipient suppressed'],
      ['550 5.1.1 <ada@example.com>: user does not exist', 'recipient suppressed'],
      ['550 5.1.1 unknown or illegal alias: ada@example.com', 'recipient suppressed'],
      ['550 5.1.6 recipient no longer on server: ada@example.com', 'inactive suppressed'],
      ['552 5.2.2 <ada@example.com>: user is over quota', 'full bounced'],
      ['552 5.3.4 Message size exceeds fixed limit', 'size bounced'],
      ['450 4.1.8 <news@shop.example>: Sender address rejected: Domain not found', 'policy deferred'],
      [
        '421 4.7.1 Messages to ada@example.com deferred due to excessive volume. Try again later - https://support.apple.com/en-us/HT204137',
        'rate deferred',
      ],
      [
        '550 5.7.0 Blocked - see https://support.proofpoint.com/dnsbl-lookup.cgi?ip=192.0.2.1',
        'block deferred',
      ],
      [
        '550 5.7.1 Your email was rejected due to having a domain present in the Spamhaus DBL -- see https://www.spamhaus.org/dbl/',
        'block deferred',
      ],
      ['550 5.7.1 Mail from IP 192.0.2.1 was rejected due to listing in Spamhaus SBL.', 'block deferred'],
      [
        '550 5.7.1 [CS01] Message rejected due to local policy. Please visit https://support.apple.com/en-us/HT204137',
        'content bounced',
      ],
      [
        '554 5.7.1 [HM08] Message rejected due to local policy. Please visit https://support.apple.com/en-us/HT204137',
        'block deferred',
      ],
      [
        "554 5.7.1 Your message was rejected due to shop.example's DMARC policy. See https://support.apple.com/en-us/HT204137 for info",
        'auth bounced',
      ],
      [
        '554 5.7.1 [HME1] This message was blocked for failing both SPF and DKIM authentication checks.',
        'auth bounced',
      ],
      ['554 st11p00im-smtpin013.me.example ESMTP not accepting connections', 'block deferred'],
      ['554 5.7.1 <ada@example.com>: Relay access denied', 'routing bounced'],
    ],
  },
];
