import { decodeText, withoutByteOrderMark } from '../charsets/decode-text';
import { unfoldFlowed } from './flowed-text';

/** What is used of a part (`MimeNode`). */
export interface LeafPart {
  readonly parentNode?: LeafPart | undefined;
  readonly childNodes: readonly LeafPart[];
  readonly contentType: { readonly parsed: StructuredField };
  readonly contentDisposition: { readonly parsed: StructuredField };
  readonly content: ArrayBuffer | null;
}

interface StructuredField {
  readonly value: string;
  readonly params: Readonly<Record<string, string>>;
}

/**
 * Whether a part is a text that is read in the mail, and not a file. A text with a file name is a file wherever there can
 * be another text. Where there is none, the name is the body's: SAP writes one into each HTML body.
 */
export function isShownText(part: LeafPart): boolean {
  const { contentType, contentDisposition, parentNode } = part;
  if (!['text/plain', 'text/html'].includes(contentType.parsed.value)) return false;
  // RFC 2183 §2.8: an unknown disposition means a file.
  if (!['', 'inline'].includes(contentDisposition.parsed.value)) return false;
  if (parentNode === undefined || isAlternative(part) || isRootOfRelated(part)) return true;
  if (contentDisposition.parsed.params['filename']) return false;
  return !contentType.parsed.params['name'] || isFirstOfMail(part);
}

function isAlternative({ parentNode }: LeafPart): boolean {
  return parentNode?.contentType.parsed.value === 'multipart/alternative';
}

/** RFC 2387 §3.2. */
function isRootOfRelated(part: LeafPart): boolean {
  const { parentNode } = part;
  return parentNode?.contentType.parsed.value === 'multipart/related' && parentNode.childNodes[0] === part;
}

/** No other part comes before it, or what does is an alternative to it. */
function isFirstOfMail(part: LeafPart): boolean {
  const { parentNode } = part;
  if (parentNode === undefined) return true;
  return (isAlternative(part) || parentNode.childNodes[0] === part) && isFirstOfMail(parentNode);
}

/** Text of a part, with LF between its lines. */
export function textOf({ content, contentType }: LeafPart): string {
  if (content === null) return '';
  const { charset, format = '', delsp = '' } = contentType.parsed.params;
  const text = withoutByteOrderMark(decodeText(new Uint8Array(content), charset));
  if (format.toLowerCase() !== 'flowed') return text;
  return unfoldFlowed(text, { deletesSpace: delsp.toLowerCase() === 'yes' });
}
