import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Exchange } from './exchange';
import type { Reply } from './route';

/** Rate of the calling key after this request; null: it has no cap. */
export interface RateState {
  readonly limit: number;
  readonly remaining: number;
  readonly resetMs: number;
}

/**
 * What we still read of a body that nobody needs, and for how long: a client that sends all before it reads would
 * otherwise find a broken pipe instead of its answer.
 */
const UNREAD = { bytesMax: 64_000_000, forMs: 30_000 } as const;
/** Of a larger rest the client is told that the connection ends, so that it may stop sending. */
const KEPT_ALIVE_BYTES_MAX = 65_536;

/** @returns bytes of the body */
export function sendReply(
  { request, response, requestId, unknownFields }: Exchange,
  reply: Reply,
  rate: RateState | null,
): number {
  const body = bodyText(reply);
  const bytes = body === undefined ? 0 : Buffer.byteLength(body);
  const headers: Record<string, string | number> = { 'x-request-id': requestId, 'cache-control': 'no-store' };
  if (body !== undefined) {
    headers['content-type'] = reply.contentType ?? 'application/json; charset=utf-8';
    headers['content-length'] = bytes;
  }
  if (unknownFields !== null) headers['postrider-unknown-fields'] = unknownFields;
  if (rate !== null) {
    headers['ratelimit-limit'] = rate.limit;
    headers['ratelimit-remaining'] = rate.remaining;
    headers['ratelimit-reset'] = Math.ceil(rate.resetMs / 1_000);
  }
  if (reply.headers) Object.assign(headers, reply.headers);
  if (!request.complete && declaredLength(request) > KEPT_ALIVE_BYTES_MAX) headers['connection'] = 'close';
  response.writeHead(reply.status, headers);
  if (request.complete) response.end(body);
  else endAfterBody({ request, response, body, forMs: reply.unreadForMs ?? UNREAD.forMs });
  return bytes;
}

function bodyText({ body }: Reply): string | undefined {
  if (body === undefined) return undefined;
  return typeof body === 'string' ? body : JSON.stringify(body);
}

function declaredLength({ headers }: IncomingMessage): number {
  const { 'content-length': length, 'transfer-encoding': encoding } = headers;
  return length === undefined ? (encoding === undefined ? 0 : Infinity) : Number(length);
}

/**
 * The client has the whole answer at once. Ended is the response only after the body: Node closes the connection with the
 * end, and closing on a client that still sends resets it, so that the answer may be lost on its way.
 */
function endAfterBody(given: {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly body: string | undefined;
  readonly forMs: number;
}): void {
  const { request, response, body, forMs } = given;
  if (body === undefined) response.flushHeaders();
  else response.write(body);
  let bytes = 0;
  const deadline = setTimeout(() => request.destroy(), forMs).unref();
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > UNREAD.bytesMax) request.destroy();
  });
  request.once('end', () => response.end());
  request.once('close', () => clearTimeout(deadline));
  request.resume();
}
