import { isAscii } from 'node:buffer';
import MailComposer from 'nodemailer/lib/mail-composer';
import type { MimeEntity } from '../entities/mime-entity';
import { isDroppedHeader, isReservedHeader } from '../headers/header-rules';
import type { OutgoingAttachment } from './attachment-content';
import { toComposerAttachment } from './attachment-content';
import { bodyOctetsMax, bodyPart, writeBody, type BodyPart } from './body-part';
import { addressLine, customLine, platformLine, subjectLine } from './header-lines';
import { serializeMime } from './serialize-mime';

/** What a message is composed from. Mailboxes are `email` or `Name <email>`; Bcc is not here because it is never written. */
export interface OutgoingMessage {
  emailId: string;
  /** The sending domain: right side of the Message-ID. */
  domain: string;
  date: Date;
  from: string;
  /** Empty: the header names no recipient (`undisclosed-recipients:;`). */
  to: readonly string[];
  cc?: readonly string[] | undefined;
  replyTo?: string | null | undefined;
  subject: string;
  html?: string | null | undefined;
  text?: string | null | undefined;
  /** Extra headers of the customer, already held against `headerFault` and the reserved names. */
  headers?: Readonly<Record<string, string>> | undefined;
  attachments?: readonly OutgoingAttachment[] | undefined;
  /** Stands for html, text and attachments, and is sent as it is. */
  entity?: MimeEntity | undefined;
  /** Groups complaint statistics at mailbox providers; up to four parts joined by colons. */
  feedbackId?: string | null | undefined;
  /** Where complaints are wanted, and what shall come back with them (RFC 9477). A signature of the address's own domain has to stand for it. */
  complaints?: { readonly address: string; readonly feedbackId: string } | null | undefined;
  /** One-click unsubscribe target (RFC 8058), https. */
  unsubscribeUrl?: string | null | undefined;
}

/** An empty group (RFC 5322 §3.4): a header without recipients, since filters mark down a mail without To. */
const undisclosedRecipients = 'To: undisclosed-recipients:;';

/** The Message-ID header of an email, with its angle brackets. */
export function messageIdHeader(emailId: string, domain: string): string {
  return `<${emailId}@${domain}>`;
}

/** The RFC 5322 message: UTF-8, CRLF only, no line over 998 octets. Throws when a stored mailbox cannot be read. */
export function composeMessage(message: OutgoingMessage): Buffer {
  if (message.entity) return aroundEntity(message, message.entity);
  if (message.attachments && message.attachments.length > 0) return withAttachments(message);
  return withoutAttachments(message);
}

/** What most messages are, written at once; everything else is left to nodemailer. */
function withoutAttachments(message: OutgoingMessage): Buffer {
  const { text, html } = message;
  const parts = [
    ...(text ? [bodyPart('text/plain; charset=utf-8', text)] : []),
    ...(html ? [bodyPart('text/html; charset=utf-8', html)] : []),
  ];
  const head = [
    ...headerBlock(message),
    platformLine('Message-ID', messageIdHeader(message.emailId, message.domain)),
    dateLine(message.date),
  ];
  const [first, second] = parts;
  if (first === undefined) return written([fieldsOf([...head, mimeVersion, 'Content-Type: text/plain'])]);
  if (second === undefined) {
    return written([fieldsOf([...head, encodingLine(first), mimeVersion, typeLine(first)]), first]);
  }
  // In no quoted-printable and in no base64 there is `=_` (RFC 2045 §6.7), and the id is younger than the text.
  const boundary = `=_${message.emailId}`;
  const type = `Content-Type: multipart/alternative;\r\n boundary="${boundary}"`;
  return written([
    fieldsOf([...head, mimeVersion, type]),
    ...[first, second].flatMap((part, index) => [
      `${index === 0 ? '' : '\r\n'}--${boundary}\r\n${fieldsOf([typeLine(part), encodingLine(part)])}`,
      part,
    ]),
    `\r\n--${boundary}--\r\n`,
  ]);
}

const mimeVersion = 'MIME-Version: 1.0';
const typeLine = ({ contentType }: BodyPart): string => `Content-Type: ${contentType}`;
const encodingLine = ({ encoding }: BodyPart): string => `Content-Transfer-Encoding: ${encoding}`;
const fieldsOf = (lines: readonly string[]): string => `${lines.join('\r\n')}\r\n\r\n`;

