/**
 * How servers that do not know RFC 3464, or that put more into their prose than into their status part, begin a report. A line
 * of the mail's own text has to begin so, not a quoted one.
 */
export interface ProseFormat {
  readonly name: string;
  readonly opening: RegExp;
}

export const proseFormats: readonly ProseFormat[] = [
  // Exim, src/deliver.c and specification chapter 51; GMX, WEB.DE, 1&1, Zoho and Mail.ru begin theirs alike.
  {
    name: 'exim',
    opening:
      /^[ \t]{0,8}This message was created automatically by (?:the )?mail delivery s(?:oftware|ystem)/im,
  },
  // The qmail-send Bounce Message Format: https://cr.yp.to/proto/qsbmf.txt
  {
    name: 'qmail',
    opening:
      /^[ \t]{0,8}Hi\. (?:This is the |The )[^\r\n]{1,200}$|^[ \t]{0,8}I'm afraid I wasn't able to deliver your message/im,
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
      /^[ \t]{0,8}-{3,6} (?:Transcript of session follows|The following addresses had (?:permanent|transient|delivery))|^\|-{5,40} (?:Message log|Failed addresses) follow/im,
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
      /^[ \t]{0,8}(?:Unknown user: |User mailbox exceeds allowed size: |Delivery failed \d{1,4} attempts: )/im,
  },
  {
    name: 'mdaemon',
    opening:
      /^[ \t]{0,8}(?:The following (?:addresses|data) (?:had|may) |Unable to deliver message to <|Message could not be delivered to|Could not be delivered to: <|The following recipients returned permanent errors|Each of the following recipients was rejected|[^\r\n]{0,300}The following recipients returned permanent errors)/im,
  },
];

/** From here on the report is what it returns. */
export const originalBegins =
  /^[ \t>]{0,8}(?:\|?-{2,40} ?(?:This is a copy of|Below this line|The header of the original|Original message|Returned Message|Unsent message|Undelivered message|Message header|Message text|Ende der|The original message)|(?:Below is a copy of|A copy of) (?:the|your) (?:original )?message|Message headers? follows?|Original (?:message|headers)(?: headers)?(?: follows?)?\s{0,4}[:.]|The header page of|Received: ?(?:from|by|\()|Return-Path: )/im;

/** Of what will be tried again, in the words of those above. */
export const isWarning =
  /WARNING MESSAGE ONLY|do not need to re-?send|has(?: not yet)? been delayed|has not yet been delivered|not been delivered to .{0,80} yet|will be retried|will continue to (?:try|be)|delivery attempts will continue|delayed (?:\d|mail)|\bdelay(?:ed)? ?notification|Status Notification \(Delay\)|temporary problem (?:while )?delivering|Delivery incomplete|still (?:trying|being retried)|could not be delivered for more than|could not send message for past/i;
/** Of what arrived: some reporters put that into prose, too. */
export const isSuccess =
  /successfully (?:delivered|relayed)|(?:has been|was) (?:successfully )?delivered to|delivery (?:has )?succeeded|return receipt/i;
export const isFinal =
  /permanent (?:error|fatal)|failed permanently|given up|giving up|not going to try again|has been (?:aborted|rejected)|no further attempts|will not be retried/i;
