import type { Transform } from 'node:stream';

const FINAL_DOT = Buffer.from('.\r\n');
const BARE_BREAK = /(?<!\r)\n|\r(?!\n)/;

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
    stream.end(Buffer.concat([message, FINAL_DOT]));
  } else stream.end(message);
}

function leavesAsItIs(message: Buffer): boolean {
  const text = message.toString('latin1');
  return text.endsWith('\r\n') && !text.startsWith('.') && !text.includes('\n.') && !BARE_BREAK.test(text);
}
