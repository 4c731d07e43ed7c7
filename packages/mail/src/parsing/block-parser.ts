import PostalMime from 'postal-mime';
import { MimeCounter, type CountedPart } from './mime-limits';

const lf = 0x0a;
const dash = 0x2d;

/** Bounds the copies that are made of a large attachment on its way. */
const blockBytesMax = 65_536;

/** What is used of the parser. */
interface Reader {
  readonly av: Uint8Array<ArrayBuffer>;
  readPos: number;
  readonly boundaries: readonly Boundary[];
  readonly currentNode: CountedPart & { readonly state: string; readonly contentDecoder: object | null };
  readLine(this: Reader): Line;
}

interface Boundary {
  readonly value: Uint8Array;
}

interface Line {
  readonly bytes: Uint8Array;
  /** Nothing follows it. */
  readonly done: boolean;
}

/**
 * Takes many lines of a body as if they were one, with LF between them as the decoders have it, so that it does not go
 * through the event loop's queue for each. Only where that makes no difference: never of a header, never with a line
 * that could be a boundary, never of quoted-printable, where the end of a line means something. Header lines and parts
 * are counted on the way (`mimeLimits`).
 *
 * A subclass: with the same as a closure on each parser, V8 kept every message until its next full collection, and
 * spent a fifth of the relay's time on that.
 */
export class BlockParser extends PostalMime {
  /** What the library makes of a stray CR is its own affair, to the end of the message. */
  private hasStrayCr = false;
  private readonly counter = new MimeCounter();

  readLine(): Line {
    const reader = this as unknown as Reader;
    if (reader.currentNode.state === 'header') return this.readHeaderLine(reader);
    const block = this.hasStrayCr ? null : readBlock(reader);
    if (block === 'stray CR') this.hasStrayCr = true;
    return block === null || block === 'stray CR' ? library.readLine.call(reader) : block;
  }

  private readHeaderLine(reader: Reader): Line {
    const line = library.readLine.call(reader);
    this.counter.countHeaderLine(reader.currentNode, line.bytes);
    return line;
  }
}

const library = PostalMime.prototype as unknown as Reader;

function readBlock(reader: Reader): Line | 'stray CR' | null {
  const { av, readPos, boundaries, currentNode } = reader;
  const { contentDecoder } = currentNode;
  // Quoted-printable is the one decoder with a buffer of decoded bytes; a closed part has none.
  if (contentDecoder === null || 'flushBuffer' in contentDecoder) return null;
  const message = Buffer.from(av.buffer, av.byteOffset, av.length);
  const end = endOfBlock(message, readPos, boundaries);
  const lines = message.toString('latin1', readPos, end);
  if (lines === '') return null;
  if (lines.includes('\r\r') || lines.endsWith('\r')) return 'stray CR';
  reader.readPos = end;
  const joined = lines.replace(/\r\n/g, '\n');
  // The last LF is the decoder's to add.
  const content = joined.endsWith('\n') ? joined.slice(0, -1) : joined;
  // In its own place: the parser reads from a copy of the message.
  const bytes = message.subarray(readPos, readPos + message.write(content, readPos, 'latin1'));
  return { bytes, done: end === message.length };
}

/** Just after a line break: the last one before a line that could be a boundary, or that fits into a block. */
function endOfBlock(message: Buffer, start: number, boundaries: readonly Boundary[]): number {
  if (isLikeBoundary(message, start, boundaries)) return start;
  // No further than a block reaches: a search to the end for each block would take seconds for a large attachment.
  const within = message.subarray(start, start + blockBytesMax);
  if (boundaries.length > 0) {
    let dashes = within.indexOf('\n--', 0, 'latin1');
    while (dashes >= 0) {
      if (isLikeBoundary(message, start + dashes + 1, boundaries)) return start + dashes + 1;
      dashes = within.indexOf('\n--', dashes + 1, 'latin1');
    }
  }
  if (start + within.length === message.length) return message.length;
  // At most: a line break at the very end may stand before dashes that are not seen.
  return start + within.subarray(0, -2).lastIndexOf(lf) + 1;
}

/** Dashes alone are no boundary: millions of short lines with them would each go through the queue. */
function isLikeBoundary(message: Buffer, start: number, boundaries: readonly Boundary[]): boolean {
  if (message[start] !== dash || message[start + 1] !== dash) return false;
  const text = start + 2;
  // Most lines differ in the first octet, for which a view of the others would be made in vain.
  return boundaries.some(
    ({ value }) => message[text] === value[0] && message.subarray(text, text + value.length).equals(value),
  );
}
