import type { Header } from 'postal-mime';
import { parseMailbox } from '../addresses/mailbox';
import { toMailboxes } from '../incoming/envelope-recipients';
import type { MailFile } from '../parsing/block-parser';
import { contentIdOf, contentTypeOf, filenameOf } from '../parsing/incoming-attachments';
import { checkFileCount } from '../parsing/mime-limits';
import { parseMime, type ParsedMail } from '../parsing/parse-mime';
import { RefusedMessage } from '../parsing/refused-message';
import { automaticMail } from './automatic-mail';
import { htmlLines } from '../html/html-lines';
import { replyText } from './reply-text';
import { threadReferences } from './thread-references';

/** A mail that came to a reply address. Every text is well-formed and without NUL, as a text column wants it. */
export interface ReplyMail {
  /** `email` or `Name <email>`; empty when From has no usable address. */
  readonly from: string;
  readonly fromAddress: string;
  readonly to: readonly string[];
  readonly subject: string;
  /** Of the mail itself, with angle brackets. */
  readonly messageId: string | null;
  /** Message-IDs of what it may answer, the likeliest first. */
  readonly references: readonly string[];
  /** Written by a machine. What a mailing list passes on is not: people write to lists. */
  readonly automatic: boolean;
  readonly html: string | null;
  readonly text: string | null;
  readonly replyText: string | null;
  /** In their order, unfolded. */
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  readonly attachments: readonly ReplyAttachment[];
}

export interface ReplyAttachment {
  /** A name without directories or control characters. */
  readonly filename: string;
  readonly contentType: string;
  readonly contentId: string | null;
  readonly content: Uint8Array;
}

export type ReadReply = { ok: true; mail: ReplyMail } | { ok: false; reason: string };

/** What a send may carry; what is longer is cut. */
const bodyCharsMax = 2_000_000;
const subjectCharsMax = 998;
const recipientsMax = 100;

/** The same in a thread. */
export const replyTask = { file: require.resolve('./reply.task'), name: 'readReply' } as const;

/** Reads a mail from a stranger, all charsets as UTF-8. Never throws for bad input. */
export async function readReply(raw: Uint8Array): Promise<ReadReply> {
  try {
    const mail = await parseMime(raw, { attachmentEncoding: 'arraybuffer', forceRfc822Attachments: true });
    checkFileCount(mail.attachments.length);
    return { ok: true, mail: toReply(mail) };
  } catch (error) {
    if (error instanceof RefusedMessage) return { ok: false, reason: error.reply.text };
    return { ok: false, reason: 'the message cannot be read as MIME' };
  }
}

function toReply(mail: ParsedMail): ReplyMail {
  const html = bodyOf(mail.html);
  const text = bodyOf(mail.text);
  const [from = ''] = toMailboxes(mail.from ? [mail.from] : []);
  const sender = parseMailbox(from);
  const automatic = automaticMail([
    ...mail.headers.filter(({ key }) => key !== 'subject'),
    { key: 'subject', value: mail.subject ?? '' },
  ]);
  return {
    from,
    fromAddress: sender.ok ? sender.mailbox.address : '',
    to: toMailboxes(mail.to ?? []).slice(0, recipientsMax),
    subject: oneLine(mail.subject ?? '').slice(0, subjectCharsMax),
    messageId:
      threadReferences({ inReplyTo: headerOf(mail.headers, 'message-id'), references: null })[0] ?? null,
    references: threadReferences({
      inReplyTo: headerOf(mail.headers, 'in-reply-to'),
      references: headerOf(mail.headers, 'references'),
    }),
    automatic: automatic !== null && automatic !== 'list',
    html,
    text,
    replyText: newPart(text, html),
    headers: mail.headers.map(({ originalKey, value }) => ({
      name: oneLine(originalKey),
      value: oneLine(value),
    })),
    attachments: mail.attachments.map(toAttachment),
  };
}

function newPart(text: string | null, html: string | null): string | null {
  if (text !== null && text.trim() !== '') return replyText(text);
  return html === null ? null : replyText(htmlLines(html)).slice(0, bodyCharsMax);
}

function toAttachment(file: MailFile, index: number): ReplyAttachment {
  const { content } = file;
  return {
    filename: filenameOf({ ...file, filename: baseName(file.filename) }, index),
    contentType: contentTypeOf(file).toLowerCase(),
    contentId: contentIdOf(file),
    content: typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content as ArrayBuffer),
  };
}

/** A name, never a path: `../../etc/passwd` is saved as `passwd`, in whatever folder. */
function baseName(filename: string | null): string | null {
  if (filename === null) return null;
  const name = filename.slice(Math.max(filename.lastIndexOf('/'), filename.lastIndexOf('\\')) + 1);
  return name.replace(/[\p{Cf}]+/gu, '').replace(/^\.+$/, '');
}

function headerOf(headers: readonly Header[], name: string): string | null {
  return headers.find(({ key }) => key === name)?.value ?? null;
}

function bodyOf(body: string | undefined): string | null {
  if (body === undefined || body === '') return null;
  return body.slice(0, bodyCharsMax).toWellFormed().replaceAll('\u0000', '');
}

/** Line breaks would make one header two, wherever it is written next. */
function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim();
}
