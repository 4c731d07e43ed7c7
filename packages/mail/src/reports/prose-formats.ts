/**
 * How servers that do not know RFC 3464, or that put more into their prose than into their status part, begin a report. A line
 * of the mail's own text has to begin so, not a quoted one.
 */
export interface ProseFormat {
  readonly name: string;
  readonly opening: RegExp;
  /** The reason comes before the recipients and is that of each. */
  readonly isReasonShared?: true;
}

export const proseFormats: readonly ProseFormat[] = [
  // Exim, src/deliver.c and specification chapter 51; GMX, WEB.DE, 1&1, Zoho and Mail.ru begin theirs alike.
  {
    name: 'exim',
    opening:
      /^[ \t]{0,8}(?:This (?:message was created automatically|is an automated message created) by (?:the )?mail delivery\s{1,4}s(?:oftware|ystem)|A message that you sent was rejected by the local scanning code)/im,
  },
  // The qmail-send Bounce Message Format: https://cr.yp.to/proto/qsbmf.txt
  {
    name: 'qmail',
    opening:
      /^[ \t]{0,8}Hi\. (?:This is the |The )[^\r\n]{1,200}$|^[ \t]{0,8}(?:I'm afraid I wasn't able to deliver (?:your|the following) message|We're sorry\. There's a problem with the e-mail address)/im,
  },
  // Postfix, bounce(5), templates of failure and delay.
  {
    name: 'postfix',
    opening:
      /^[ \t]{0,8}(?:This is the (?:mail system|Postfix program) at host |I'm sorry to have to inform you that (?:the|your) message)/im,
  },
  // Sendmail, sendmail/savemail.c; its fourth and fifth version, and what was made of them.
  {
    name: 'sendmail',
    opening:
      /^[ \t]{0,8}-{3,6} ?(?:Transcript of session follows|The following addresses had (?:permanent|transient|delivery))|^\|-{5,40} (?:Message log|Failed addresses) follow/im,
  },
  // Gmail, "Fix bounced or rejected emails": https://support.google.com/mail/answer/6596
  {
    name: 'gmail',
    opening:
      /^[ \t]{0,8}(?:Delivery to the following recipients? (?:failed permanently|has been delayed|was aborted)|\*{2} (?:Address not found|Message (?:not delivered|blocked)|Delivery incomplete|Message too large|Recipient inbox full)|Your message wasn't delivered to|There was a (?:temporary )?problem (?:while )?delivering your message)/im,
  },
  // Yahoo and AOL: "Failure Notice".
  {
    name: 'yahoo',
    opening:
      /^[ \t]{0,8}(?:Sorry,? we were unable to deliver your message|Unable to deliver message to the following address|Your (?:mail )?message to the following address(?:\(es\)|es)? could not be delivered|Your mail to the following recipients could not be delivered)/im,
  },
  // Exchange 5.5 to 2019 and Exchange Online, in the languages of its users.
  // https://learn.microsoft.com/exchange/mail-flow/non-delivery-reports-and-bounce-messages
  {
    name: 'exchange',
    opening:
      /^[ \t]{0,8}(?:did not reach the following recipient|Your message did not reach some or all of the intended recipients|Delivery has failed to these recipients|Your message (?:to [^\r\n]{1,300} )?couldn't be delivered|(?:The following recipient|Your message) (?:could not be reached|cannot be delivered)|Fehler bei der Nachrichtenzustellung|Ihre Nachricht hat einige oder alle Empf|[ÉE]chec de la remise|Votre message n'a pas pu|No se pudo entregar|Error de entrega)/im,
  },
  // Lotus Notes SMTP MTA and Domino Router.
  {
    name: 'domino',
    opening:
      /^[ \t]{0,8}(?:-{3,10} ?Failure Reasons? {0,4}-{3,10}|was not delivered to:|konnte nicht zugestellt werden an:|n'a pas [ée]t[ée] remis [àa])/im,
  },
  // OpenSMTPD, smtpd/bounce.c; DragonFly Mail Agent, bounce.c.
  { name: 'opensmtpd', opening: /^[ \t]{0,8}This is the MAILER-DAEMON, please DO NOT REPLY/im },
  { name: 'dragonfly', opening: /^[ \t]{0,8}There was an error delivering your mail to </im },
  // Courier, courier/module.dsn; IMail; MDaemon; InterScan.
  { name: 'courier', opening: /^[ \t]{0,8}(?:This is a delivery status notification|UNDELIVERABLE MAIL)/im },
  {
    name: 'imail',
    opening:
      /^[ \t]{0,8}(?:Unknown user: |Invalid final delivery userid: |User(?:'s)? mailbox (?:exceeds allowed size|is full): |undeliverable {1,3}to \S{1,300}@|Delivery failed \d{1,4} attempts: )/im,
  },
  {
    name: 'mdaemon',
    opening:
      /^[ \t]{0,8}(?:The following (?:addresses|data) (?:had|may) |The attached message had permanent fatal|MailEnable: Message could not be delivered|Unable to deliver message to <|Message could not be delivered to|Could not be delivered to: <|The following recipients returned permanent errors|Each of the following recipients was rejected|[^\r\n]{0,300}The following recipients returned permanent errors)/im,
  },
  // Cisco Secure Email (IronPort), bounce profiles; Trend Micro InterScan.
  {
    name: 'ironport',
    opening:
      /^[ \t]{0,8}(?:The following message to <[^\r\n]{1,330}>(?:, <[^\r\n]{1,330}>)? was undeliverable|\*{4,12} Message from InterScan)/im,
  },
  // Trustwave MailMarshal (SEG), its template of undeliverable mail.
  {
    name: 'mailmarshal',
    opening: /^[ \t]{0,8}Could not be delivered because of[ \t]{0,8}$/im,
    isReasonShared: true,
  },
  // Dovecot, lda and lmtp; Pigeonhole's "reject".
  {
    name: 'dovecot',
    opening: /^[ \t]{0,8}Your message to <[^\r\n]{1,330}> was automatically rejected:/im,
  },
  // Apache James and gateways to mobile networks; au (KDDI).
  { name: 'james', opening: /^[ \t]{0,8}Error message below:[ \t]{0,8}$/im, isReasonShared: true },
  {
    name: 'au',
    opening:
      /^[ \t]{0,8}(?:The user\(s\) account is |Your message was not delivered within \d{1,4} days and \d{1,4} hours)/im,
    isReasonShared: true,
  },
  // Exim of an address that it cannot read (src/moan.c).
  {
    name: 'exim-address',
    opening: /^[ \t]{0,8}A message that you sent contained one or more recipient addresses that were/im,
  },
  // SmarterMail, LSMTP, phquery, and gateways that name no program.
  {
    name: 'gateway',
    opening:
      /^[ \t]{0,8}(?:We had trouble delivering your message\. Full details follow|Your mail cannot be delivered to the following|-{3,8} ?(?:Failed Recipients|Non-Delivery Report|Message not delivered to the following)|Undeliverable Address: |This is the machine generated message from mail service|An error was detected while processing the enclosed message|Could not deliver message to the following recipient|This is an automatically generated Delivery Status Notification|#{2,8} {1,20}automatic bounce notification)/im,
  },
];

/** From here on the report is what it returns. */
export const originalBegins =
  /^[ \t>]{0,8}(?:\|?-{2,40} ?(?:This is a copy of|Below this line|The header of the original|Original message|Returned Message|Unsent message|Undelivered message|Message header|Message text|Ende der|The original message)|(?:Below is a copy of|A copy of) (?:the|your) (?:original )?message|Message headers? follows?|bounced E-Mail:|Additional Information[ \t]*\r?\n=|Original (?:message|headers)(?: headers)?(?: follows?)?\s{0,4}[:.]|The header page of|Received: ?(?:from|by|\()|Return-Path: )/im;

/** Of what will be tried again, in the words of those above. */
export const isWarning =
  /WARNING MESSAGE ONLY|do not need to re-?send|has(?: not yet)? been delayed|has not yet been delivered|not been delivered to .{0,80} yet|will be retried|will continue to (?:try|be)|delivery attempts will continue|delayed (?:\d|mail)|\bdelay(?:ed)? ?notification|Status Notification \(Delay\)|temporary problem (?:while )?delivering|Delivery incomplete|still (?:trying|being retried)|could not be delivered for more than|could not send message for past/i;
/** Of what arrived: some reporters put that into prose, too. */
export const isSuccess =
  /successfully (?:delivered|relayed)|(?:has been|was) (?:successfully )?delivered to|delivery (?:has )?succeeded|return receipt/i;
export const isFinal =
  /permanent (?:error|fatal)|failed permanently|given up|giving up|not going to try again|has been (?:aborted|rejected)|no further attempts|will not be retried/i;
