const lineCharsMax = 76; // RFC 2045 §6.7
/** A line is broken after a blank if that costs no more than this part of it. */
const shortenedMax = 25;
// eslint-disable-next-line no-control-regex -- the rule is about octets
const controlCharacter = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]/g;
const crlf = '\r\n';

export function isAscii(text: string): boolean {
  return Buffer.byteLength(text) === text.length;
}

/**
 * Quoted-printable of ASCII text whose lines end with CRLF: as nodemailer's, at a quarter of its time.
 * Everything else is left to nodemailer.
 */
export function encodeAsciiQuotedPrintable(text: string): string {
  const lines = text.replaceAll('=', '=3D').replace(controlCharacter, escape).split(crlf);
  for (const [index, line] of lines.entries()) {
    const ended =
      line.endsWith(' ') || line.endsWith('\t') ? line.slice(0, -1) + escape(line.slice(-1)) : line;
    lines[index] = ended.length <= lineCharsMax ? ended : broken(ended);
  }
  return lines.join(crlf);
}

function escape(char: string): string {
  return `=${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}

/** One line as several, each but the last ending with `=`. */
function broken(line: string): string {
  const out: string[] = [];
  let start = 0;
  while (line.length - start > lineCharsMax) {
    const end = breakBefore(line, start + lineCharsMax - 1);
    out.push(line.slice(start, end));
    start = end;
  }
  out.push(line.slice(start));
  return out.join(`=${crlf}`);
}

/** Looks back no further than a break may lie: to the start of the line, it would take the square of the line's length. */
function breakBefore(line: string, end: number): number {
  for (let at = end; at > end - shortenedMax; at -= 1) if (line[at - 1] === ' ') return at;
  if (line[end - 1] === '=') return end - 1;
  return line[end - 2] === '=' ? end - 2 : end;
}
