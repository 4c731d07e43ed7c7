import { isAscii } from 'node:buffer';
import { quotedPrintableOctetsMax, writeQuotedPrintable } from './quoted-printable';

/** A text of a message, ready to be written. */
export interface BodyPart {
  readonly contentType: string;
  readonly encoding: TransferEncoding;
  /** Line breaks of any kind. */
  readonly octets: Buffer;
}

type TransferEncoding = '7bit' | 'quoted-printable' | 'base64';

const lineCharsMax = 76; // RFC 2045 §6.7, §6.8
const base64LineOctets = (lineCharsMax / 4) * 3;
const [lf, cr, blank] = [0x0a, 0x0d, 0x20] as const;

export function bodyPart(contentType: string, text: string): BodyPart {
  const octets = Buffer.from(text);
  return { contentType, encoding: isAscii(octets) ? encodingOfAscii(octets) : encodingOf(octets), octets };
}

/** More than `writeBody` writes. */
export function bodyOctetsMax({ octets }: BodyPart): number {
  return quotedPrintableOctetsMax(octets.length);
}

/** @returns where it ends */
export function writeBody(part: BodyPart, target: Buffer, start: number): number {
  const { encoding, octets } = part;
  if (encoding === 'quoted-printable') return writeQuotedPrintable(octets, target, start);
  if (encoding === '7bit') return writeLines(octets, target, start);
  const lines = Buffer.allocUnsafe(octets.length * 2);
  return writeBase64(lines.subarray(0, writeLines(octets, lines, 0)), target, start);
}

/** Plain where lines are short and nothing would be lost on the way, so that raw ASCII mail stays readable. */
function encodingOfAscii(octets: Buffer): TransferEncoding {
  let lineStart = 0;
  for (let index = 0; index < octets.length; index += 1) {
    const octet = octets[index] ?? 0;
    if (octet >= blank) {
      if (index - lineStart >= lineCharsMax) return 'quoted-printable';
    } else if (octet === lf || octet === cr) lineStart = index + 1;
    else if (isControl(octet) || index - lineStart >= lineCharsMax) return 'quoted-printable';
  }
  return '7bit';
}

/** As nodemailer chooses: quoted-printable where letters of ASCII are more than all that is not ASCII. */
function encodingOf(octets: Buffer): TransferEncoding {
  let latin = 0;
  let others = 0;
  for (let index = 0; index < octets.length; index += 1) {
    const octet = octets[index] ?? 0;
    if (octet < 0x80) {
      const lower = octet | 0x20;
      if (lower >= 0x61 && lower <= 0x7a) latin += 1;
      else if (isControl(octet)) others += 1;
    } else if (octet >= 0xf0) others += 2;
    else if (octet >= 0xc0) others += 1;
  }
  return others < latin ? 'quoted-printable' : 'base64';
}

function isControl(octet: number): boolean {
  return octet < 0x09 || octet === 0x0b || octet === 0x0c || (octet >= 0x0e && octet < blank);
}

/** Bare CR or LF never leave: receivers disagree about what they end (SMTP smuggling). */
function writeLines(source: Buffer, target: Buffer, start: number): number {
  let at = start;
  for (let index = 0; index < source.length; index += 1) {
    const octet = source[index] ?? 0;
    if (octet === lf || octet === cr) {
      if (octet === cr && source[index + 1] === lf) index += 1;
      target[at] = cr;
      target[at + 1] = lf;
      at += 2;
    } else {
      target[at] = octet;
      at += 1;
    }
  }
  return at;
}

function writeBase64(source: Buffer, target: Buffer, start: number): number {
  let at = start;
  for (let index = 0; index < source.length; index += base64LineOctets) {
    if (index > 0) at += target.write('\r\n', at, 'latin1');
    at += target.write(source.toString('base64', index, index + base64LineOctets), at, 'latin1');
  }
  return at;
}
