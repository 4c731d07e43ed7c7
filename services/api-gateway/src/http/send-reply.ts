import type { Exchange } from './exchange';
import type { Reply } from './route';

/** Rate of the calling key after this request; null: it has no cap. */
export interface RateState {
  readonly limit: number;
  readonly remaining: number;
  readonly resetMs: number;
}

/** What we still read of a body that nobody needs, so that the client gets to see its answer. */
const DISCARDED_BYTES_MAX = 64_000_000;

/** @returns bytes of the body */
export function sendReply(
  { request, response, requestId }: Exchange,
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
  if (rate !== null) {
    headers['ratelimit-limit'] = rate.limit;
    headers['ratelimit-remaining'] = rate.remaining;
    headers['ratelimit-reset'] = Math.ceil(rate.resetMs / 1_000);
  }
  if (reply.headers) Object.assign(headers, reply.headers);
  response.writeHead(reply.status, headers);
  response.end(body);
  if (!request.complete) discardRest(request);
  return bytes;
}

function bodyText({ body }: Reply): string | undefined {
  if (body === undefined) return undefined;
  return typeof body === 'string' ? body : JSON.stringify(body);
}

/** Closing on a client that still sends would reset the connection and lose the answer on its way. */
function discardRest(request: Exchange['request']): void {
  let bytes = 0;
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > DISCARDED_BYTES_MAX) request.destroy();
  });
  request.resume();
}
