import { SMTPStream } from 'smtp-server/lib/smtp-stream.js';

type Done = Parameters<SMTPStream['_feedDataStream']>[1];

const feedByOctets = Object.getOwnPropertyDescriptor(SMTPStream.prototype, '_feedDataStream')
  ?.value as SMTPStream['_feedDataStream'];

const dot = 0x2e;
/** What a dot in the next chunk may belong to. */
const keptBytes = 4;
/** Below that a search saves nothing. */
const worthwhileBytes = 512;

/**
 * The library's way of reading DATA, which looks at every octet: 13 µs for a mail of 10 KB. Only a line that begins with a dot
 * means anything to it, so what stands in front of the first such line, by a search of one µs, is handed on as it is, and the
 * library gets the rest: all decisions about dots, and about the end of the message, stay its own.
 */
export function feedDataStream(this: SMTPStream, chunk: Buffer, done: Done): void {
  const stream = this._dataStream;
  const bytes = this._lastBytes === false ? chunk : Buffer.concat([this._lastBytes, chunk]);
  this._lastBytes = false;
  const dotted = bytes.indexOf('\n.', 0, 'latin1');
  // With the CR in front of the LF, as the library looks for it.
  const end = dotted < 0 ? bytes.length - keptBytes : dotted - 1;
  const isEscaped = dotted >= 0 && bytes[dotted + 2] === dot;
  if (stream === null || end < worthwhileBytes || isEscaped || (this._atDataStart && bytes[0] === dot)) {
    feedByOctets.call(this, bytes, done);
    return;
  }
  this._countDataBytes(end);
  const goOn = (): void => feedByOctets.call(this, bytes.subarray(end), done);
  // As the library has it: a client is held back in the middle of a message, never at its end.
  if (!stream.writable || stream.write(bytes.subarray(0, end)) || dotted >= 0 || stream.destroyed) {
    goOn();
    return;
  }
  const onDrain = (): void => {
    stream.off('drain', onDrain).off('close', onDrain);
    goOn();
  };
  stream.once('drain', onDrain).once('close', onDrain);
}
