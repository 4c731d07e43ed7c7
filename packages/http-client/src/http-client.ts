import type { Readable } from 'node:stream';
import { isPublicAddress, type ResolveHost } from '@postrider/runtime';
import { Agent, request } from 'undici';
import { createGuardedConnect } from './guarded-connect';

export interface HttpAnswer {
  readonly status: number;
  /** Names in lower case; of a repeated one the first value. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export interface HttpRequest {
  readonly method: 'GET' | 'HEAD' | 'POST';
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer | string;
  /**
   * The last octet of the body has been handed to the connection: from then on the server may have acted on the request,
   * whether it answers or not. Called at most once.
   */
  readonly onSent?: () => void;
  /** From the call to the last octet of the answer. */
  readonly timeoutMs: number;
  /** Of the answer's body. */
  readonly bytesMax: number;
}

/** The answer is larger than the caller can need. */
export class ResponseTooLargeError extends Error {
  override readonly name = 'ResponseTooLargeError';
}

export interface HttpClient {
  /**
   * Follows no redirect: a 3xx is an answer like any other.
   * @throws RefusedAddressError, ResponseTooLargeError, or what the connection met
   */
  request(options: HttpRequest): Promise<HttpAnswer>;
  close(): Promise<void>;
}

/** A client for hosts that customers name. */
export function createHttpClient(options: {
  readonly resolve: ResolveHost;
  /** Default: public addresses. */
  readonly isPermitted?: (address: string) => boolean;
  readonly connectTimeoutMs: number;
  readonly connectionsPerOriginMax: number;
  /** PEM of certificate authorities to trust; default: the system's. */
  readonly ca?: string;
}): HttpClient {
  const { resolve, isPermitted = isPublicAddress, connectTimeoutMs, connectionsPerOriginMax, ca } = options;
  const agent = new Agent({
    connect: createGuardedConnect({
      resolve,
      isPermitted,
      timeoutMs: connectTimeoutMs,
      ...(ca !== undefined && { ca }),
    }),
    connections: connectionsPerOriginMax,
  });
  return {
    request: (options) => withDeadline(options.timeoutMs, (signal) => send(agent, options, signal)),
    close: () => agent.destroy(),
  };
}

/**
 * Aborts what is still under way after `timeoutMs`, with a `TimeoutError`. A process that stood still runs its timers before it reads its sockets, so an answer
 * that came in time is read first: a caller who saw a timeout would send the request again.
 */
async function withDeadline<T>(timeoutMs: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const deadline = new AbortController();
  const timer = setTimeout(() => {
    setImmediate(() => deadline.abort(new DOMException(`no answer within ${timeoutMs} ms`, 'TimeoutError')));
  }, timeoutMs);
  return work(deadline.signal).finally(() => clearTimeout(timer));
}

async function send(
  agent: Agent,
  { method, url, headers = {}, body, onSent, bytesMax }: HttpRequest,
  signal: AbortSignal,
): Promise<HttpAnswer> {
  const answer = await request(url, {
    method,
    dispatcher: agent,
    ...withBody({ headers, body, onSent }),
    signal,
  });
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of answer.body as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > bytesMax) {
      throw new ResponseTooLargeError(`the response of ${url.host} has more than ${bytesMax} bytes`);
    }
    chunks.push(chunk);
  }
  return {
    status: answer.statusCode,
    headers: Object.fromEntries(
      Object.entries(answer.headers).map(([name, value]) => [name, String([value].flat()[0] ?? '')]),
    ),
    body: Buffer.concat(chunks),
  };
}

/** A body that reports its end: an iterable is asked for more when the connection has taken the part before. */
function withBody({
  headers = {},
  body,
  onSent,
}: {
  readonly headers: HttpRequest['headers'];
  readonly body: HttpRequest['body'];
  readonly onSent: HttpRequest['onSent'];
}) {
  if (body === undefined) return { headers };
  if (onSent === undefined) return { headers, body };
  const octets = Buffer.from(body);
  return {
    headers: { ...headers, 'content-length': String(octets.length) },
    // undici takes any async iterable as a body; its types name streams only.
    body: thenTell(octets, onSent) as unknown as Readable,
  };
}

async function* thenTell(octets: Buffer, onSent: () => void): AsyncGenerator<Buffer> {
  yield await Promise.resolve(octets);
  onSent();
}
