import type { ReplyGroup } from './reply-group';

export const google: ReplyGroup = {
  provider: 'google',
  source: 'Gmail SMTP errors and codes, https://support.google.com/a/answer/3726730',
  replies: [
    [
      "550-5.1.1 The email account that you tried to reach does not exist. Please try double-checking the recipient's email address for typos or unnecessary spaces. For more information, go to\r\n550 5.1.1  https://support.google.com/mail/?p=NoSuchUser a640c23a62f3a-ab2.7 - gsmtp",
      'recipient suppressed',
    ],
    [
      '550-5.2.1 The email account that you tried to reach is inactive. For more information, go to\r\n550 5.2.1  https://support.google.com/mail/?p=DisabledUser d9443c01a7336-1 - gsmtp',
      'inactive suppressed',
    ],
    [
      '550 5.2.1 The email account that you tried to reach is disabled. Learn more at https://support.google.com/mail/?p=DisabledUser 98si - gsmtp',
      'inactive suppressed',
    ],
    [
      '450-4.2.1 The user you are trying to contact is receiving mail at a rate that prevents additional messages from being delivered. Please resend your message at a later time. https://support.google.com/mail/?p=ReceivingRate - gsmtp',
      'rate deferred',
    ],
    [
      '450 4.2.1 The user you are trying to contact is receiving mail too quickly. Please resend your message at a later time. - gsmtp',
      'rate deferred',
    ],
    [
      '550-5.2.1 The user you are trying to contact is receiving mail at a rate that prevents additional messages from being delivered. https://support.google.com/mail/?p=ReceivingRatePerm - gsmtp',
      'rate deferred',
    ],
    [
      "452-4.2.2 The recipient's inbox is out of storage space. Please direct the recipient to https://support.google.com/mail/?p=OverQuotaTemp - gsmtp",
      'full deferred',
    ],
    [
      "552-5.2.2 The recipient's inbox is out of storage space and inactive. Please direct the recipient to https://support.google.com/mail/?p=OverQuotaPerm - gsmtp",
      'full bounced',
    ],
    ['452 4.2.2 The email account that you tried to reach is over quota. - gsmtp', 'full deferred'],
    [
      "552 5.2.3 Your message exceeded Google's message size limits. Visit https://support.google.com/mail/?p=MaxSizeError - gsmtp",
      'size bounced',
    ],
    [
      "552 5.3.4 The number of attachments (501) exceeds Google's limit of 500 attachments. - gsmtp",
      'size bounced',
    ],
    ['421 4.3.0 Temporary System Problem. Try again later (10). - gsmtp', 'system deferred'],
    ['421 4.4.5 Server busy, try again later. - gsmtp', 'rate deferred'],
    ['451 4.4.2 Timeout - closing connection. - gsmtp', 'no_answer deferred'],
    [
      '451 4.5.0 SMTP protocol violation, visit https://www.rfc-editor.org/rfc/rfc5321 - gsmtp',
      'other deferred',
    ],
    [
      '452 4.5.3 Domain policy size per transaction exceeded, please try this recipient in a separate transaction. - gsmtp',
      'rate deferred',
    ],
    [
      '452 4.5.3 Your message has too many recipients. For more information, go to https://support.google.com/mail/?p=TooManyRecipients - gsmtp',
      'rate deferred',
    ],
    [
      '421-4.7.0 This message is suspicious due to the nature of the content or the links within. To best protect our users from spam, the message has been blocked. - gsmtp',
      'content deferred',
    ],
    [
      '421-4.7.0 This message is suspicious due to the very low reputation of the sending IP address. To protect our users from spam, mail sent from your IP address has been temporarily rate limited. https://support.google.com/mail/answer/188131 - gsmtp',
      'block deferred',
    ],
    [
      '421-4.7.0 This message is suspicious due to the very low reputation of the sending domain. To best protect our users from spam, the message has been blocked. - gsmtp',
      'block deferred',
    ],
    ['421 4.7.0 IP not in whitelist for RCPT domain, closing connection. - gsmtp', 'block deferred'],
    ['421 4.7.0 Try again later, closing connection. (EHLO) - gsmtp', 'rate deferred'],
    ['421 4.7.0 TLS required for RCPT domain, closing connection. - gsmtp', 'platform deferred'],
    [
      '421-4.7.26 This mail has been rate limited because it is unauthenticated. Gmail requires all senders to authenticate with either SPF or DKIM. - gsmtp',
      'auth deferred',
    ],
    [
      "451 4.7.26 Unauthenticated email from shop.example is not accepted due to domain's DMARC policy, but temporary DNS failures prevent authentication. - gsmtp",
      'auth deferred',
    ],
    [
      '421 4.7.27 Your email has been rate limited because SPF authentication did not pass for this message. - gsmtp',
      'auth deferred',
    ],
    [
      '421-4.7.28 Gmail has detected an unusual rate of mail originating from your IP address. To protect our users from spam, mail has been temporarily rate limited. https://support.google.com/mail/?p=UnsolicitedRateLimitError - gsmtp',
      'rate deferred',
    ],
    [
      '421-4.7.28 Gmail has detected an unusual rate of unsolicited mail containing one of your URL domains. - gsmtp',
      'rate deferred',
    ],
    [
      '421 4.7.29 Your email has been rate limited because this message was not sent over a TLS connection. - gsmtp',
      'platform deferred',
    ],
    [
      '421 4.7.30 Your email has been rate limited because DKIM authentication did not pass for this message. - gsmtp',
      'auth deferred',
    ],
    [
      "421 4.7.32 Your email has been rate limited because the From: header (RFC5322) in this message isn't aligned with either the authenticated SPF or DKIM organizational domain. - gsmtp",
      'auth deferred',
    ],
    [
      '421 4.7.40 Your email has been rate limited because the sending domain has no DMARC record. - gsmtp',
      'auth deferred',
    ],
    [
      '501 5.5.4 HELO/EHLO argument is invalid. https://support.google.com/mail/?p=helo - gsmtp',
      'platform deferred',
    ],
    ['503 5.5.1 Bad sequence of commands. For more information, go to RFC 5321. - gsmtp', 'other bounced'],
    ['530 5.7.0 Must issue a STARTTLS command first. - gsmtp', 'platform deferred'],
    [
      '535 5.7.8 Username and Password not accepted. https://support.google.com/mail/?p=BadCredentials - gsmtp',
      'platform deferred',
    ],
    [
      '550 5.4.5 Daily SMTP relay limit exceeded for user. https://support.google.com/a/answer/166852 - gsmtp',
      'rate deferred',
    ],
    [
      '550-5.7.0 Mail relay denied [192.0.2.1]. Invalid credentials for relay for one of the domains in: shop.example - gsmtp',
      'platform deferred',
    ],
    [
      '550-5.7.1 This message is likely suspicious due to the very low reputation of the sending domain. To best protect our users from spam, the message has been blocked. - gsmtp',
      'block deferred',
    ],
    [
      '550-5.7.1 [192.0.2.1] Our system has detected that this message is likely unsolicited mail. To reduce the amount of spam sent to Gmail, this message has been blocked. https://support.google.com/mail/?p=UnsolicitedMessageError - gsmtp',
      'content bounced',
    ],
    [
      '550-5.7.1 [192.0.2.1] Our system has detected an unusual rate of unsolicited mail originating from your IP address. mail sent from your IP address has been blocked. https://support.google.com/mail/?p=UnsolicitedIPError - gsmtp',
      'rate deferred',
    ],
    [
      "550-5.7.1 The IP you're using to send mail is not authorized to send email directly to our servers. https://support.google.com/mail/?p=NotAuthorizedError - gsmtp",
      'block deferred',
    ],
    [
      '550-5.7.1 The user or domain that you are sending to (or from) has a policy that prohibited the mail that you sent. https://support.google.com/a/answer/172179 - gsmtp',
      'policy bounced',
    ],
    [
      '550-5.7.1 [192.0.2.1 11] This message is not RFC 5322 compliant. There are multiple Subject headers. https://support.google.com/mail/?p=RfcMessageNonCompliant - gsmtp',
      'content bounced',
    ],
    [
      '550-5.7.1 [192.0.2.1] Messages missing a valid address in From: header, or having no From: header, are not accepted. - gsmtp',
      'content bounced',
    ],
    [
      '550 5.7.24 The SPF record of the sending domain has one or more suspicious entries. - gsmtp',
      'auth bounced',
    ],
    [
      '550-5.7.25 [192.0.2.1] The IP address sending this message does not have a PTR record setup, or the corresponding forward DNS entry does not match the sending IP. - gsmtp',
      'platform deferred',
    ],
    [
      '550-5.7.26 The MAIL FROM domain [shop.example] has an SPF record with a hard fail policy (-all) but it fails to pass SPF checks with the ip: [192.0.2.1]. - gsmtp',
      'auth bounced',
    ],
    [
      '550-5.7.26 This mail has been blocked because the sender is unauthenticated. Gmail requires all senders to authenticate with either SPF or DKIM. - gsmtp',
      'auth bounced',
    ],
    ['550 5.7.30 This mail has been blocked because DKIM does not pass. - gsmtp', 'auth bounced'],
    [
      '552-5.7.0 This message was blocked because its content presents a potential security issue. https://support.google.com/mail/?p=BlockedMessage - gsmtp',
      'content bounced',
    ],
    [
      '554 5.4.6 Message exceeded 50 hops, this may indicate a mail loop. https://support.google.com/mail/?p=MailLoop - gsmtp',
      'routing bounced',
    ],
    [
      '553 5.1.3 The recipient address <ada@@example.com> is not a valid RFC 5321 address. https://support.google.com/a/answer/3221692 - gsmtp',
      'recipient suppressed',
    ],
    ['553 5.1.7 The sender address <shop> is not a valid RFC 5321 address. - gsmtp', 'policy bounced'],
  ],
};
