import { newId } from '@postrider/contracts/ids';
import assert from 'node:assert';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { requestIdOf, type Answer, type AnswerHead, type RequestContext } from './request-context';

export function createNodeRequest(
  request: IncomingMessage,
  response: ServerResponse,
  params: Readonly<Record<string, string>> = {},
): RequestContext {
  return new NodeRequest(request, response, params);
}

/**
 * How much of an unneeded body we still read, and for how long: a client that sends everything before it reads would otherwise
 * get a broken pipe instead of its answer.
 */
const unread = { bytesMax: 64_000_000, forMs: 30_000 } as const;
/** With more than this unread the answer says `connection: close`, so that the client can stop sending. */
const keptAliveBytesMax = 65_536;
/** A client that reads nothing for this long is gone, or only wants to occupy memory. */
const streamStallMs = 60_000;

/** A class: an object of closures would allocate ten functions for each request. */
class NodeRequest implements RequestContext {
  readonly id = newId();
  readonly requestId: string;
  readonly method: string;
  readonly path: string;
  readonly queryString: string;
  readonly startedAt = new Date();
  readonly startedMs = performance.now();
  requestBytes = 0;
  unknownFields: string | null = null;

  constructor(
    private readonly request: IncomingMessage,
    private readonly response: ServerResponse,
    readonly params: Readonly<Record<string, string>>,
  ) {
    const { method, url, headers } = request;
    assert(method !== undefined && url !== undefined, 'a request to a server has both');
    const mark = url.indexOf('?');
    this.requestId = requestIdOf(headers, this.id);
    this.method = method;
    this.path = mark < 0 ? url : url.slice(0, mark);
    this.queryString = mark < 0 ? '' : url.slice(mark + 1);
  }

  get headers(): IncomingHttpHeaders {
    return this.request.headers;
  }

  get peerAddress(): string {
    return this.request.socket.remoteAddress ?? '';
  }

  get declaredBytes(): number {
    const { 'content-length': length, 'transfer-encoding': encoding } = this.request.headers;
    return length === undefined ? (encoding === undefined ? 0 : Infinity) : Number(length);
  }

  /**
   * On kept connections Node's parser lets us run between the last byte of a body and its end, so the bytes are what
   * counts: waiting for the end took a seventh of the process' time for an accepted email.
   */
  bodyAtHand(): Buffer | null {
    const { request } = this;
    if (!request.complete && request.readableLength !== this.declaredBytes) return null;
    const body = (request.read() as Buffer | null) ?? Buffer.alloc(0);
    // The end is still to be read: until then the connection keeps the request in memory.
    if (!request.complete) request.resume();
    this.requestBytes = body.length;
    return body;
  }

  /** A client that waits for `100 Continue` gets it. */
  openBody(): Readable {
    const { expect } = this.request.headers;
    if (expect !== undefined && /(?:^|\W)100-continue(?:$|\W)/i.test(expect)) this.response.writeContinue();
    return this.request;
  }

  get isAnswered(): boolean {
    return this.response.headersSent;
  }

  send({ body, unreadForMs = unread.forMs, ...head }: Answer): void {
    this.writeHead(head);
    if (this.hasWholeBody) this.response.end(body);
    else this.endAfterBody(body, unreadForMs);
  }

  async sendStream(head: AnswerHead, stream: AsyncIterable<string | Uint8Array>): Promise<number> {
    const { response } = this;
    this.writeHead(head);
    let bytes = 0;
    try {
      for await (const piece of stream) {
        if (response.destroyed) return bytes;
        bytes += Buffer.byteLength(piece);
        if (!response.write(piece) && !(await drains(response))) return bytes;
      }
      response.end();
    } finally {
      if (!response.writableEnded) response.destroy();
    }
    return bytes;
  }

  get isClosed(): boolean {
    return this.response.closed;
  }

  onceClosed(listener: () => void): void {
    this.response.once('close', listener);
  }

  private get hasWholeBody(): boolean {
    return this.request.complete || this.declaredBytes === 0;
  }

  private writeHead({ status, headers, cookies }: AnswerHead): void {
    if (cookies !== undefined && cookies.length > 0) this.response.setHeader('set-cookie', cookies);
    const ends = !this.request.complete && this.declaredBytes > keptAliveBytesMax;
    this.response.writeHead(status, ends ? { ...headers, connection: 'close' } : headers);
  }

  /**
   * The client gets the whole answer at once, but the response ends after the request's body: Node closes the connection at the
   * end of the response, and closing it while the client still sends resets it, so that the answer could be lost.
   */
  private endAfterBody(body: string | Buffer | undefined, forMs: number): void {
    const { request, response } = this;
    if (body === undefined) response.flushHeaders();
    else response.write(body);
    let bytes = 0;
    const deadline = setTimeout(() => request.destroy(), forMs).unref();
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > unread.bytesMax) request.destroy();
    });
    request.once('end', () => response.end());
    request.once('close', () => clearTimeout(deadline));
    request.resume();
  }
}

/** @returns false when the client is gone, or reads nothing */
function drains(response: ServerResponse): Promise<boolean> {
  return new Promise((resolve) => {
    const done = (drained: boolean) => (): void => {
      clearTimeout(stall);
      response.off('drain', onDrain).off('close', onClose);
      resolve(drained);
    };
    const [onDrain, onClose] = [done(true), done(false)];
    const stall = setTimeout(onClose, streamStallMs).unref();
    response.once('drain', onDrain).once('close', onClose);
    if (response.destroyed) onClose();
  });
}
