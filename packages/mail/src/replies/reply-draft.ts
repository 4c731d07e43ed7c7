import PostalMime from 'postal-mime';
import { toMailboxes } from '../incoming/envelope-recipients';

/** A stranger wrote it: what is longer is not read. */
const headerCharsMax = 5_000;
const subjectCharsMax = 998;

/** `Re: ` in front, once. */
export function replySubject(subject: string): string {
  const isReply = /^\s*(?:re|aw|sv)(?:\[\d{1,4}\])?\s*:/i.test(subject);
  return (isReply ? subject : `Re: ${subject}`).trim().slice(0, subjectCharsMax);
}

/** Mailboxes of a Reply-To header; none if there are more than so many. */
export function replyToMailboxes(value: string, countMax: number): string[] {
  if (value.length > headerCharsMax) return [];
  const mailboxes = [...new Set(toMailboxes(PostalMime.addressParser(value)))];
  return mailboxes.length <= countMax ? mailboxes : [];
}

/** The text that a reply quotes, with the line above it that mail programs know as an introduction. */
export interface Quote {
  readonly introduction: string;
  readonly lines: readonly string[];
}

export function quoteOf(
  mail: { readonly from: string; readonly receivedAt: Date; readonly text: string },
  charsMax: number,
): Quote {
  const cut = mail.text.length > charsMax ? `${mail.text.slice(0, charsMax).toWellFormed()}\n[…]` : mail.text;
  const date = mail.receivedAt.toUTCString().replace(/:\d\d GMT$/, ' UTC');
  return {
    introduction: `On ${date}, ${mail.from} wrote:`,
    lines: cut.replace(/\r\n?/g, '\n').trimEnd().split('\n'),
  };
}

/** As format=flowed and plain text quote alike: what was quoted already gets another `>` without a blank. */
export function quotedText({ introduction, lines }: Quote): string {
  const quoted = lines.map((line) => (line.startsWith('>') || line === '' ? `>${line}` : `> ${line}`));
  return `${introduction}\n${quoted.join('\n')}\n`;
}
