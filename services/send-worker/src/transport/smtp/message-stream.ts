import type { Transform } from 'node:stream';

const finalDot = Buffer.from('.\r\n');
/** Larger messages are looked at in pieces and sent without a copy. */
const copiedBytesMax = 262_144;
const bareBreak = /(?<!\r)\n|\r(?!\n)/;

/**
 * Writes a whole message, final dot included, to the stream with which the SMTP client escapes what it sends.
 *
 * A message whose lines all end with CRLF, none of them beginning with a dot, leaves as it is, in one piece: the client's
 * own way looks at each octet, and sends the final dot by a second system call. Every other message goes that way.
 */
export function endWithMessage(stream: Transform, message: Buffer): void {
  if (leavesAsItIs(message)) {
    stream._transform = (octets, _encoding, done) => done(null, octets);
    stream._flush = (done) => done();
    if (message.length <= copiedBytesMax) return void stream.end(Buffer.concat([message, finalDot]));
    stream.write(message);
    stream.end(finalDot);
  } else stream.end(message);
}

function leavesAsItIs(message: Buffer): boolean {
  if (message.length > copiedBytesMax) return piecesLeaveAsTheyAre(message);
  const text = message.toString('latin1');
  return text.endsWith('\r\n') && !text.startsWith('.') && !hasChange(text);
}

/** A piece ends after a line break, so that none is taken apart; a line without an end in sight is left to the client. */
function piecesLeaveAsTheyAre(message: Buffer): boolean {
  let start = 0;
  while (start < message.length) {
    const end = message.subarray(start, start + copiedBytesMax).lastIndexOf('\r\n', undefined, 'latin1') + 2;
    if (end < 2) return false;
    const piece = message.toString('latin1', start, start + end);
    if (piece.startsWith('.') || hasChange(piece)) return false;
    start += end;
  }
  return true;
}

function hasChange(text: string): boolean {
  return text.includes('\n.') || bareBreak.test(text);
}
