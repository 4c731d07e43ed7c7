/** What a single call may say; the client's settings hold for what it does not. */
export interface CallOptions {
  /** Ends the call, whatever it is doing: it fails with `AbortedError`. */
  readonly signal?: AbortSignal | undefined;
  /** For each try, its answer's body included. Default: 30 s. */
  readonly timeoutMs?: number | undefined;
  /** For all tries and the waiting between them. Default: 90 s. */
  readonly totalTimeoutMs?: number | undefined;
  /** Tries after the first one. Default: 2. */
  readonly maxRetries?: number | undefined;
  /**
   * Under which the API does this once, however often it is asked. Sends and posted events get a random one; name your
   * own (`order-1234-receipt`) to be safe against a repeated call of your program too.
   */
  readonly idempotencyKey?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** What came with an answer. */
export interface ResponseInfo {
  readonly status: number;
  /** Names the request in the logs of the server. */
  readonly requestId: string | undefined;
  /** Tries that it took. */
  readonly attempts: number;
  /** The answer is that of an earlier request with the same idempotency key. */
  readonly replayed: boolean;
  /** The key that was sent, also one that was made here. */
  readonly idempotencyKey: string | undefined;
  readonly rateLimit: RateLimit | undefined;
  /** Fields of the body that the API does not know and ignored; behind `=` what was probably meant: `replyTo=reply_to`. */
  readonly unknownFields: readonly string[];
  readonly headers: Headers;
}

/** Requests that the key may make: how many, how many are left, and when all are there again. */
export interface RateLimit {
  readonly limit: number;
  readonly remaining: number;
  readonly resetMs: number;
}

/** What the API answered. `response` is not enumerable: it is neither logged nor compared with the rest. */
export type Answer<T> = T & { readonly response: ResponseInfo };

/** A CSV file. A stream is read once, so a call with one is never tried again. */
export type CsvBody = string | Uint8Array<ArrayBuffer> | Blob | ReadableStream<Uint8Array>;

export interface TextContent {
  text: string;
}

export interface FileContent {
  content: Uint8Array<ArrayBuffer>;
  content_type: string;
}

/** Not bound by the timeouts once it has begun; `signal` ends it. */
export interface StreamContent {
  stream: ReadableStream<Uint8Array>;
}

/** A call as the methods of the client describe it. */
export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below `/api/v1`, with its parts encoded. */
  readonly path: string | (() => string);
  readonly query?: object | undefined;
  readonly body?: unknown;
  /** Of a body that is not JSON. */
  readonly contentType?: string;
  /** What the answer is read as; JSON when absent. */
  readonly read?: 'none' | 'json-or-none' | 'text' | 'bytes' | 'stream';
  /** The API takes an Idempotency-Key here; one is made if the caller names none. */
  readonly isKeyed?: boolean;
  /** The body itself is safe to repeat: each item has a key. */
  readonly isRepeatable?: boolean;
}

/** A request to an endpoint that this version of the client has no method for. */
export interface RawRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below `/api/v1`, with its parts encoded: `/emails/${encodeURIComponent(id)}`. */
  readonly path: string;
  /** Fields without a value are not sent; a `Date` is sent as ISO 8601. */
  readonly query?: Readonly<Record<string, string | number | boolean | Date | undefined>> | undefined;
  /** Sent as JSON. */
  readonly body?: unknown;
}
