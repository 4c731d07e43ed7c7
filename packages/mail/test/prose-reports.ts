/**
 * Reports in prose, written after those that servers send; the sources are the programs' own templates and the collections of
 * those who read many (Sisimai, "set-of-emails"; BounceHammer; RFC 3463's predecessors). Names and addresses are examples.
 */
export interface ProseReport {
  readonly name: string;
  readonly raw: string;
  /** Of each recipient: address, action, class, bounce type, suppression. */
  readonly expected: readonly string[];
}

export const proseReports: readonly ProseReport[] = [
  {
    name: 'Exim (src/deliver.c)',
    raw: `
X-Failed-Recipients: ada@example.com, grace@example.com
Auto-Submitted: auto-replied
From: Mail Delivery System <Mailer-Daemon@mx.example>
Subject: Mail delivery failed: returning message to sender

This message was created automatically by mail delivery software.

A message that you sent could not be delivered to one or more of its
recipients. This is a permanent error. The following address(es) failed:

  ada@example.com
    host mx.example.com [192.0.2.1]
    SMTP error from remote mail server after RCPT TO:<ada@example.com>:
    550 5.1.1 <ada@example.com>: Recipient address rejected: User unknown
  grace@example.com
    mailbox is full: retry timeout exceeded

------ This is a copy of the message, including all the headers. ------

Return-path: <b+token@bounce.shop.example>
Received: from shop.example
Subject: hello
`,
    expected: ['ada@example.com failed recipient hard hard_bounce', 'grace@example.com failed full soft -'],
  },
  {
    name: 'Exim, a warning (warn_message_file)',
    raw: `
Auto-Submitted: auto-replied
From: Mail Delivery System <Mailer-Daemon@mx.example>
Subject: Warning: message 1P1ce6-000Egt delayed 24 hours

This message was created automatically by mail delivery software.
A message that you sent has not yet been delivered to one or more of its
recipients after more than 24 hours on the queue on mx.example.

The address to which the message has not yet been delivered is:

  ada@example.com
    Delay reason: Connection timed out

No action is required on your part. Delivery attempts will continue for
some time, and this warning may be repeated at intervals.
`,
    expected: ['ada@example.com delayed no_answer - -'],
  },
  {
    name: 'GMX and WEB.DE',
    raw: `
From: MAILER-DAEMON@mail.gmx.example
Subject: Mail delivery failed: returning message to sender
Content-Type: text/plain; charset=utf-8

This message was created automatically by mail delivery software.

A message that you sent could not be delivered to one or more of
its recipients. This is a permanent error. The following address
failed:

"ada@example.com":
SMTP error from remote server after RCPT command:
host: mx.example.com
5.1.1 <ada@example.com>... User Unknown

--- The header of the original message is following. ---

Received: from shop.example
Message-ID: <1@shop.example>
`,
    expected: ['ada@example.com failed recipient hard hard_bounce'],
  },
  {
    name: 'Mail.ru, in two languages',
    raw: `
X-Failed-Recipients: ada@example.com
Auto-Submitted: auto-replied
From: mailer-daemon@corp.example.ru
Subject: Mail failure.
Content-Type: text/plain; charset=utf-8

Это письмо создано автоматически сервером, отвечать на него не нужно.

К сожалению, Ваше письмо не может быть доставлено одному или нескольким получателям:

  ada@example.com
    SMTP error from remote mail server after RCPT TO:<ada@example.com>:
    host mx.example.com [192.0.2.1]: 550 5.1.1 <ada@example.com>... User Unknown

**********************

This message was created automatically by mail delivery software.
`,
    expected: ['ada@example.com failed recipient hard hard_bounce'],
  },
  {
    name: 'qmail (QSBMF)',
    raw: `
From: MAILER-DAEMON@old.example
Subject: failure notice

Hi. This is the qmail-send program at old.example.
I'm afraid I wasn't able to deliver your message to the following addresses.
This is a permanent error; I've given up. Sorry it didn't work out.

<ada@example.com>:
192.0.2.1 does not like recipient.
Remote host said: 550 5.1.1 No such user
Giving up on 192.0.2.1.

<grace@example.com>:
Sorry, I couldn't find any host named example.com. (#5.1.2)

<alan@example.com>:
user is over quota (#5.2.2)

--- Below this line is a copy of the message.

Return-Path: <b+token@bounce.shop.example>
To: another@else.example
`,
    expected: [
      'ada@example.com failed recipient hard hard_bounce',
      'grace@example.com failed recipient hard hard_bounce',
      'alan@example.com failed full soft -',
    ],
  },
  {
    name: 'Postfix without a status part (bounce templates)',
    raw: `
From: MAILER-DAEMON@mx.example (Mail Delivery System)
Subject: Undelivered Mail Returned to Sender

This is the mail system at host mx.example.

I'm sorry to have to inform you that your message could not
be delivered to one or more recipients. It's attached below.

                   The mail system

<ada@example.com>: host mx.example.com[192.0.2.1] said: 550 5.1.1
    <ada@example.com>: Recipient address rejected: User unknown in virtual
    mailbox table (in reply to RCPT TO command)

<grace@example.com>: host mx.example.com[192.0.2.1] said: 554 5.7.1 Service
    unavailable; Client host [192.0.2.9] blocked using zen.spamhaus.org (in
    reply to RCPT TO command)
`,
    expected: ['ada@example.com failed recipient hard hard_bounce', 'grace@example.com failed block soft -'],
  },
  {
    name: 'Gmail, older form',
    raw: `
From: Mail Delivery Subsystem <mailer-daemon@googlemail.example>
X-Failed-Recipients: ada@example.com
Auto-Submitted: auto-replied
Subject: Delivery Status Notification (Failure)

Delivery to the following recipient failed permanently:

     ada@example.com

Technical details of permanent failure:
Google tried to deliver your message, but it was rejected by the server for the recipient domain example.com by mx.example.com. [192.0.2.1].

The error that the other server returned was:
550 5.1.1 <ada@example.com>... User unknown

----- Original message -----

DKIM-Signature: v=1
`,
    expected: ['ada@example.com failed recipient hard hard_bounce'],
  },
  {
    name: 'Gmail, a delay',
    raw: `
From: Mail Delivery Subsystem <mailer-daemon@googlemail.example>
Subject: Delivery Status Notification (Delay)

This is an automatically generated Delivery Status Notification

THIS IS A WARNING MESSAGE ONLY.

YOU DO NOT NEED TO RESEND YOUR MESSAGE.

Delivery to the following recipient has been delayed:

     ada@example.com

Message will be retried for 2 more day(s)

Technical details of temporary failure:
The recipient server did not accept our requests to connect.
`,
    expected: ['ada@example.com delayed no_answer - -'],
  },
];
