import type { ProseReport } from './prose-reports';

/** Those of large systems and of programs that are met more rarely. */
export const moreProseReports: readonly ProseReport[] = [
  {
    name: 'Yahoo',
    raw: `
From: MAILER-DAEMON@yahoo.example
Subject: Failure Notice

Sorry, we were unable to deliver your message to the following address.

<ada@example.com>:
Remote host said: 552 5.2.2 <ada@example.com>... Mailbox Full [RCPT_TO]

--- Below this line is a copy of the message.

Received: from shop.example
`,
    expected: ['ada@example.com failed full soft -'],
  },
  {
    name: 'AOL',
    raw: `
From: Postmaster <Postmaster@aol.example>
Subject: Undeliverable: hello

Your mail to the following recipients could not be delivered because they are not accepting mail from shop@shop.example:
ada
Sorry, we were unable to deliver your message.

<ada@aol.example>: 550 5.1.1 <ada@aol.example>: Recipient address rejected: aol.example
`,
    expected: ['ada@aol.example failed recipient hard hard_bounce'],
  },
  {
    name: 'Exchange 5.5',
    raw: `
From: System Administrator <postmaster@example.com>
Subject: Undeliverable: hello

Your message

  To:      ada@shop.example
  Subject: hello
  Sent:    Thu, 29 Apr 2010 00:00:00 -0000

did not reach the following recipient(s):

ada@example.com on Thu, 29 Apr 2010 00:00:00 -0000
    The recipient name is not recognized
    The MTS-ID of the original message is: c=us;a= ;p=example;l=MAIL-000429
    MSEXCH:IMS:Example:HQ:MAIL 0 (000C05A6) Unknown Recipient
`,
    expected: ['ada@example.com failed recipient hard -'],
  },
  {
    name: 'Exchange Online without a status part',
    raw: `
From: postmaster@example.com
Subject: Undeliverable: hello
Content-Type: text/plain; charset=utf-8

Delivery has failed to these recipients or groups:

ada@example.com<mailto:ada@example.com>
The email address you entered couldn't be found. Please check the recipient's email address and try to resend the message.

Diagnostic information for administrators:

Generating server: DB5EUR01.prod.outlook.com

ada@example.com
Remote Server returned '550 5.1.1 RESOLVER.ADR.RecipNotFound; not found'

Original message headers:

Received: from shop.example
`,
    expected: ['ada@example.com failed recipient hard hard_bounce'],
  },
  {
    name: 'Lotus Notes SMTP MTA',
    raw: `
From: postmaster@notes.example
Subject: Undeliverable message

------- Failure Reasons  --------

User not listed in public Name & Address Book
ada@example.com

------- Returned Message --------
Received: from shop.example
`,
    expected: ['ada@example.com failed recipient hard -'],
  },
  {
    name: 'Domino',
    raw: `
From: Postmaster@domino.example
Subject: DELIVERY FAILURE: User ada (ada@example.com) not listed in Domino Directory

Your message

  Subject: hello

was not delivered to:

  ada@example.com

because:

  User ada (ada@example.com) not listed in Domino Directory
`,
    expected: ['ada@example.com failed recipient hard -'],
  },
  {
    name: 'Sendmail 8',
    raw: `
From: Mail Delivery Subsystem <MAILER-DAEMON@mx.example>
Subject: Returned mail: see transcript for details

The original message was received at Thu, 29 Apr 2010 00:00:00 GMT
from shop.example [192.0.2.9]

   ----- The following addresses had permanent fatal errors -----
<ada@example.com>
    (reason: 550 5.1.1 <ada@example.com>... User unknown)

   ----- Transcript of session follows -----
... while talking to mx.example.com.:
>>> DATA
<<< 550 5.1.1 <ada@example.com>... User unknown
550 5.1.1 <ada@example.com>... User unknown
<<< 503 5.0.0 Need RCPT (recipient)
`,
    expected: ['ada@example.com failed recipient hard hard_bounce'],
  },
  {
    name: 'Sendmail 5',
    raw: `
From: Mail Delivery Subsystem <MAILER-DAEMON@mx.example>
Subject: Returned mail: User unknown

   ----- Transcript of session follows -----
While talking to mx.example.com:
>>> RCPT To:<ada@example.com>
<<< 550 5.1.1 <ada@example.com>... User Unknown
550 <ada@example.com>... User unknown

   ----- Unsent message follows -----
Received: by mx.example; (5.65/1.37) id 0000000
`,
    expected: ['ada@example.com failed recipient hard hard_bounce'],
  },
  {
    name: 'OpenSMTPD (bounce.c)',
    raw: `
From: Mailer Daemon <MAILER-DAEMON@mx.example>
Subject: Delivery status notification: error

    Hi!

    This is the MAILER-DAEMON, please DO NOT REPLY to this e-mail.

    An error has occurred while attempting to deliver a message for
    the following list of recipients:

ada@example.com: 550 5.1.1 <ada@example.com>: User unknown

    Below is a copy of the original message:

Received: from shop.example
`,
    expected: ['ada@example.com failed recipient hard hard_bounce'],
  },
  {
    name: 'DragonFly Mail Agent',
    raw: `
From: MAILER-DAEMON <>
Subject: Mail delivery failed

This is the DragonFly Mail Agent v0.13 at mx.example.

There was an error delivering your mail to <ada@example.com>.

mx.example.com [192.0.2.1] did not like our RCPT TO:
550 5.1.1 User unknown

Message headers follow.

Received: from shop
`,
    expected: ['ada@example.com failed recipient hard hard_bounce'],
  },
  {
    name: 'Courier',
    raw: `
From: "Courier mail server at mx.example" <@>
Subject: NOTICE: mail delivery status.

This is a delivery status notification from mx.example,
running the Courier mail server, version 0.75.

UNDELIVERABLE MAIL

Your message to the following recipients cannot be delivered:

<ada@example.com>:
    mx.example.com [192.0.2.1]:
<<< 550 User unknown.
`,
    expected: ['ada@example.com failed recipient hard hard_bounce'],
  },
  {
    name: 'IMail',
    raw: `
From: "Postmaster" <postmaster@example.com>
Subject: Undeliverable Mail

Unknown user: ada@example.com

Original message follows.

Received: from shop.example
`,
    expected: ['ada@example.com failed recipient hard -'],
  },
  {
    name: 'Zoho',
    raw: `
From: mailer-daemon@mail.zoho.example
Subject: Undelivered Mail Returned to Sender

This message was created automatically by mail delivery software.
A message that you sent could not be delivered to one or more of its recipients. This is a permanent error.

ada@example.com Invalid Address, ERROR_CODE :550, ERROR_CODE :5.1.1 <ada@example.com>... User Unknown

Received:from mail.zoho.example by mx.zoho.example
`,
    expected: ['ada@example.com failed recipient hard hard_bounce'],
  },
  {
    name: 'a gateway that returns several errors in one line',
    raw: `
From: mailer-daemon
Return-Path: <>
Subject: There was an error sending your mail
Auto-Submitted: auto-replied

We had trouble delivering your message. Full details follow:

1 error(s):

The following recipients returned permanent errors: ada@example.com. Reason: SMTP Server <192.0.2.1> refused to accept your message (DATA), with the following error message: [554 5.4.6 Hop count exceeded - possible mail loop]
`,
    expected: ['ada@example.com failed routing soft -'],
  },
];
