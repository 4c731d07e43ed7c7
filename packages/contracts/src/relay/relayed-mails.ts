/**
 * How a relay hands several mails to a gateway in one request: frames one behind the other, in which each mail has headers and
 * a body of its own, as if it had come alone; the answers come back as frames too, each as soon as it is known.
 */
export const relayedMailsPath = '/api/v1/relayed-mails';

export const relayedMailsLimits = {
  mailsMax: 50,
  /** Larger ones come alone, so that a gateway takes room for them while they arrive. */
  mailBytesMax: 65_536,
  bytesMax: 1_048_576,
} as const;

/** Of a mail: its headers. Of an answer: the mail's place among those of the request, and status and headers. */
export interface Frame<Head> {
  readonly head: Head;
  readonly body: string | Uint8Array;
}

export interface RelayedAnswerHead {
  readonly index: number;
  readonly status: number;
  readonly headers: Readonly<Record<string, string | number>>;
}

/** Lengths of head and body, 4 bytes each. */
const prefixBytes = 8;

export function writeFrames(frames: readonly Frame<object>[]): Buffer {
  const texts = frames.map(({ head }) => JSON.stringify(head));
  const headBytes = texts.map((text) => Buffer.byteLength(text));
  const bodyBytes = frames.map(({ body }) => Buffer.byteLength(body));
  const sum = [...headBytes, ...bodyBytes].reduce((bytes, each) => bytes + each, 0);
  const buffer = Buffer.allocUnsafe(sum + prefixBytes * frames.length);
  let at = 0;
  frames.forEach(({ body }, index) => {
    at = buffer.writeUInt32BE(headBytes[index] ?? 0, at);
    at = buffer.writeUInt32BE(bodyBytes[index] ?? 0, at);
    at += buffer.write(texts[index] ?? '', at);
    if (typeof body === 'string') at += buffer.write(body, at);
    else {
      buffer.set(body, at);
      at += body.length;
    }
  });
  return buffer;
}

/** Frames out of chunks, which may end anywhere. What a head says is for the caller to check. */
export class FrameReader {
  private rest: Buffer = Buffer.alloc(0);

  /**
   * @returns the frames that are complete now; their bodies are views of the chunk
   * @throws Error for a frame that smtp-relay does not write
   */
  push(chunk: Buffer): { readonly head: unknown; readonly body: Buffer }[] {
    const bytes = this.rest.length === 0 ? chunk : Buffer.concat([this.rest, chunk]);
    const frames: { head: unknown; body: Buffer }[] = [];
    let at = 0;
    while (bytes.length - at >= prefixBytes) {
      const headEnd = at + prefixBytes + bytes.readUInt32BE(at);
      const end = headEnd + bytes.readUInt32BE(at + 4);
      if (end - at > relayedMailsLimits.bytesMax) throw new Error('a frame is too long');
      if (end > bytes.length) break;
      const head: unknown = JSON.parse(bytes.toString('utf8', at + prefixBytes, headEnd));
      frames.push({ head, body: bytes.subarray(headEnd, end) });
      at = end;
    }
    this.rest = bytes.subarray(at);
    return frames;
  }

  /** Whether all that came was frames. */
  get isComplete(): boolean {
    return this.rest.length === 0;
  }
}
