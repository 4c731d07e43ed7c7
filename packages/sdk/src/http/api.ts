import type { Answer, ApiRequest, CallOptions, RawRequest } from './call';
import { AbortedError, ConnectionError, PostriderError, TimeoutError } from './errors';
import { createList, type List } from './list';
import { readResponse, type Tried } from './read-response';
import { waitBeforeRetryMs } from './retries';
import { fromEnvironment } from '../config';
import { version } from '../version';

export interface ApiSettings {
  /** Default: the environment variable `POSTRIDER_API_KEY`. */
  readonly apiKey?: string | undefined;
  /**
   * URL of the server (`https://mail.example.com`), or with the path of its API. Default: the environment variable
   * `POSTRIDER_BASE_URL`.
   */
  readonly baseUrl?: string | undefined;
  /** Replaces the global `fetch`, for example for a proxy or in tests. */
  readonly fetch?: typeof fetch | undefined;
  readonly timeoutMs?: number | undefined;
  readonly totalTimeoutMs?: number | undefined;
  readonly maxRetries?: number | undefined;
  /** Added to every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

const defaults = { timeoutMs: 30_000, totalTimeoutMs: 90_000, maxRetries: 2 };

/** Makes the calls that the client's methods describe. */
export class Api {
  readonly #settings: ApiSettings;
  readonly #apiKey: string;
  readonly #base: string;

  /** @throws TypeError when the key or the URL is missing */
  constructor(settings: ApiSettings) {
    this.#settings = settings;
    this.#apiKey = settings.apiKey ?? fromEnvironment('POSTRIDER_API_KEY');
    if (!this.#apiKey) throw new TypeError('No API key: pass apiKey or set POSTRIDER_API_KEY.');
    const url = settings.baseUrl ?? fromEnvironment('POSTRIDER_BASE_URL');
    if (!url) throw new TypeError('No server: pass baseUrl or set POSTRIDER_BASE_URL.');
    const base = new URL(url);
    this.#base = base.origin + (base.pathname === '/' ? '/api/v1' : base.pathname.replace(/\/+$/, ''));
  }

  list<T>(request: ApiRequest, options?: CallOptions): List<T> {
    return createList((query) => this.call({ ...request, query }, options), request.query);
  }

  /**
   * Makes any request. A POST is retried after a lost response only with an idempotency key.
   *
   * @throws PostriderError as any call, and TypeError for a path that does not begin with one slash
   */
  async raw<T>({ method, path, query, body }: RawRequest, options?: CallOptions): Promise<Answer<T>> {
    if (!/^\/(?!\/)/.test(path)) throw new TypeError('The path must begin with one slash.');
    const isKeyed = options?.idempotencyKey !== undefined;
    return this.call<T>({ method, path, query, body, isKeyed, read: 'json-or-none' }, options);
  }

  /** @throws PostriderError for everything that can happen to a call, and TypeError for an id that is none */
  async call<T>(request: ApiRequest, options: CallOptions = {}): Promise<Answer<T>> {
    const set = { ...defaults, ...defined(this.#settings), ...defined(options) };
    const idempotencyKey = options.idempotencyKey ?? (request.isKeyed ? crypto.randomUUID() : undefined);
    const path = typeof request.path === 'string' ? request.path : request.path();
    const isSafe = isRepeatable(request);
    const deadline = Date.now() + set.totalTimeoutMs;
    for (let attempts = 1; ; attempts++) {
      const leftMs = deadline - Date.now();
      try {
        const timeoutMs = Math.min(set.timeoutMs, leftMs);
        const headers = this.#headers(request, options, idempotencyKey);
        return await this.#once<T>(
          { ...request, path },
          { ...options, timeoutMs, headers },
          { attempts, idempotencyKey },
        );
      } catch (error) {
        const failure = error as PostriderError;
        const waitMs = waitBeforeRetryMs(failure, { isSafe, retry: attempts - 1 });
        const isLast = attempts > set.maxRetries || waitMs === undefined;
        if (isLast || Date.now() + waitMs >= deadline) throw failure;
        await this.wait(waitMs, options.signal, { attempts, idempotencyKey });
      }
    }
  }

  /** @throws AbortedError when the signal ends it */
  async wait(ms: number, signal?: AbortSignal, tried?: Tried): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const abort = (): void => {
        clearTimeout(timer);
        reject(aborted(signal, tried));
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', abort);
        resolve();
      }, ms);
      if (signal?.aborted) abort();
      else signal?.addEventListener('abort', abort, { once: true });
    });
  }

  #headers(request: ApiRequest, options: CallOptions, idempotencyKey?: string): Record<string, string> {
    const contentType = request.contentType ?? 'application/json';
    return {
      authorization: `Bearer ${this.#apiKey}`,
      'user-agent': `postrider-js/${version}`,
      ...(request.body !== undefined && { 'content-type': contentType }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      ...this.#settings.headers,
      ...options.headers,
    };
  }

  /** One try: connecting, sending, and reading the answer to its end take `timeoutMs` at most. */
  async #once<T>(
    request: ApiRequest & { readonly path: string },
    { timeoutMs, headers = {}, signal }: CallOptions & { timeoutMs: number },
    tried: Tried,
  ): Promise<Answer<T>> {
    const stop = new AbortController();
    const onAbort = (): void => stop.abort();
    if (signal?.aborted) throw aborted(signal, tried);
    signal?.addEventListener('abort', onAbort, { once: true });
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      stop.abort();
    }, timeoutMs);
    try {
      const response = await (this.#settings.fetch ?? fetch)(
        this.#base + request.path + search(request.query),
        {
          method: request.method,
          headers,
          signal: stop.signal,
          // An answer from another origin is not the API's, and the key is not for others.
          redirect: 'manual',
          ...bodyOf(request),
        },
      );
      return await readResponse<T>(response, request.read, tried);
    } catch (error) {
      if (error instanceof PostriderError) throw error;
      if (signal?.aborted) throw aborted(signal, tried);
      if (isLate)
        throw new TimeoutError(`no answer within ${timeoutMs} ms`, {
          code: 'timeout',
          cause: error,
          ...tried,
        });
      throw failedOnTheWay(error, tried);
    } finally {
      clearTimeout(timer);
      if (request.read !== 'stream') signal?.removeEventListener('abort', onAbort);
    }
  }
}

