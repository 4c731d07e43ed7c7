import type { ReplyGroup } from './reply-group';

export const microsoft: readonly ReplyGroup[] = [
  {
    provider: 'microsoft',
    source:
      'Email non-delivery reports and SMTP errors in Exchange Online, https://learn.microsoft.com/exchange/mail-flow-best-practices/non-delivery-reports-in-exchange-online',
    replies: [
      ['550 5.1.1 RESOLVER.ADR.RecipNotFound; not found', 'recipient suppressed'],
      ['550 5.1.1 RESOLVER.ADR.ExRecipNotFound; not found', 'recipient suppressed'],
      [
        '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient ada@example.com not found by SMTP address lookup',
        'recipient bounced',
      ],
      [
        '550 5.1.0 RESOLVER.ADR.BadPrimary; recipient primary SMTP address is missing or invalid',
        'recipient bounced',
      ],
      ['550 5.1.8 Access denied, bad outbound sender AS(42003)', 'policy bounced'],
      [
        '550 5.1.90 Your message cannot be sent because you have reached your daily limit for message recipients.',
        'rate deferred',
      ],
      [
        '550 5.1.351 Remote server returned unknown recipient or mailbox unavailable -> 550 : User unknown',
        'recipient bounced',
      ],
      ['550 5.2.1 Content filtering: mailbox disabled, not accepting messages', 'inactive bounced'],
      [
        '550 5.2.2 STOREDRV.Deliver; mailbox full. The following information should help identify the cause',
        'full bounced',
      ],
      ['552 5.2.2 Submission quota exceeded', 'full bounced'],
      ['550 5.2.3 RESOLVER.RST.RecipSizeLimit; message too large for this recipient', 'size bounced'],
      ['550 5.2.121 The recipient per hour receive limit from this sender was exceeded.', 'rate deferred'],
      [
        '550 5.2.122 The recipient has exceeded their limit for the number of messages they can receive per hour.',
        'rate deferred',
      ],
      ['452 4.3.1 Insufficient system resources', 'system deferred'],
      ['432 4.3.2 STOREDRV; mailbox server is too busy', 'rate deferred'],
      ['432 4.3.2 STOREDRV.Deliver; recipient thread limit exceeded', 'rate deferred'],
      ['421 4.3.2 Service not available', 'no_answer deferred'],
      [
        '441 4.4.1 Error encountered while communicating with primary target IP address: "Failed to connect. Winsock error code: 10060"',
        'no_answer deferred',
      ],
      ['421 4.4.2 Connection dropped due to SocketError', 'no_answer deferred'],
      ['550 4.4.7 QUEUE.Expired; message expired', 'no_answer bounced'],
      [
        '550 5.4.1 Recipient address rejected: Access denied. AS(201806281) [DB5EUR01FT012.eop-EUR01.prod.protection.outlook.com]',
        'recipient bounced',
      ],
      ['550 5.4.14 Hop count exceeded - possible mail loop ATTR34 [DB5EUR01FT012.eop]', 'routing bounced'],
      ['550 5.4.300 Message expired', 'no_answer bounced'],
      [
        '550 5.4.310 DNS domain shop.invalid does not exist [Message=InfoDomainNonexistent]',
        'domain bounced',
      ],
      ['550 5.4.312 Message expired, DNS query failed(ErrorRetry)', 'routing bounced'],
      ['550 5.4.316 Message expired, connection refused(Socket error code 10061)', 'no_answer bounced'],
      ['450 4.4.318 Connection was closed abruptly (SuspiciousRemoteServerError)', 'no_answer deferred'],
      [
        '550 5.6.11 SMTPSEND.BareLinefeedsAreIllegal; message contains bare linefeeds, which cannot be sent via DATA',
        'content bounced',
      ],
      [
        '550 5.7.1 RESOLVER.RST.AuthRequired; authentication required [Stage: CreateMessage]',
        'policy bounced',
      ],
      ['550 5.7.1 RESOLVER.RST.NotAuthorized; not authorized', 'policy bounced'],
      [
        '550 5.7.1 TRANSPORT.RULES.RejectMessage; the message was rejected by organization policy',
        'policy bounced',
      ],
      ['550 5.7.1 Unable to relay', 'routing bounced'],
      ['550 5.7.1 Client does not have permissions to send as this sender', 'policy bounced'],
      [
        '550 5.7.23 The message was rejected because of Sender Policy Framework violation -> 550 5.7.23 SPF validation failed',
        'auth bounced',
      ],
      [
        '550 5.7.25 Access denied, the sending IPv6 address [2001:db8::1] must have a reverse DNS record',
        'platform deferred',
      ],
      [
        '450 4.7.26 Access denied, a message sent over IPv6 [2001:db8::1] must pass either SPF or DKIM validation, this message is not signed',
        'auth deferred',
      ],
      ['550 5.7.124 Sender not in allowed-senders list', 'policy bounced'],
      [
        '550 5.7.129 RESOLVER.RST.RestrictedToRecipientsPermission; not authorized to send to recipient',
        'policy bounced',
      ],
      [
        '550 5.7.133 RESOLVER.RST.SenderNotAuthenticatedForGroup; authentication required; Delivery restriction check failed because the sender was not authenticated when sending to this group',
        'policy bounced',
      ],
      ['550 5.7.193 UserNotAllowedExternalSenders', 'policy bounced'],
      ['550 5.7.501 Access denied, spam abuse detected', 'block deferred'],
      ['550 5.7.506 Access Denied, Bad HELO', 'platform deferred'],
      ['550 5.7.507 Access denied, rejected by recipient', 'policy bounced'],
      [
        '550 5.7.509 Access denied, sending domain SHOP.EXAMPLE does not pass DMARC verification and has a DMARC policy of reject.',
        'auth bounced',
      ],
      [
        '550 5.7.511 Access denied, banned sender[192.0.2.1]. To request removal from this list please forward this message to delist@example.com.',
        'block deferred',
      ],
      ['550 5.7.512 Access denied, message must be RFC 5322 section 3.6.2 compliant', 'content bounced'],
      [
        '550 5.7.513 Service unavailable, Client host [192.0.2.1] blocked by example.com using Customer Block list (AS16012607)',
        'block deferred',
      ],
      [
        "550 5.7.515 Access denied, sending domain shop.example does not meet the required authentication level. The sender's domain in the 5322.From address doesn't meet the authentication requirements. Spf= Fail , Dkim= Fail , DMARC= Fail",
        'auth bounced',
      ],
      [
        '550 5.7.520 Message blocked because it contains content identified as spam. AS(4810)',
        'content bounced',
      ],
      [
        '550 5.7.606 Access denied, banned sending IP [192.0.2.1]. To request removal from this list please visit https://sender.office.com/',
        'block deferred',
      ],
      ['550 5.7.649 Access denied, banned sending IP [192.0.2.1]', 'block deferred'],
      [
        "550 5.7.703 Your message can't be delivered because messages to ada, outside of your organization, are blocked because of spam",
        'block deferred',
      ],
      ['550 5.7.705 Access denied, tenant has exceeded threshold', 'rate deferred'],
      [
        '550 5.7.708 Service unavailable. Access denied, traffic not accepted from this IP.',
        'block deferred',
      ],
      [
        '550 5.7.750 Service unavailable. Client blocked from sending from unregistered domains',
        'block deferred',
      ],
      [
        '451 4.7.500 Server busy. Please try again later from [192.0.2.1]. (S77719) [DB5EUR01FT012.eop-EUR01.prod.protection.outlook.com]',
        'rate deferred',
      ],
      [
        '451 4.7.650 The mail server [192.0.2.1] has been temporarily rate limited due to IP reputation. For e-mail delivery information, see https://postmaster.live.com (S775)',
        'block deferred',
      ],
      [
        '451 4.7.651 The mail server [192.0.2.1] has been temporarily rate limited due to IP reputation. (S844)',
        'block deferred',
      ],
      [
        '451 4.7.652 The mail server [192.0.2.1] has exceeded the maximum number of connections. (S3115)',
        'rate deferred',
      ],
      [
        '451 4.7.653 The mail server [192.0.2.1] has exceeded the maximum number of connections.',
        'rate deferred',
      ],
      ['450 4.7.320 Certificate validation failed', 'policy deferred'],
      ['450 4.7.323 tlsa-invalid: The domain failed DANE validation', 'policy deferred'],
      ['451 4.4.62 Mail sent to the wrong Office 365 region. ATTR35', 'routing deferred'],
      [
        '530 5.7.57 Client not authenticated to send mail. Error: 535 5.7.139 Authentication unsuccessful',
        'platform deferred',
      ],
      ['535 5.7.3 Authentication unsuccessful', 'platform deferred'],
      ['451 5.7.3 STARTTLS is required to send mail [BN6PR11MB]', 'platform deferred'],
    ],
  },
  {
    provider: 'microsoft',
    source:
      'Outlook.com Postmaster, SMTP error codes, https://sendersupport.olc.protection.outlook.com/pm/troubleshooting.aspx',
    replies: [
      [
        '550 5.5.0 Requested action not taken: mailbox unavailable (S2017062302). [BN8NAM11FT045.eop]',
        'recipient suppressed',
      ],
      [
        '550 Requested action not taken: mailbox unavailable (-2147219440:4186:-2147467259)',
        'recipient suppressed',
      ],
      ['552 5.2.2 Requested mail action aborted: exceeded storage allocation', 'full bounced'],
      [
        "421 RP-001 (BAY004-MC1F1) Unfortunately, some messages from 192.0.2.1 weren't sent. Please try again. We have limits for how many messages can be sent per hour and per day.",
        'rate deferred',
      ],
      [
        '421 RP-002 The mail server IP connecting to Outlook.com server has exceeded the rate limit allowed on this connection.',
        'rate deferred',
      ],
      [
        '421 RP-003 The mail server IP connecting to Outlook.com server has exceeded the connection limit allowed.',
        'rate deferred',
      ],
      [
        "550 SC-001 (COL004-MC2F1) Unfortunately, messages from 192.0.2.1 weren't sent. Mail rejected by Outlook.com for policy reasons. Reasons for rejection may be related to content with spam-like characteristics or IP/domain reputation.",
        'block deferred',
      ],
      [
        '550 SC-002 Mail rejected by Outlook.com for policy reasons. The mail server IP connecting to Outlook.com has exhibited namespace mining behavior.',
        'block deferred',
      ],
      [
        '550 SC-004 Mail rejected by Outlook.com for policy reasons. A block has been placed against your IP address because we have received complaints concerning mail coming from that IP address.',
        'block deferred',
      ],
      [
        '550 OU-001 Mail rejected by Outlook.com for policy reasons. Reasons for rejection may be related to content with spam-like characteristics or IP/domain reputation.',
        'block deferred',
      ],
      ['550 OU-002 Mail rejected by Outlook.com for policy reasons.', 'block deferred'],
      [
        '550 DY-001 Mail rejected by Outlook.com for policy reasons. We generally do not accept email from dynamic IPs.',
        'block deferred',
      ],
      [
        "550 5.7.1 Unfortunately, messages from [192.0.2.1] weren't sent. Please contact your Internet service provider since part of their network is on our block list (S3140).",
        'block deferred',
      ],
      [
        '550 5.7.1 Service unavailable, Client host [192.0.2.1] blocked using Spamhaus. To request removal from this list see https://www.spamhaus.org/query/ip/192.0.2.1 AS(1450)',
        'block deferred',
      ],
      [
        '550 5.7.1 Service unavailable, MailFrom domain is listed in Spamhaus. To request removal from this list see https://www.spamhaus.org/query/lookup/ (S8002)',
        'block deferred',
      ],
    ],
  },
];
