import type { ProseReport } from './prose-reports';

/** Reports of gateways and of servers that follow no standard, after those that Sisimai ("set-of-emails") and GNU Mailman ("tests/bounces") collect. */
export const gatewayReports: readonly ProseReport[] = [
  {
    name: 'Cisco Secure Email (IronPort)',
    raw: `
From: Mail Delivery System <MAILER-DAEMON@gw.example>
Subject: Delivery Status Notification (Failure)

The following message to <ada@example.com> was undeliverable.
The reason for the problem:
5.1.0 - Unknown address error 550-'5.1.1 <ada@example.com>: Recipient address rejected: User unknown'
`,
    expected: ['ada@example.com failed recipient hard hard_bounce'],
  },
  {
    name: 'Cisco Secure Email (IronPort), a policy behind a code of its own',
    raw: `
From: Mail Delivery System <MAILER-DAEMON@gw.example>
Subject: Delivery Status Notification (Failure)

The following message to <ada@example.com> was undeliverable.
The reason for the problem:
5.1.0 - Unknown address error 550-'5.7.1 <ada@example.com>... Access denied'
`,
    expected: ['ada@example.com failed policy soft -'],
  },
  {
    name: 'Trustwave MailMarshal, two recipients',
    raw: `
From: postmaster@gw.example
Subject: Undeliverable Mail: "hello"

Your message:
   From:    news@shop.example
   Subject: hello

Could not be delivered because of

550 5.1.1 User unknown

The following recipients were affected:
    ada@example.com
    grace@example.com


Additional Information
======================
Original Sender:    <news@shop.example>
Remote-MTA:         <192.0.2.1>
`,
    expected: [
      'ada@example.com failed recipient hard hard_bounce',
      'grace@example.com failed recipient hard hard_bounce',
    ],
  },
  {
    name: 'Trustwave MailMarshal, a message that waited too long',
    raw: `
From: postmaster@gw.example
Subject: Undeliverable Mail: "hello"

Your message:
   From:    news@shop.example

Could not be delivered because of

421 4.4.1 Connection timed out

The following recipients were affected:
    ada@example.com
`,
    expected: ['ada@example.com failed no_answer soft -'],
  },
  {
    name: 'Apache James of a mobile network',
    raw: `
From: post_master@sms.example
Subject: Re:hello

Error: Invalid user address

Error message below:
550 - Requested action not taken: no such user here

Message details:
  Subject: hello
  MAIL FROM: news@shop.example
  RCPT TO: ada@example.com
  From: news@shop.example
`,
    expected: ['ada@example.com failed recipient hard hard_bounce'],
  },
  {
    name: 'au (KDDI)',
    raw: `
From: Postmaster@mobile.example
Subject: Mail System Error - Returned Mail

The user(s) account is disabled.

<ada@example.com>
`,
    expected: ['ada@example.com failed inactive hard -'],
  },
  {
    name: 'au (KDDI), no answer',
    raw: `
From: Postmaster@mobile.example
Subject: Mail System Error - Returned Mail

Your message was not delivered within 0 days and 1 hours.
Remote host is not responding.

The following recipients did not receive this message:

<ada@example.com>
`,
    expected: ['ada@example.com failed no_answer soft -'],
  },
  {
    name: 'Exim, an address that it cannot read (src/moan.c)',
    raw: `
Auto-Submitted: auto-replied
From: Mail Delivery System <mailer-daemon@mx.example>
Subject: Mail failure - malformed recipient address

A message that you sent contained one or more recipient addresses that were
incorrectly constructed:

  ada@example.com <grace@example.com>: malformed address: <grace@example.com> may not follow ada@example.com

------ This is a copy of your message, including all the headers. ------
`,
    expected: ['- failed recipient hard -'],
  },
  {
    name: 'Dovecot',
    raw: `
From: Mail Delivery Subsystem <postmaster@mx.example>
Auto-Submitted: auto-replied (rejected)
Subject: Automatically rejected mail

Your message to <ada@example.com> was automatically rejected:
Quota exceeded
`,
    expected: ['ada@example.com failed full soft -'],
  },
  {
    name: 'Retarus',
    raw: `
From: mailer-daemon
Auto-Submitted: auto-replied
Subject: There was an error sending your mail

We had trouble delivering your message. Full details follow:

Subject: 'hello'

1 error(s):

SMTP Server <mx.example.com> rejected recipient <ada@example.com> (Error following RCPT command). It responded as follows: [550 5.1.1 User unknown]
`,
    expected: ['ada@example.com failed recipient hard hard_bounce'],
  },
  {
    name: 'a gateway that says the reason before the address',
    raw: `
From: postmaster@gw.example
Auto-Submitted: auto-replied
Subject: email bounce notification

########################################################################
##       automatic bounce notification                                ##
########################################################################

reject reason: Mailbox full
target mail address: ada@example.com

------------------------------------------------------------------------
bounced E-Mail:

From: news@shop.example
`,
    expected: ['ada@example.com failed full soft -'],
  },
  {
    name: 'Mail2000 (OpenMail)',
    raw: `
From: "Mail Deliver System" <MAILER-DAEMON@mx.example>
Subject: Returned Mail: User unknown

The original message was received at Thu, 29 Apr 2027 23:34:45 +0900 (JST)
from news@shop.example

---The following addresses had delivery errors---

ada@example.com [User unknown]
`,
    expected: ['ada@example.com failed recipient hard -'],
  },
  {
    name: 'IMail, an unknown mailbox',
    raw: `
From: "Postmaster" <postmaster@mx.example>
Subject: Undeliverable Mail

Invalid final delivery userid: ada@example.com

Original message follows.
`,
    expected: ['ada@example.com failed recipient hard -'],
  },
  {
    name: 'SmarterMail',
    raw: `
From: "System Administrator" <postmaster@mx.example>
Subject: Delivery Failure

Could not deliver message to the following recipient(s):

Failed Recipient: ada@example.com
Reason: Remote host said: 550 unknown user <ada@example.com>

   -- The header and top 20 lines of the message follows --
`,
    expected: ['ada@example.com failed recipient hard hard_bounce'],
  },
  {
    name: 'a report whose boundaries are not those that it announces',
    raw: `
Return-Path: <>
From: MAILER-DAEMON@mx.example (Mail Delivery System)
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="announced"

--written
Content-Type: text/plain

This is the mail system at host mx.example.

<ada@example.com>: host mx.example.com[192.0.2.1] said: 550 5.1.1 User unknown

--written
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example

Final-Recipient: rfc822; ada@example.com
Action: failed
Status: 5.1.1
Remote-MTA: dns; mx.example.com
Diagnostic-Code: smtp; 550 5.1.1 User unknown

--written--
`,
    expected: ['ada@example.com failed recipient hard hard_bounce'],
  },
  {
    name: 'a report without boundaries, of two recipients',
    raw: `
Return-Path: <>
From: MAILER-DAEMON@mx.example
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="lost"

Your message cannot be delivered to the following recipients:

Reporting-MTA: dns; mx.example

Final-recipient: rfc822;ada@example.com
Action: failed
Status: 5.1.1
Diagnostic-code: smtp; 550 5.1.1 User unknown

Final-recipient: rfc822;grace@example.com
Action: delayed
Status: 4.2.2
`,
    expected: ['ada@example.com failed recipient hard hard_bounce', 'grace@example.com delayed full - -'],
  },
];
