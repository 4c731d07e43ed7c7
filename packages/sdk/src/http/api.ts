import type { Answer, ApiRequest, CallOptions, RawRequest } from './call';
import {
  AbortedError,
  ConnectionError,
  IdempotencyMismatchError,
  PostriderError,
  TimeoutError,
} from './errors';
import { RateQueue } from './rate-queue';
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
  /**
   * Calls that may wait until the rate limit of the key has room for them; further ones fail at once with `RateLimitError`. 0: none waits.
   * Default: 1,000.
   */
  readonly maxQueued?: number | undefined;
  /** As the option of a call. */
  readonly allowIdempotencyMismatch?: boolean | undefined;
  /** Added to every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

const defaults = { timeoutMs: 30_000, totalTimeoutMs: 90_000, maxRetries: 2 };
const defaultQueuedMax = 1_000;

/** One attempt of a call. */
interface Attempt extends Tried {
  /** Refused because of the rate limit of the key. */
  isOverRate?: boolean;
}

/** Makes the calls that the client's methods describe. */
export class Api {
  readonly #settings: ApiSettings;
  readonly #apiKey: string;
  readonly #base: string;
  readonly #queue: RateQueue;

  /** @throws TypeError when the key or the URL is missing */
  constructor(settings: ApiSettings) {
    this.#settings = settings;
    this.#queue = new RateQueue(settings.maxQueued ?? defaultQueuedMax);
    this.#apiKey = settings.apiKey ?? fromEnvironment('POSTRIDER_API_KEY');
    if (!this.#apiKey) throw new TypeError('No API key: pass apiKey or set POSTRIDER_API_KEY.');
    const url = settings.baseUrl ?? fromEnvironment('POSTRIDER_BASE_URL');
    if (!url) throw new TypeError('No server: pass baseUrl or set POSTRIDER_BASE_URL.');
    const base = new URL(url);
    this.#base = base.origin + (base.pathname === '/' ? '/api/v1' : base.pathname.replace(/\/+$/, ''));
  }

  get allowsIdempotencyMismatch(): boolean {
    return this.#settings.allowIdempotencyMismatch ?? false;
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
    // After a lost answer, the repetition would meet the version that the first try has made.
    const isSafe = isRepeatable(request) && options.ifMatch === undefined;
    const deadline = Date.now() + set.totalTimeoutMs;
    let refusal: PostriderError | undefined;
    for (let attempts = 1, retries = 0; ; attempts++) {
      const turn = { deadline, signal: options.signal, refusal };
      await this.#queue.enter({ ...turn, tried: { attempts: attempts - 1, idempotencyKey } });
      const tried: Attempt = { attempts, idempotencyKey };
      try {
        const timeoutMs = Math.min(set.timeoutMs, deadline - Date.now());
        const headers = this.#headers(request, options, idempotencyKey);
        return this.#checked(
          await this.#once<T>({ ...request, path }, { ...options, timeoutMs, headers }, tried),
          options,
        );
      } catch (error) {
        const failure = error as PostriderError;
        refusal = this.#queue.isOn && tried.isOverRate && !isStream(request) ? failure : undefined;
        if (refusal && Date.now() + (failure.retryAfterMs ?? 0) < deadline) continue;
        const waitMs = isStream(request) ? undefined : waitBeforeRetryMs(failure, { isSafe, retry: retries });
        if (waitMs === undefined || retries >= set.maxRetries || Date.now() + waitMs >= deadline)
          throw failure;
        retries += 1;
        await this.wait(waitMs, options.signal, tried);
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
      ...(options.ifMatch !== undefined && { 'if-match': options.ifMatch }),
      ...this.#settings.headers,
      ...options.headers,
    };
  }

  /** @throws IdempotencyMismatchError */
  #checked<T>(answer: Answer<T>, options: CallOptions): Answer<T> {
    const allowed = options.allowIdempotencyMismatch ?? this.allowsIdempotencyMismatch;
    const { mismatched, status, requestId, attempts, idempotencyKey } = answer.response;
    if (allowed || !mismatched) return answer;
    const { id } = answer as { readonly id?: unknown };
    throw new IdempotencyMismatchError(String(id), { status, requestId, attempts, idempotencyKey });
  }

  /** One try: connecting, sending, and reading the answer to its end take `timeoutMs` at most. */
  async #once<T>(
    request: ApiRequest & { readonly path: string },
    { timeoutMs, headers = {}, signal }: CallOptions & { timeoutMs: number },
    tried: Attempt,
  ): Promise<Answer<T>> {
    let response: Response | undefined;
    const stop = new AbortController();
    const onAbort = (): void => stop.abort();
    signal?.addEventListener('abort', onAbort, { once: true });
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      stop.abort();
    }, timeoutMs);
    try {
      if (signal?.aborted) throw aborted(signal, tried);
      response = await (this.#settings.fetch ?? fetch)(this.#base + request.path + search(request.query), {
        method: request.method,
        headers,
        signal: stop.signal,
        // An answer from another origin is not the API's, and the key is not for others.
        redirect: 'manual',
        ...bodyOf(request),
      });
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
      tried.isOverRate = this.#queue.leave(response);
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

/** It is read once, so the request is made once. */
function isStream({ body }: ApiRequest): boolean {
  return body instanceof ReadableStream;
}

/** Making it twice does what making it once does. */
function isRepeatable({ method, isKeyed, isRepeatable }: ApiRequest): boolean {
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