/** Large enough for most messages; written again for each, since none waits between begin and end. */
const scratch = Buffer.allocUnsafeSlow(131_072);
const utf8OctetsMax = 3;

function written(pieces: readonly (string | BodyPart)[]): Buffer {
  const octetsMax = pieces.reduce(
    (sum, piece) => sum + (typeof piece === 'string' ? piece.length * utf8OctetsMax : bodyOctetsMax(piece)),
    crlf.length,
  );
  const target = octetsMax <= scratch.length ? scratch : Buffer.allocUnsafeSlow(octetsMax);
  let end = 0;
  for (const piece of pieces) {
    end = typeof piece === 'string' ? end + target.write(piece, end) : writeBody(piece, target, end);
  }
  if (target[end - 2] !== crlf[0] || target[end - 1] !== crlf[1]) end += crlf.copy(target, end);
  return Buffer.from(target.subarray(0, end));
}

function withAttachments(message: OutgoingMessage): Buffer {
  const composer = new MailComposer({
    messageId: messageIdHeader(message.emailId, message.domain),
    date: message.date,
    ...(message.text ? { text: withCrlf(message.text) } : {}),
    ...(message.html ? { html: withCrlf(message.html) } : {}),
    // Left to itself, the composer counts letters to choose an encoding: 90 µs for 10 KB, and always this for ASCII.
    ...(isAscii(Buffer.from(`${message.text ?? ''}${message.html ?? ''}`))
      ? { textEncoding: 'quoted-printable' as const }
      : {}),
    attachments: (message.attachments ?? []).map(toComposerAttachment),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const head = headerBlock(message).join('\r\n');
  return Buffer.from(`${head}\r\n${serializeMime(composer.compile())}`);
}

function aroundEntity(message: OutgoingMessage, { fields, body }: MimeEntity): Buffer {
  const head = [
    ...headerBlock(message),
    platformLine('Message-ID', messageIdHeader(message.emailId, message.domain)),
    dateLine(message.date),
    mimeVersion,
  ].join('\r\n');
  const isEnded = body.length === 0 || body.subarray(-2).equals(crlf);
  return Buffer.concat([Buffer.from(`${head}\r\n${fields}\r\n`), body, ...(isEnded ? [] : [crlf])]);
}

const crlf = Buffer.from('\r\n');

function dateLine(date: Date): string {
  return `Date: ${date.toUTCString().replace('GMT', '+0000')}`;
}

/** Message-ID, Date and the MIME headers follow. */
function headerBlock(message: OutgoingMessage): string[] {
  const lines = [addressLine('From', [message.from])];
  lines.push(message.to.length > 0 ? addressLine('To', message.to) : undisclosedRecipients);
  if (message.cc && message.cc.length > 0) lines.push(addressLine('Cc', message.cc));
  if (message.replyTo) lines.push(addressLine('Reply-To', [message.replyTo]));
  lines.push(subjectLine(message.subject));
  for (const [name, value] of Object.entries(message.headers ?? {})) {
    // Reserved names are refused at the door; a second From or a Bcc must not leave even if one came past it.
    if (value.trim() === '' || isReservedHeader(name) || isDroppedHeader(name)) continue;
    // An entity describes itself.
    if (message.entity && /^content-/i.test(name)) continue;
    lines.push(customLine(name, value));
  }
  if (message.unsubscribeUrl) {
    lines.push(platformLine('List-Unsubscribe', `<${message.unsubscribeUrl}>`));
    lines.push('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  }
  if (message.feedbackId) lines.push(platformLine('Feedback-ID', message.feedbackId));
  if (message.complaints && !hasHeader(message, 'cfbl-address')) {
    lines.push(`CFBL-Address: ${message.complaints.address}; report=arf`);
    lines.push(platformLine('CFBL-Feedback-ID', message.complaints.feedbackId));
  }
  return lines;
}

/** A customer that wants complaints itself gets them. */
function hasHeader({ headers = {} }: OutgoingMessage, wanted: string): boolean {
  return Object.keys(headers).some((name) => name.toLowerCase() === wanted);
}

/** Bare CR or LF never leave: receivers disagree about what they end (SMTP smuggling). */
function withCrlf(text: string): string {
  return text.replace(/\r\n|\r|\n/g, '\r\n');
}
