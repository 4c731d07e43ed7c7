import { hash } from 'node:crypto';
import RelaxedBody from 'nodemailer/lib/dkim/relaxed-body';

const CRLF = '\r\n';
const LINE_FEED = 0x0a;
const BLANK_TO_CHANGE = /\t| [ \r]| $/;
const BARE_BREAK = /(?<!\r)\n|\r(?!\n)/;
const SLICE_OCTETS = 64 * 1_024; // nodemailer's canonicaliser allocates twice its input

/**
 * SHA-256 (base64) of a body's relaxed form (RFC 6376 §3.4.4).
 *
 * Octet by octet that takes 130 µs for 10 KB; what we compose needs little or no change, which two searches tell in 25.
 * Bodies with a CR or LF alone, which we never compose, are left to nodemailer.
 */
export function relaxedBodyHash(body: Buffer): string {
  const text = body.toString('latin1');
  if (BARE_BREAK.test(text)) return hashByOctets(body);
  const lines = BLANK_TO_CHANGE.test(text) ? relaxedLines(text) : text;
  const end = endOfLastLine(lines);
  const content = lines === text ? body.subarray(0, end) : Buffer.from(lines.slice(0, end), 'latin1');
  if (end === 0 || lines.endsWith(CRLF, end)) return hash('sha256', content, 'base64');
  return hash('sha256', Buffer.concat([content, Buffer.from(CRLF)]), 'base64');
}

/** Runs of blanks become one, at the end of a line none. */
function relaxedLines(text: string): string {
  return text
    .replace(/\t[ \t]*| [ \t]+/g, ' ')
    .replaceAll(` ${CRLF}`, CRLF)
    .replace(/ $/, '');
}

/** Where the last line that is not empty ends, its line break included where it has one. */
function endOfLastLine(lines: string): number {
  let end = lines.length;
  while (lines.endsWith(CRLF, end)) end -= CRLF.length;
  return end === 0 || end === lines.length ? end : end + CRLF.length;
}

function hashByOctets(body: Buffer): string {
  const relaxedBody = new RelaxedBody();
  for (let at = 0; at < body.length; at += SLICE_OCTETS)
    relaxedBody.updateHash(body.subarray(at, at + SLICE_OCTETS));
  if (body.at(-1) !== LINE_FEED) relaxedBody.updateHash(Buffer.from(CRLF));
  relaxedBody.updateHash(Buffer.alloc(0), true);
  return relaxedBody.bodyHash.digest('base64');
}
