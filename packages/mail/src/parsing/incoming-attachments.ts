import { extension } from 'mime-types';
import type { Attachment } from 'postal-mime';
import type { MailFile } from './block-parser';

/** An attachment as the API takes it. */
export interface RelayedAttachment {
  filename: string;
  /** base64 */
  content: string;
  content_type: string;
  content_id?: string;
}

const filenameCharsMax = 255;
const charsetLabel = /^[\w.:+-]{1,40}$/;
const mediaType = /^[\w!#$&^.+-]{1,127}\/[\w!#$&^.+-]{1,127}$/;

/** `html` decides which images belong inside it. */
export function relayedAttachments(
  attachments: readonly MailFile[],
  html: string | undefined,
): RelayedAttachment[] {
  return attachments.map((attachment, i) => {
    const contentId = shownIdOf(attachment, html ?? '');
    return {
      filename: filenameOf(attachment, i),
      content: contentOf(attachment),
      content_type: contentTypeOf(attachment),
      ...(contentId === null ? {} : { content_id: contentId }),
    };
  });
}

/** The parser ends the lines of an invitation with LF, in whatever way it came; RFC 5545 §3.1 wants CR LF. */
function contentOf({ content, mimeType }: Attachment): string {
  const bytes = bytesOf(content);
  if (mimeType !== 'text/calendar' && mimeType !== 'application/ics') return bytes.toString('base64');
  return Buffer.from(bytes.toString().replace(/\r?\n/g, '\r\n')).toString('base64');
}

function bytesOf(content: Attachment['content']): Buffer {
  if (typeof content === 'string') return Buffer.from(content);
  return content instanceof Uint8Array
    ? Buffer.from(content.buffer, content.byteOffset, content.byteLength)
    : Buffer.from(content);
}

/** A name for every file, made up where it has none. */
export function filenameOf({ filename, mimeType }: Attachment, index: number): string {
  const clean = (filename ?? '')
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim();
  if (clean !== '') return clean.slice(-filenameCharsMax).toWellFormed();
  return `attachment-${index + 1}.${extension(mimeType) || 'bin'}`;
}

/** Without parameters; what is none becomes a file of unknown kind. */
export function mediaTypeOf({ mimeType }: Attachment): string {
  return mediaType.test(mimeType) ? mimeType : 'application/octet-stream';
}

/** With the charset of a text, since its octets stay as they came. */
export function contentTypeOf(attachment: MailFile): string {
  const { method, charset = '' } = attachment;
  const mimeType = mediaTypeOf(attachment);
  // The parser hands invitations over as UTF-8; without its method a client shows a file instead of an invitation.
  if (mimeType !== 'text/calendar') {
    return charsetLabel.test(charset) ? `${mimeType}; charset=${charset}` : mimeType;
  }
  return /^[A-Z]{1,20}$/.test(method ?? '')
    ? `${mimeType}; charset=utf-8; method=${method}`
    : `${mimeType}; charset=utf-8`;
}

/** Without its angle brackets, of which some programs write two pairs; null when it is none. */
export function contentIdOf({ contentId = '' }: Attachment): string | null {
  const id = contentId
    .trim()
    .replace(/^<+|>+$/g, '')
    .trim();
  return /^[^\s<>\p{Cc}]{1,255}$/u.test(id) ? id.toWellFormed() : null;
}

/** Some clients give every attachment a Content-ID; only those the HTML shows may leave the list of files. */
function shownIdOf(attachment: Attachment, html: string): string | null {
  const { related, disposition } = attachment;
  const id = contentIdOf(attachment);
  if (id === null) return null;
  const isInside =
    html.includes(`cid:${id}`) ||
    // RFC 2392: in a URL.
    html.includes(`cid:${encodeURIComponent(id)}`) ||
    (html !== '' && related === true && disposition !== 'attachment');
  return isInside ? id : null;
}
