import { hash } from 'node:crypto';

const crlf = '\r\n';
const blankToChange = /\t| [ \r]| $/;
const bareBreak = /(?<!\r)\n|\r(?!\n)/g;

/**
 * SHA-256 (base64) of a body's relaxed form (RFC 6376 §3.4.4), as it will be on the wire: there a CR or LF alone, which
 * we never compose, is a CRLF.
 *
 * Octet by octet that takes 130 µs for 10 KB; what we compose needs little or no change, which two searches tell in 25.
 */
export function relaxedBodyHash(body: Buffer): string {
  const text = body.toString('latin1');
  const onWire = text.replace(bareBreak, crlf);
  const lines = blankToChange.test(onWire) ? relaxedLines(onWire) : onWire;
  const end = endOfLastLine(lines);
  const content = lines === text ? body.subarray(0, end) : Buffer.from(lines.slice(0, end), 'latin1');
  if (end === 0 || lines.endsWith(crlf, end)) return hash('sha256', content, 'base64');
  return hash('sha256', Buffer.concat([content, Buffer.from(crlf)]), 'base64');
}

/** Runs of blanks become one, at the end of a line none. */
function relaxedLines(text: string): string {
  return text
    .replace(/\t[ \t]*| [ \t]+/g, ' ')
    .replaceAll(` ${crlf}`, crlf)
    .replace(/ $/, '');
}

/** Where the last line that is not empty ends, its line break included where it has one. */
function endOfLastLine(lines: string): number {
  let end = lines.length;
  while (lines.endsWith(crlf, end)) end -= crlf.length;
  return end === 0 || end === lines.length ? end : end + crlf.length;
}
