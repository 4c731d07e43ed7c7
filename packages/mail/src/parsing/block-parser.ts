import { isUtf8 } from 'node:buffer';
import PostalMime, { type Attachment } from 'postal-mime';
import { decodeText, withoutByteOrderMark } from '../charsets/decode-text';
import { MimeCounter, type CountedPart } from './mime-limits';
import { isShownText, type LeafPart } from './shown-text';

const lf = 0x0a;
const dash = 0x2d;
const escape = 0x1b;

/** Bounds the copies that are made of a large attachment on its way. */
const blockBytesMax = 65_536;

/** What is used of the parser. */
interface Reader {
  readonly av: Uint8Array<ArrayBuffer>;
  readPos: number;
  readonly boundaries: readonly Boundary[];
  readonly currentNode: ReadPart & { readonly state: string; readonly contentDecoder: object | null };
  readLine(this: Reader): Line;
}

interface ReadPart extends CountedPart {
  readonly headerLines: readonly string[];
}

/** What is used of it when everything has been read. */
interface Collector {
  readonly attachments: MailFile[];
  readonly attachmentEncoding: string;
  collectNode(this: Collector, ...collected: Collected): Promise<void>;
  collectAttachment(this: Collector, part: CollectedPart, content: ArrayBuffer, ...flags: boolean[]): void;
}

type Collected = [part: CollectedPart, alternative: object | false, isRelated: boolean];

interface CollectedPart extends LeafPart {
  readonly contentType: LeafPart['contentType'] & { multipart: string | false };
}

/** As the library has it, with the charset that a text was labelled with. */
export type MailFile = Attachment & { charset?: string };

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
 * are counted on the way (`mimeLimits`), and octets of a header that are no UTF-8 are kept, since the library loses them.
 * Which texts are files is decided here as well.
 *
 * A subclass: with the same as a closure on each parser, V8 kept every message until its next full collection, and
 * spent a fifth of the relay's time on that.
 */
export class BlockParser extends PostalMime {
  /** What the library makes of a stray CR is its own affair, to the end of the message. */
  private hasStrayCr = false;
  private hasDashesInHeader = false;
  private readonly counter = new MimeCounter();
  private odd: WeakMap<object, Map<number, Uint8Array>> | null = null;
  /** There is a multipart whose parts nothing separates, since its boundary is missing or never comes. */
  hasInseparableParts = false;

  readLine(): Line {
    const reader = this as unknown as Reader;
    if (reader.currentNode.state === 'header') return this.readHeaderLine(reader);
    const block = this.hasStrayCr ? null : readBlock(reader);
    if (block === 'stray CR') this.hasStrayCr = true;
    return block === null || block === 'stray CR' ? library.readLine.call(reader) : block;
  }

  private readHeaderLine(reader: Reader): Line {
    const { currentNode, readPos } = reader;
    const line = library.readLine.call(reader);
    if (!this.hasDashesInHeader && startsWithDashes(line.bytes)) {
      // Once: each such line is compared with the whole header.
      this.hasDashesInHeader = true;
      if (isOwnBoundary(currentNode, line.bytes)) {
        // The empty line before it is missing: it is read again, as the first line of the body.
        reader.readPos = readPos;
        return { bytes: noBytes, done: false };
      }
    }
    this.counter.countHeaderLine(currentNode, line.bytes);
    if (!isUtf8(line.bytes) || line.bytes.includes(escape)) this.keepOdd(currentNode, line.bytes);
    return line;
  }

  private keepOdd(part: ReadPart, line: Uint8Array): void {
    this.odd ??= new WeakMap();
    const lines = this.odd.get(part) ?? new Map<number, Uint8Array>();
    this.odd.set(part, lines.set(part.headerLines.length, line));
  }

  /** Octets of the header lines of a part that are in another charset, by their index. */
  oddLines(part: object): ReadonlyMap<number, Uint8Array> {
    return this.odd?.get(part) ?? none;
  }

  isInlineTextNode(part: LeafPart): boolean {
    return isShownText(part);
  }

  /** What cannot be separated is read as one text, so that nothing of it gets lost. */
  collectNode(...collected: Collected): Promise<void> {
    const [part] = collected;
    const { contentType } = part;
    if (contentType.multipart !== false && part.childNodes.length === 0 && !isBlank(part.content)) {
      this.hasInseparableParts = true;
      Object.assign(contentType, { multipart: false, parsed: { value: 'text/plain', params: {} } });
    }
    return library.collectNode.call(this as unknown as Collector, ...collected);
  }

  collectAttachment(part: CollectedPart, content: ArrayBuffer, ...flags: boolean[]): void {
    const collector = this as unknown as Collector;
    library.collectAttachment.call(collector, part, content, ...flags);
    const file = collector.attachments.at(-1);
    const { charset } = part.contentType.parsed.params;
    if (file === undefined) return;
    if (charset !== undefined && file.mimeType.startsWith('text/')) file.charset = charset;
    // The library takes all for UTF-8.
    if (collector.attachmentEncoding === 'utf8' && typeof file.content !== 'string') {
      file.content = withoutByteOrderMark(decodeText(new Uint8Array(file.content), charset));
    }
  }
}

const library = PostalMime.prototype as unknown as Reader & Collector;
const noBytes = new Uint8Array(0);

function startsWithDashes(line: Uint8Array): boolean {
  return line[0] === dash && line[1] === dash;
}

/** Of the multipart whose header is being read. */
function isOwnBoundary({ headerLines }: ReadPart, line: Uint8Array): boolean {
  const boundary = Buffer.from(line.subarray(2)).toString('latin1').trimEnd();
  return headerLines.some((field) => /boundary\s*=\s*"?([^";]*)/i.exec(field)?.[1]?.trimEnd() === boundary);
}

const none: ReadonlyMap<number, Uint8Array> = new Map();

function isBlank(content: ArrayBuffer | null): boolean {
  return content === null || !/\S/.test(Buffer.from(content).toString('latin1'));
}

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
