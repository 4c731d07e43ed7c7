import { isShownText, type LeafPart } from './shown-text';

const lf = 0x0a;
const cr = 0x0d;
const equalsSign = 0x3d;

/** What is used of a decoder; of base64, nothing, since its line breaks mean nothing. */
export interface LinewiseDecoder {
  readonly chunks: (Uint8Array | ArrayBuffer | string)[];
  update(line: Uint8Array): void;
  finalize(): Promise<ArrayBuffer>;
  /** Of quoted-printable. */
  flushBuffer?(): void;
  writeByte?(byte: number): void;
  bufferPos?: number;
  /** Of base64. */
  flushRemainder?(): void;
}

/**
 * Gives a file that travels as lines (7bit, 8bit, quoted-printable) the bytes it was sent with. The library ends every
 * line with LF, also the last one, whose line break belongs to the boundary after it (RFC 2046 §5.1.1): for a text
 * there is no visible difference, for a file its checksum changes.
 */
export function keepLineBreaks(part: LeafPart, decoder: LinewiseDecoder): void {
  if (isShownText(part) || decoder.flushRemainder) return;
  if (decoder.flushBuffer) breakQuotedPrintable(decoder);
  else decoder.update = (line) => void decoder.chunks.push(withCrlf(line), '\r\n');
  // The last part of a message has no boundary after it when there are no parts.
  if (!part.parentNode) return;
  const finalize = decoder.finalize.bind(decoder);
  decoder.finalize = async () => withoutLastBreak(await finalize());
}

/** Only a line break of the encoded text becomes CR LF; an LF that is written `=0A` stays one. */
function breakQuotedPrintable(decoder: LinewiseDecoder): void {
  const update = decoder.update.bind(decoder);
  decoder.update = (line) => {
    update(line);
    if (line.at(-1) === equalsSign || decoder.bufferPos === undefined) return;
    // The LF that the library has just written.
    decoder.bufferPos -= 1;
    decoder.writeByte?.(cr);
    decoder.writeByte?.(lf);
  };
}

/** A line can be a block of several, with LF between them (`BlockParser`). */
function withCrlf(line: Uint8Array): Uint8Array {
  if (!line.includes(lf)) return line;
  const text = Buffer.from(line.buffer, line.byteOffset, line.byteLength).toString('latin1');
  return Buffer.from(text.replaceAll('\n', '\r\n'), 'latin1');
}

function withoutLastBreak(content: ArrayBuffer): ArrayBuffer {
  const bytes = new Uint8Array(content);
  return bytes.at(-1) === lf && bytes.at(-2) === cr ? content.slice(0, -2) : content;
}
