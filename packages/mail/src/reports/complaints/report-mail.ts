import type { MailHeader } from '../../replies/automatic-mail';
import { parseMime } from '../../parsing/parse-mime';

/** A mail with what may be a report in it. */
export interface ReportMail {
  readonly headers: readonly MailHeader[];
  /** Everything that is neither text nor HTML to be shown, decoded, in its order. */
  readonly parts: readonly ReportPart[];
  /** What is to be read. */
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
  return {
    headers: mail.headers,
    parts,
    text: (mail.text ?? mail.html ?? '').slice(0, textCharsMax),
    hasPart: (type) => parts.some((part) => type.test(part.type)),
  };
}
