import { createGuardedConnect } from '@postrider/http-client';
import {
  createHostResolver,
  errorCode,
  isLoopback,
  isPublicAddress,
  withLocalhost,
  type HostPort,
} from '@postrider/runtime';
import { LRUCache } from 'lru-cache';
import { Pool, type Dispatcher } from 'undici';

/** What one POST brought. An answer of the receiver is data; so is its silence. */
export interface Attempt {
  readonly startedAt: Date;
  readonly latencyMs: number;
  /** HTTP status; null when no answer came. */
  readonly status: number | null;
  /** Why there was no answer: a short code such as `timeout` or `ECONNREFUSED`. */
  readonly error: string | null;
  /** First 4 KB of the answer's body. */
  readonly response: string | null;
}

export type AttemptResult = 'delivered' | 'gone' | 'failed';

/**
 * Any 2xx is a delivery; a redirect is not followed and counts as a failure. 410 Gone: the receiver says that it
 * will never want it again.
 */
export function classifyAttempt({ status }: Attempt): AttemptResult {
  if (status === 410) return 'gone';
  return status !== null && status >= 200 && status < 300 ? 'delivered' : 'failed';
}

export function finishedAt({ startedAt, latencyMs }: Attempt): Date {
  return new Date(startedAt.getTime() + latencyMs);
}

export interface PostRequest {
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
}

export interface WebhookTransport {
  /** POSTs to the URL over connections that belong to `endpointId` alone. Never rejects. */
  post(target: { endpointId: string; url: URL }, request: Omit<PostRequest, 'path'>): Promise<Attempt>;
  close(): Promise<void>;
}

export interface WebhookTransportOptions {
  /** The whole time of a POST: name, connection, TLS, answer. */
  readonly timeoutMs: number;
  readonly connectionsPerEndpointMax: number;
  /** Empty: the system's. */
  readonly dnsServers: readonly HostPort[];
  /** Development only: plain http, and endpoints on this machine. */
  readonly allowLoopback: boolean;
}

/** Pools kept at a time; the one used longest ago goes first. A pool without connections is some kilobytes. */
const poolsMax = 2_000;

/**
 * A pool for each endpoint, not for each origin: many customers use the same automation host, and the endpoint of
 * one that hangs must not take the connections of another.
 */
export function createWebhookTransport(options: WebhookTransportOptions): WebhookTransport {
  const { timeoutMs, allowLoopback, dnsServers } = options;
  const dns = createHostResolver(dnsServers);
  const connect = createGuardedConnect({
    resolve: allowLoopback ? withLocalhost(dns) : dns,
    isPermitted: (address) => isPublicAddress(address) || (allowLoopback && isLoopback(address)),
    timeoutMs: 2 * timeoutMs,
  });
  const pools = new LRUCache<string, Pool>({
    max: poolsMax,
    dispose: (pool, _key, reason) => {
      // Ends what is still running on it first.
      if (reason === 'evict') void pool.close().catch(() => undefined);
    },
  });

  const poolOf = (endpointId: string, origin: string): Pool => {
    const key = `${endpointId} ${origin}`;
    const existing = pools.get(key);
    if (existing) return existing;
    const pool = new Pool(origin, {
      connect,
      connections: options.connectionsPerEndpointMax,
      pipelining: 1,
      // The deadline of the whole POST comes first, and gives all of them one name.
      headersTimeout: 2 * timeoutMs,
      bodyTimeout: 2 * timeoutMs,
    });
    pools.set(key, pool);
    return pool;
  };

  return {
    post: ({ endpointId, url }, request) => {
      if (url.protocol !== 'https:' && !(allowLoopback && url.protocol === 'http:')) {
        return Promise.resolve(refused('https_required'));
      }
      return postAttempt(
        poolOf(endpointId, url.origin),
        { path: `${url.pathname}${url.search}`, ...request },
        timeoutMs,
      );
    },
    close: async () => {
      await Promise.all([...pools.values()].map((pool) => pool.destroy()));
      pools.clear();
    },
  };
}

function refused(error: string): Attempt {
  return { startedAt: new Date(), latencyMs: 0, status: null, error, response: null };
}

/** Kept of an answer's body, to show why an endpoint refused. */
const responseKeptBytes = 4_096;
/** Read beyond that, so that the connection can be used again; a longer answer costs the receiver its connection. */
const responseReadBytes = 65_536;

/**
 * One POST, at most `timeoutMs` from looking up the name to the last byte. Never rejects: what the receiver does is
 * the result. Redirects are not followed. Once the status is there it stands, even if the body never ends.
 *
 * Uses `dispatch` rather than `request`: without a stream per answer it makes about a third more deliveries.
 */
export function postAttempt(
  dispatcher: Dispatcher,
  request: PostRequest,
  timeoutMs: number,
): Promise<Attempt> {
  const startedAt = new Date();
  const startedMs = performance.now();
  return new Promise((resolve) => {
    const reader = new AnswerReader(startedMs + timeoutMs, (answer) => {
      clearTimeout(timer);
      resolve({ startedAt, latencyMs: Math.round(performance.now() - startedMs), ...answer });
    });
    // A process that stood still runs its timers before it reads its sockets. An answer that came in time is read first: recorded
    // as a timeout, it would be posted again.
    const timer = setTimeout(() => setImmediate(() => reader.expire()), timeoutMs);
    try {
      dispatcher.dispatch({ method: 'POST', ...request }, reader);
    } catch (error) {
      reader.onResponseError(null, error);
    }
  });
}

type Answer = Pick<Attempt, 'status' | 'error' | 'response'>;

/** Reads one answer; ends exactly once. */
class AnswerReader implements Dispatcher.DispatchHandler {
  private controller: Dispatcher.DispatchController | null = null;
  private status: number | null = null;
  private readonly kept: Buffer[] = [];
  private readBytes = 0;
  private ended = false;

  constructor(
    /** By `performance.now()`. */
    private readonly deadlineMs: number,
    private readonly onEnd: (answer: Answer) => void,
  ) {}

  /** Ends now, however far it has come; a request that is still waiting for its connection is not sent any more. */
  breakOff(code: string): void {
    this.end(code);
    this.controller?.abort(new Error(code));
  }

  /** The connection of an answer that has been read may have its next request already. */
  expire(): void {
    if (!this.ended) this.breakOff('timeout');
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    if (this.ended || performance.now() >= this.deadlineMs) this.breakOff('timeout');
  }

  onResponseStart(_controller: Dispatcher.DispatchController, statusCode: number): void {
    this.status = statusCode;
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    const missing = responseKeptBytes - this.readBytes;
    if (missing > 0) this.kept.push(Buffer.from(chunk.subarray(0, missing)));
    this.readBytes += chunk.length;
    if (this.readBytes > responseReadBytes) this.breakOff('response_too_long');
  }

  onResponseEnd(): void {
    this.end(null);
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, error: unknown): void {
    this.end(errorCode(error));
  }

  private end(error: string | null): void {
    if (this.ended) return;
    this.ended = true;
    const { status } = this;
    this.onEnd({ status, error: status === null ? (error ?? 'no_answer') : null, response: this.text() });
  }

  private text(): string | null {
    if (this.kept.length === 0) return null;
    // PostgreSQL's text cannot hold NUL.
    return Buffer.concat(this.kept).toString('utf8').replaceAll('\0', '\uFFFD');
  }
}
