import type { Address } from 'postal-mime';
import PostalMime from 'postal-mime';
import { addressKey, parseMailbox } from '../addresses/mailbox';
import type { ControlFields } from './control-headers';
import { controlFields } from './control-headers';
import type { SubmittedEnvelope } from './envelope-recipients';
import { addressedRecipients, toMailboxes } from './envelope-recipients';
import type { RelayedAttachment } from '../parsing/incoming-attachments';
import { relayedAttachments } from '../parsing/incoming-attachments';
import { keptHeaders } from './kept-headers';
import { checkFileCount } from '../parsing/mime-limits';
import { parseMimeTree, type ParsedMail, type ParsedTree } from '../parsing/parse-mime';
import { relayedEntity } from './relayed-entity';
import type { RelayReply } from '../parsing/refused-message';
import { RefusedMessage, refuseMessage } from '../parsing/refused-message';

/** Body of the `POST /emails` that a relayed message becomes; limits are checked there. */
export interface RelayedSend extends ControlFields {
  from: string;
  to: string[];
  cc?: string[];
  bcc?: string[];
  hide_recipients?: true;
  reply_to?: string;
  subject?: string;
  html?: string;
  text?: string;
  /** base64 of the entity, instead of html, text and attachments that cannot express it. */
  mime?: string;
  headers?: Record<string, string>;
  attachments?: RelayedAttachment[];
}

export type IncomingMessageResult =
  /** `messageId` is the client's own, for `derivedIdempotencyKey`; recipients get the platform's. */
  { ok: true; send: RelayedSend; messageId: string | null } | { ok: false; reply: RelayReply };

/** The API wants a subject; mail clients send without one, and expect the mail to go through. */
const noSubject = '(no subject)';

/** Reads a submitted RFC 5322 message into a send request, all charsets as UTF-8. Never throws for bad input. */
export async function parseIncomingMessage(
  raw: Buffer,
  envelope: SubmittedEnvelope,
  isBulkKind: (kind: string | null) => boolean,
): Promise<IncomingMessageResult> {
  try {
    const { mail, root } = await readMime(raw);
    const control = controlFields(mail.headers);
    const isAltered =
      control.track?.opens === true || control.track?.clicks === true || isBulkKind(kindOf(control));
    const entity = control.template ? null : relayedEntity(raw, { root, isAltered });
    const send = toSend(mail, { envelope, control, entity });
    return { ok: true, send, messageId: mail.messageId ?? null };
  } catch (error) {
    if (error instanceof RefusedMessage) return { ok: false, reply: error.reply };
    throw error;
  }
}

function kindOf({ kind, tags }: ControlFields): string | null {
  return kind ?? tags?.find(({ name }) => name === 'kind')?.value ?? null;
}

async function readMime(raw: Buffer): Promise<ParsedTree> {
  const read = await parseMimeTree(raw, {
    // Its own base64 is made a character at a time.
    attachmentEncoding: 'arraybuffer',
    forceRfc822Attachments: true,
  }).catch((error: unknown) => {
    if (error instanceof RefusedMessage) throw error;
    return refuseMessage('the message cannot be read as MIME');
  });
  if (read.hasInseparableParts) refuseMessage('a multipart has no boundary, or its boundary does not occur');
  checkFileCount(read.mail.attachments.length);
  return read;
}

function toSend(
  mail: ParsedMail,
  options: { envelope: SubmittedEnvelope; control: ControlFields; entity: Buffer | null },
): RelayedSend {
  const { envelope, control, entity } = options;
  const { to, cc, bcc, hidden } = addressedRecipients(envelope, { to: mail.to ?? [], cc: mail.cc ?? [] });
  const headers = keptHeaders(mail.headers);
  const replyTo = replyToOf(mail);
  return {
    ...control,
    from: senderOf(mail),
    to,
    ...(cc.length > 0 ? { cc } : {}),
    ...(bcc.length > 0 ? { bcc } : {}),
    ...(hidden ? { hide_recipients: true } : {}),
    ...(replyTo === undefined ? {} : { reply_to: replyTo }),
    ...(Object.keys(headers).length > 0 ? { headers } : {}),
    // A template brings its own subject and bodies; the API refuses both together.
    ...(control.template ? {} : { subject: subjectOf(mail) }),
    ...(entity === null
      ? { ...(control.template ? {} : bodiesOf(mail)), ...filesOf(mail) }
      : { mime: entity.toString('base64') }),
  };
}

/** A request has one; to keep the first alone would send answers to the wrong person. */
function replyToOf(mail: ParsedMail): string | undefined {
  const listed = toMailboxes(mail.replyTo ?? []);
  if (new Set(listed.map(keyOfMailbox)).size > 1) {
    refuseMessage('the Reply-To header must contain at most one address');
  }
  return listed[0];
}

function keyOfMailbox(text: string): string {
  const parsed = parseMailbox(text);
  return parsed.ok ? addressKey(parsed.mailbox) : text;
}

function subjectOf(mail: ParsedMail): string {
  return mail.subject?.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim() || noSubject;
}

/** A scanner sends an attachment and nothing else: that is an empty text, not a missing one. */
function bodiesOf(mail: ParsedMail): Pick<RelayedSend, 'html' | 'text'> {
  return {
    ...(mail.html ? { html: withoutNul(mail.html) } : {}),
    ...(mail.text || !mail.html ? { text: withoutNul(mail.text ?? '') } : {}),
  };
}

function filesOf(mail: ParsedMail): Pick<RelayedSend, 'attachments'> {
  const attachments = relayedAttachments(mail.attachments, mail.html);
  return attachments.length > 0 ? { attachments } : {};
}

/** Where none of them stands, there is one address at most, which the library has read already. */
const separators = /[,;:]/;

/** The From header decides, not MAIL FROM: it is what recipients see and what DKIM must match. */
function senderOf(mail: ParsedMail): string {
  const headers = mail.headers.filter(({ key }) => key === 'from');
  const isPlain = headers.length === 1 && !headers.some(({ value }) => separators.test(value));
  const listed: Address[] =
    isPlain && mail.from !== undefined
      ? [mail.from]
      : headers.flatMap(({ value }) => PostalMime.addressParser(value));
  if (listed.length === 0) refuseMessage('the message has no From header');
  if (listed.length > 1 || listed[0]?.group) {
    throw new RefusedMessage({
      code: 553,
      enhanced: '5.7.1',
      text: 'the From header must contain exactly one address',
    });
  }
  const [mailbox] = toMailboxes(listed);
  if (mailbox !== undefined) return mailbox;
  throw new RefusedMessage({ code: 553, enhanced: '5.6.0', text: 'invalid_from' });
}

/** A quoted-printable body can decode to NUL, which no text column holds. */
function withoutNul(text: string): string {
  return text.toWellFormed().replaceAll('\u0000', '');
}
