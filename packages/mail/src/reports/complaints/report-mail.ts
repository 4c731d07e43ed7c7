import type { MailHeader } from '../../replies/automatic-mail';
import { parseMime } from '../../parsing/parse-mime';

/** A mail with what may be a report in it. */
export interface ReportMail {
  readonly headers: readonly MailHeader[];
  /** Everything that is neither text nor HTML to be shown, decoded, in its order. */
  readonly parts: readonly ReportPart[];
  /** What is to be read; without any part, all that follows the header: MIME that says where no boundary is. */
  readonly text: string;
  hasPart(type: RegExp): boolean;
}

export interface ReportPart {
  /** Lower case. */
  readonly type: string;
  readonly name: string;
  readonly content: string;
}

/** Of text that is looked through line by line. */
const textCharsMax = 262_144;

/** Null: beyond the bounds of MIME (`mimeLimits`). */
export async function readReportMail(raw: Uint8Array): Promise<ReportMail | null> {
  const mail = await parseMime(raw, { attachmentEncoding: 'utf8', forceRfc822Attachments: true }).catch(
    () => null,
  );
  if (mail === null) return null;
  const parts = mail.attachments.map(({ mimeType, filename, content }) => ({
    type: mimeType.toLowerCase(),
    name: filename ?? '',
    content: typeof content === 'string' ? content : '',
  }));
  const shown = mail.text ?? mail.html ?? '';
  return {
    headers: mail.headers,
    parts,
    text: (parts.length > 0 || shown.trim() !== '' ? shown : withoutHeader(raw)).slice(0, textCharsMax),
    hasPart: (type) => parts.some((part) => type.test(part.type)),
  };
}

function withoutHeader(raw: Uint8Array): string {
  const text = Buffer.from(raw.buffer, raw.byteOffset, Math.min(raw.byteLength, 2 * textCharsMax)).toString();
  const end = /\r?\n\r?\n/.exec(text);
  return end === null ? '' : text.slice(end.index + end[0].length);
}