function failedOnTheWay(cause: unknown, tried: Tried): PostriderError {
  const what = cause instanceof Error ? cause.message : String(cause);
  return cause instanceof SyntaxError
    ? new PostriderError(`the answer could not be read: ${what}`, {
        code: 'unreadable_answer',
        cause,
        ...tried,
      })
    : new ConnectionError(`no connection to the API: ${what}`, {
        code: 'connection_failed',
        cause,
        ...tried,
      });
}

function aborted(signal: AbortSignal | undefined, tried: Partial<Tried> = {}): AbortedError {
  return new AbortedError('the call was aborted', { code: 'aborted', cause: signal?.reason, ...tried });
}

/** Making it twice does what making it once does. A stream can be read once only. */
function isRepeatable({ method, body, isKeyed, isRepeatable }: ApiRequest): boolean {
  if (body instanceof ReadableStream) return false;
  return method !== 'POST' || isKeyed === true || isRepeatable === true;
}

function bodyOf({ body, contentType }: ApiRequest): RequestInit {
  if (body === undefined) return {};
  if (contentType === undefined) return { body: typeof body === 'string' ? body : JSON.stringify(body) };
  // Node.js asks for it: a stream is sent before the answer is read.
  return {
    body: body as NonNullable<RequestInit['body']>,
    ...(body instanceof ReadableStream && { duplex: 'half' }),
  };
}

type QueryValue = string | number | boolean | Date | undefined;

function search(query: object = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query as Record<string, QueryValue>)) {
    if (value !== undefined)
      parameters.append(name, value instanceof Date ? value.toISOString() : String(value));
  }
  return parameters.size === 0 ? '' : `?${parameters.toString()}`;
}

/** Without what is undefined, which would hide a default. */
function defined(options: CallOptions): { timeoutMs?: number; totalTimeoutMs?: number; maxRetries?: number } {
  const { timeoutMs, totalTimeoutMs, maxRetries } = options;
  return {
    ...(timeoutMs !== undefined && { timeoutMs }),
    ...(totalTimeoutMs !== undefined && { totalTimeoutMs }),
    ...(maxRetries !== undefined && { maxRetries }),
  };
}
