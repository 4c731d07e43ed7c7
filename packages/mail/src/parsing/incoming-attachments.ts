import { extension } from 'mime-types';
import type { Attachment } from 'postal-mime';

/** An attachment as the API takes it. */
export interface RelayedAttachment {
  filename: string;
  /** base64 */
  content: string;
  content_type: string;
  content_id?: string;
}

const filenameCharsMax = 255;
const mediaType = /^[\w!#$&^.+-]{1,127}\/[\w!#$&^.+-]{1,127}$/;

/** `html` decides which images belong inside it. */
export function relayedAttachments(
  attachments: readonly Attachment[],
  html: string | undefined,
): RelayedAttachment[] {
  return attachments.map((attachment, i) => {
    const contentId = contentIdOf(attachment, html ?? '');
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

function contentTypeOf(attachment: Attachment): string {
  const { method } = attachment;
  const mimeType = mediaTypeOf(attachment);
  // The parser hands invitations over as UTF-8; without its method a client shows a file instead of an invitation.
  if (mimeType !== 'text/calendar') return mimeType;
  return /^[A-Z]{1,20}$/.test(method ?? '')
    ? `${mimeType}; charset=utf-8; method=${method}`
    : `${mimeType}; charset=utf-8`;
}

/** Some clients give every attachment a Content-ID; only those the HTML shows may leave the list of files. */
function contentIdOf({ contentId, related, disposition }: Attachment, html: string): string | null {
  const id = contentId?.replace(/^<|>$/g, '') ?? '';
  if (!/^[^\s<>]{1,255}$/.test(id)) return null;
  const isInside =
    html.includes(`cid:${id}`) || (html !== '' && related === true && disposition !== 'attachment');
  return isInside ? id : null;
}
