import type { Attachment } from 'postal-mime';
import { decodeText } from '../charsets/decode-text';
import { parseMime, type ParsedMail } from '../parsing/parse-mime';
import type { ScreenedMail } from './screen-message';

/** Messages in messages; recipients do not read deeper ones, so hiding text there has no use. */
const messagesDeepMax = 4;
const sealedType = /^application\/(?:x-)?(?:pkcs7-mime|pgp-encrypted)$/;

type Seen = Required<Pick<ScreenedMail, 'html' | 'text' | 'isSealed'>>;

/**
 * What some mail program shows of an entity: every text in it, also of forwarded messages, of alternatives that others
 * leave out, and of parts that call themselves files. More than is shown of it to its sender.
 * @throws when it cannot be read
 */
export async function readScreenedEntity(octets: Buffer, depth = 0): Promise<Seen> {
  const mail = await parseMime(octets, { attachmentEncoding: 'arraybuffer', forceRfc822Attachments: true });
  const html = [mail.html ?? ''];
  const text = [mail.text ?? ''];
  let isSealed = mail.attachments.some(({ mimeType }) => sealedType.test(mimeType));
  for (const { mimeType, content, charset } of mail.attachments) {
    if (/^message\/(?:rfc822|global|news)$/.test(mimeType)) {
      if (depth === messagesDeepMax) throw new Error('messages nest too deep');
      const inner = await readScreenedEntity(bytesOf(content), depth + 1);
      html.push(inner.html ?? '');
      text.push(inner.text ?? '');
      isSealed ||= inner.isSealed;
    } else if (isReadable(mimeType)) {
      (isMarkup(mimeType) ? html : text).push(decodeText(bytesOf(content), charset));
    }
  }
  return { html: html.join('\n'), text: [...subjects(mail, depth), ...text].join('\n'), isSealed };
}

/** Of a forwarded message; that of the message itself is a field of its own. */
function subjects({ subject }: ParsedMail, depth: number): string[] {
  return depth > 0 && subject !== undefined ? [subject] : [];
}

function isReadable(mimeType: string): boolean {
  return mimeType.startsWith('text/') || mimeType.startsWith('message/') || isMarkup(mimeType);
}

function isMarkup(mimeType: string): boolean {
  return /html|xml/.test(mimeType);
}

function bytesOf(content: Attachment['content']): Buffer {
  if (typeof content === 'string') return Buffer.from(content);
  return content instanceof Uint8Array
    ? Buffer.from(content.buffer, content.byteOffset, content.byteLength)
    : Buffer.from(content);
}
