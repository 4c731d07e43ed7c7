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

export function messageIdLine(): string {
  return `Message-ID: <${randomUUID()}@bench.test>\r\n`;
}
