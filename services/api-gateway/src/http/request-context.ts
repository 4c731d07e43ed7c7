import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';

/**
 * A request and the means to answer it. Made from a request of Node (`node-request.ts`), or from one of the mails in a relay's
 * request (`relayed-mails.ts`).
 */
export interface RequestContext {
  /** UUIDv7, made when the request came. */
  readonly id: string;
  /** The answer's `X-Request-Id`: the one that the client sent, or `id`. */
  readonly requestId: string;
  readonly method: string;
  readonly path: string;
  /** Without the question mark; empty when there is none. */
  readonly queryString: string;
  /** Parameters of the path. */
  readonly params: Readonly<Record<string, string>>;
  readonly headers: IncomingHttpHeaders;
  /** Address of the connection's other end: the client, or a proxy. */
  readonly peerAddress: string;
  readonly startedAt: Date;
  readonly startedMs: number;
  /** Length of the body by its headers: infinite for a chunked body, 0 for none. */
  readonly declaredBytes: number;
  /** Bytes of the body that were read. */
  requestBytes: number;
  /** Fields of the body that the route does not know, as a header names them; null: none. */
  unknownFields: string | null;
  /** The whole body if it arrived together with the head, as small ones do; null if it is still arriving. */
  bodyAtHand(): Buffer | null;
  /** The body as it arrives. Destroying the stream ends the connection. */
  openBody(): Readable;
  readonly isAnswered: boolean;
  /** Sends the whole answer. */
  send(answer: Answer): void;
  /**
   * Sends the pieces as fast as the client reads them.
   * @returns bytes sent, when the stream has ended or the client is gone; rejects when the stream does
   */
  sendStream(head: AnswerHead, stream: AsyncIterable<string | Uint8Array>): Promise<number>;
  /** The answer is sent, or the client is gone. */
  readonly isClosed: boolean;
  onceClosed(listener: () => void): void;
}

export interface AnswerHead {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | number>>;
  /** Whole `Set-Cookie` lines. */
  readonly cookies?: readonly string[] | undefined;
}

export interface Answer extends AnswerHead {
  readonly body?: string | Buffer | undefined;
  /** How long to read the rest of an unread request body before the connection ends. */
  readonly unreadForMs?: number | undefined;
}

/** Long enough to be unique, short and plain enough for logs; anything else is ignored. */
const foreignId = /^[\w.-]{8,64}$/;

export function requestIdOf(headers: IncomingHttpHeaders, ownId: string): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && foreignId.test(given) ? given : ownId;
}
