import type { MailComposerAttachment } from 'nodemailer/lib/mail-composer';

/** An attachment of a request: `content` is base64. `contentId` (without angle brackets) puts it inside the HTML. */
export interface OutgoingAttachment {
  filename: string;
  content: string;
  contentType?: string | undefined;
  contentId?: string | null | undefined;
}

const defaultType = 'application/octet-stream';
const mediaType = /^[a-z0-9!#$&^_.+-]{1,127}\/[a-z0-9!#$&^_.+-]{1,127}(?:\s*;[^\r\n]{0,500})?$/i;
const lineOctetsMax = 998; // RFC 5322 §2.1.1

/** Content only, never `path`, `href` or `raw`: those would let a request read files and URLs of ours. */
export function toComposerAttachment(attachment: OutgoingAttachment): MailComposerAttachment {
  const content = Buffer.from(attachment.content, 'base64');
  const contentId = attachment.contentId?.replace(/[<>\s]/g, '');
  return {
    filename: attachment.filename,
    content,
    contentType: safeMediaType(attachment.contentType ?? defaultType, content),
    ...(contentId ? { cid: contentId } : {}),
  };
}

function safeMediaType(type: string, content: Buffer): string {
  if (!mediaType.test(type) || /^multipart\//i.test(type)) return defaultType;
  // RFC 2046 §5.2.1: message/* may not be base64, so what 7bit cannot carry travels as plain bytes.
  if (/^message\//i.test(type) && !isSevenBitMail(content)) return defaultType;
  return type;
}

function isSevenBitMail(content: Buffer): boolean {
  let lineStart = 0;
  for (let i = 0; i < content.length; i++) {
    const octet = content[i] ?? 0;
    if (octet === 0 || octet > 0x7f) return false;
    if (octet === 0x0d && content[i + 1] !== 0x0a) return false;
    if (octet !== 0x0a) continue;
    if (content[i - 1] !== 0x0d || i - 1 - lineStart > lineOctetsMax) return false;
    lineStart = i + 1;
  }
  return content.length - lineStart <= lineOctetsMax;
}
