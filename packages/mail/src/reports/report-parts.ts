import { parseMime } from '../parsing/parse-mime';
import type { FieldBlock } from './field-blocks';
import { parseHeaderBlock } from './field-blocks';

/** What a mail from another server is made of, as far as reports are concerned. */
export interface ReportParts {
  headers: ReadonlyMap<string, string>;
  text: string;
  /** Content of the first part of one of these types, decoded; null when there is none. */
  part(...types: string[]): string | null;
}

const nestingMax = 20; // a report is three parts deep; more is an attempt to keep us busy
const headerOctetsMax = 256 * 1_024;
const bodyOctetsMax = 65_536;

/** Null when the message cannot be read as MIME, or is beyond `mimeLimits`. */
export async function readReportParts(raw: Uint8Array): Promise<ReportParts | null> {
  const mail = await parseMime(raw, {
    attachmentEncoding: 'utf8',
    forceRfc822Attachments: true,
    maxNestingDepth: nestingMax,
    maxHeadersSize: headerOctetsMax,
  }).catch(() => null);
  if (mail === null) return null;
  const contents = mail.attachments.map(
    ({ mimeType, content }) => [mimeType, typeof content === 'string' ? content : ''] as const,
  );
  // The first field of a name counts; the subject is read, so that its words can be.
  const headers = new Map(mail.headers.toReversed().map(({ key, value }) => [key, value]));
  if (mail.subject !== undefined) headers.set('subject', mail.subject);
  return {
    headers,
    text: textOf(mail) ?? bodyOf(raw),
    part: (...types) => contents.find(([type]) => types.includes(type))?.[1] ?? null,
  };
}

function textOf({
  text = '',
  html = '',
}: {
  readonly text?: string | undefined;
  readonly html?: string | undefined;
}): string | null {
  return [text, html].find((each) => each.trim() !== '') ?? null;
}

/** As it came: some gateways drop the boundaries of a report, or announce others than they write. */
function bodyOf(raw: Uint8Array): string {
  const body = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength).subarray(0, headerOctetsMax);
  const end = /\r?\n\r?\n/.exec(body.toString('latin1'));
  return end ? body.subarray(end.index, end.index + bodyOctetsMax).toString() : '';
}

/** Header of the returned original, from whichever form the reporter chose; null when it is not included. */
export function originalHeader(parts: ReportParts): FieldBlock | null {
  const original = parts.part(
    'message/rfc822',
    'text/rfc822-headers',
    'message/global',
    'message/global-headers',
    'text/rfc822',
  );
  return original === null ? null : parseHeaderBlock(original);
}

/** The address in an address-typed field such as `rfc822; <ada@example.com>` (RFC 3464 §2.3.1). */
export function reportedAddress(value: string | null): string | null {
  if (value === null) return null;
  const [, type = '', typed = ''] = /^([A-Za-z0-9-]{1,40}\s{0,9};)?(.*)$/s.exec(value.slice(0, 2_000)) ?? [];
  const address = (/^utf-8/i.test(type) ? utf8Address(typed) : typed).trim().replace(/^<|>$/g, '');
  return address.includes('@') && address.length <= 320 ? address : null;
}

/** RFC 6533 section 3: `utf-8` addresses may have their characters as `\x{HEX}`, where the report is of seven bits. */
function utf8Address(typed: string): string {
  return typed.replace(/\\x\{([0-9A-F]{1,6})\}/gi, (escaped, hex: string) => {
    const codePoint = Number.parseInt(hex, 16);
    return codePoint <= 0x10ffff ? String.fromCodePoint(codePoint) : escaped;
  });
}
