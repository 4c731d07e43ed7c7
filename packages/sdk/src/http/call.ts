/** Options of a single call. Default: the options of the client. */
export interface CallOptions {
  /** Aborts the call: it fails with `AbortedError`. */
  readonly signal?: AbortSignal | undefined;
  /** Timeout of each attempt, including the response body. Default: 30 s. */
  readonly timeoutMs?: number | undefined;
  /** Timeout of all attempts and the waits between them. Default: 90 s. */
  readonly totalTimeoutMs?: number | undefined;
  /** Retries after the first attempt. Default: 2. */
  readonly maxRetries?: number | undefined;
  /**
   * Key that makes a retry safe. Sends and posted events get a random one; set your own (`order-1234-receipt`) to also
   * protect against repeated calls of your program.
   */
  readonly idempotencyKey?: string | undefined;
  /**
   * Returns the response to an idempotency key that was used for another request, instead of failing with
   * `IdempotencyMismatchError`. Default: false.
   */
  readonly allowIdempotencyMismatch?: boolean | undefined;
  /**
   * The version that an update is for: `response.etag` of the object that you have read. If it was changed since, the call fails with
   * `VersionConflictError`.
   */
  readonly ifMatch?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Metadata of a response. */
export interface ResponseInfo {
  readonly status: number;
  /** Request id; quote it to support. */
  readonly requestId: string | undefined;
  /** Number of attempts. */
  readonly attempts: number;
  /** True if the response is that of an earlier request with the same idempotency key. */
  readonly replayed: boolean;
  /** True if that earlier request had another body: this one was not carried out. */
  readonly mismatched: boolean;
  /** The idempotency key that was sent, given or generated. */
  readonly idempotencyKey: string | undefined;
  /** Version of the object, for the option `ifMatch` of an update. */
  readonly etag: string | undefined;
  readonly rateLimit: RateLimit | undefined;
  /** Unknown fields of the body, which were ignored, with a suggestion after `=`: `colour`, `test=text`. */
  readonly unknownFields: readonly string[];
  readonly headers: Headers;
}

/** Rate limit of the key: the limit, the remaining requests, and when it resets. */
export interface RateLimit {
  readonly limit: number;
  readonly remaining: number;
  readonly resetMs: number;
}

/** A response of the API. `response` is not enumerable, so it is neither logged nor compared. */
export type Answer<T> = T & { readonly response: ResponseInfo };

/** A CSV file. A stream is read once, so a call with one is not retried. */
export type CsvBody = string | Uint8Array<ArrayBuffer> | Blob | ReadableStream<Uint8Array>;

export interface TextContent {
  text: string;
}

export interface FileContent {
  content: Uint8Array<ArrayBuffer>;
  content_type: string;
}

/** Not subject to the timeouts once it has started; `signal` aborts it. */
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
  /** Whether the API accepts an Idempotency-Key here; one is generated if none is given. */
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
