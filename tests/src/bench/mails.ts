import { randomUUID } from 'node:crypto';

/** Body of a mail that fills up to about the given size. */
export function paragraph(bytes: number): string {
  const line = 'Your order has left our warehouse and will reach you within the next two working days.\r\n';
  return line.repeat(Math.ceil(bytes / line.length)).slice(0, bytes);
}

export interface MailFields {
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Requests of about 1 KB of JSON, each to another recipient. */
export function smallMails(domain: string, count: number): MailFields[] {
  return mailsOf(domain, { count, textBytes: 850 });
}

/** Mails of 10 KB. */
export function mailsOfTenKilobytes(domain: string, count: number): MailFields[] {
  return mailsOf(domain, { count, textBytes: 9_500 });
}

function mailsOf(domain: string, { count, textBytes }: { count: number; textBytes: number }): MailFields[] {
  const text = paragraph(textBytes);
  return Array.from({ length: count }, (_none, index) => ({
    from: `Shop <orders@${domain}>`,
    to: `reader-${index}@recipients.test`,
    subject: `Your order ${1_000_000 + index} is on its way`,
    text,
  }));
}

/** A finished message of 10 KB without its Message-ID, which goes in front: each is a message of its own. */
export function rawMail(domain: string): Buffer {
  const headers = [
    `From: Shop <orders@${domain}>`,
    'To: reader@recipients.test',
    'Subject: Your order is on its way',
    'Date: Sat, 21 Nov 2026 01:00:00 +0000',
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
  ];
  return Buffer.from(`${headers.join('\r\n')}\r\n\r\n${paragraph(9_700)}\r\n`);
}

/** A delivery report of some 4 KB, as Postfix writes it, without its Message-ID. */
export function rawReport(recipient: string): Buffer {
  const text = [
    'Received: by mx.remote.test (Postfix) id 4b2Xq71; Sat, 21 Nov 2026 01:00:00 +0000',
    'Date: Sat, 21 Nov 2026 01:00:00 +0000',
    'From: MAILER-DAEMON@mx.remote.test (Mail Delivery System)',
    'Subject: Undelivered Mail Returned to Sender',
    `To: ${recipient}`,
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="report"',
    '',
    '--report',
    'Content-Type: text/plain; charset=us-ascii',
    '',
    'This is the mail system at host mx.remote.test. Your message could not be delivered.',
    '',
    '--report',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.remote.test',
    '',
    'Final-Recipient: rfc822; reader@recipients.test',
    'Action: failed',
    'Status: 5.1.1',
    'Diagnostic-Code: smtp; 550 5.1.1 <reader@recipients.test>: Recipient address rejected',
    '',
    '--report',
    'Content-Type: message/rfc822',
    '',
    'From: Shop <orders@shop.test>',
    'Subject: Your order is on its way',
    '',
    paragraph(2_500),
    '--report--',
  ];
  return Buffer.from(`${text.join('\r\n')}\r\n`);
}

export function messageIdLine(): string {
  return `Message-ID: <${randomUUID()}@bench.test>\r\n`;
}
