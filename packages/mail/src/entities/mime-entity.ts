import { hasBareNewlineOrNul } from '../parsing/line-endings';

const crlf = '\r\n';
const lineOctetsMax = 998; // RFC 5322 §2.1.1
const fieldPattern = /^([!-9;-~]+):/;
const printable = /^[\t\x20-\x7e]*$/;

/**
 * A MIME entity (RFC 2045 §2.4): the Content-* fields of a message, and the body that they describe. It is carried as it
 * is, for what a text, an HTML and files cannot express: reports, signed and encrypted mail, invitations.
 */
export interface MimeEntity {
  /** Header fields as they were written, folds included, each with its line break. */
  readonly fields: string;
  readonly body: Buffer;
}

export type EntityReading =
  { readonly ok: true; readonly entity: MimeEntity } | { readonly ok: false; readonly fault: string };

/** Reads an entity that can travel by SMTP as it is (8bit at most), since nothing in it may be changed on the way. */
export function readEntity(octets: Buffer): EntityReading {
  const end = octets.indexOf(crlf + crlf);
  if (end < 0) return refuse('has no empty line (CR LF CR LF) between its header fields and its body');
  const body = octets.subarray(end + 2 * crlf.length);
  const bodyFault = lineFault(body);
  if (bodyFault !== null) return refuse(bodyFault);
  const fields = unfolded(octets.toString('latin1', 0, end));
  let kept = '';
  const seen = new Set<string>();
  for (const field of fields) {
    const [, name] = fieldPattern.exec(field) ?? [];
    const fault = name === undefined ? 'has a header line that is not a field' : fieldFault(name, field);
    if (fault !== null) return refuse(fault);
    const key = name?.toLowerCase() ?? '';
    if (seen.has(key)) return refuse(`has the header field ${name} more than once`);
    seen.add(key);
    if (key !== 'mime-version') kept += field + crlf;
  }
  if (!seen.has('content-type')) return refuse('has no Content-Type header field');
  return { ok: true, entity: { fields: kept, body } };
}

/** The entity of a message: its Content-* fields, whatever other fields stand between them, and its body. */
export function entityOfMessage(raw: Buffer): Buffer {
  const end = raw.indexOf(crlf + crlf);
  if (end < 0) return Buffer.alloc(0);
  const fields = unfolded(raw.toString('latin1', 0, end)).filter((field) => /^content-/i.test(field));
  return Buffer.concat([
    Buffer.from(fields.map((field) => field + crlf).join(''), 'latin1'),
    raw.subarray(end + 2),
  ]);
}

/** The fields of a header, each with its folded lines. */
function unfolded(header: string): string[] {
  return header === '' ? [] : header.split(/\r\n(?![ \t])/);
}

/** Others are the message's, and set by the fields of a request. */
function fieldFault(name: string, field: string): string | null {
  if (!/^(?:content-|mime-version$)/i.test(name)) {
    return `has the header field ${name.slice(0, 76)}; only Content-* fields are allowed`;
  }
  const lines = field.split(crlf);
  if (!lines.every((line) => printable.test(line))) return `has non-ASCII characters in ${name.slice(0, 76)}`;
  if (lines.some((line) => line.length > lineOctetsMax)) return tooLong;
  // RFC 5322 §3.2.2: some programs end the header at a folded line of blanks.
  return lines.some((line) => line.trim() === '')
    ? `has a blank continuation line in ${name.slice(0, 76)}`
    : null;
}

const tooLong = `has a line of more than ${lineOctetsMax} octets`;

/** What SMTP cannot carry, and could not be encoded without changing what may be signed. */
function lineFault(body: Buffer): string | null {
  if (hasBareNewlineOrNul(body)) return 'has a NUL, a bare CR or a bare LF; lines must end with CR LF';
  // From each line's start to the last line break within reach: millions of short lines are no work.
  for (let start = 0; body.length - start > lineOctetsMax;) {
    const end = body.lastIndexOf(crlf, start + lineOctetsMax, 'latin1');
    if (end < start) return tooLong;
    start = end + crlf.length;
  }
  return null;
}

function refuse(fault: string): EntityReading {
  return { ok: false, fault };
}
