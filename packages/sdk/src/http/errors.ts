import type { ErrorCode as ApiErrorCode } from '../generated/schemas';

/** Faults that never reached the API, or whose answer could not be read. */
export type ClientErrorCode = 'connection_failed' | 'timeout' | 'aborted' | 'unreadable_answer';

/** What went wrong, for programs: an error code of the API, which may gain others, or a `ClientErrorCode`. */
export type ErrorCode = ApiErrorCode | ClientErrorCode;

export interface ErrorDetails {
  readonly code: ErrorCode;
  /** Of the answer; undefined when there was none. */
  readonly status?: number | undefined;
  /** Names the request in the logs of the server. */
  readonly requestId?: string | undefined;
  /** When the API says how long to wait: before that, the same request is refused again. */
  readonly retryAfterMs?: number | undefined;
  /** Tries that were made. */
  readonly attempts?: number | undefined;
  /** The key under which the request was made: with it, and within 24 hours, the same call is safe to repeat. */
  readonly idempotencyKey?: string | undefined;
  readonly cause?: unknown;
}

/** Every failure of a call. `code` is for programs, `message` for people. */
export class PostriderError extends Error {
  override readonly name: string = 'PostriderError';
  readonly code: ErrorCode;
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  readonly retryAfterMs: number | undefined;
  readonly attempts: number;
  readonly idempotencyKey: string | undefined;

  constructor(message: string, details: ErrorDetails) {
    super(message, 'cause' in details ? { cause: details.cause } : undefined);
    this.code = details.code;
    this.status = details.status;
    this.requestId = details.requestId;
    this.retryAfterMs = details.retryAfterMs;
    this.attempts = details.attempts ?? 1;
    this.idempotencyKey = details.idempotencyKey;
  }
}

/** 401: the key is missing, unknown, revoked or expired. */
export class AuthenticationError extends PostriderError {
  override readonly name: string = 'AuthenticationError';
}

/** 403: the key or the organization may not do this. */
export class PermissionError extends PostriderError {
  override readonly name: string = 'PermissionError';
}

/** 404: nothing here by that id that the key can see. */
export class NotFoundError extends PostriderError {
  override readonly name: string = 'NotFoundError';
}

/** 409: not in the state that it is in. */
export class ConflictError extends PostriderError {
  override readonly name: string = 'ConflictError';
}

/** 400, 413, 415, 422: the request itself has to be changed. */
export class ValidationError extends PostriderError {
  override readonly name: string = 'ValidationError';
}

/** 429: too many requests at once, also after the retries. */
export class RateLimitError extends PostriderError {
  override readonly name: string = 'RateLimitError';
}

/** 429: a quota is used up until `retryAfterMs` from now, which may be weeks. Never retried. */
export class QuotaError extends PostriderError {
  override readonly name: string = 'QuotaError';
}

/** 5xx: the API failed, also after the retries. */
export class ServerError extends PostriderError {
  override readonly name: string = 'ServerError';
}

/** The request found no way to the API, or its answer none back; `cause` is what the platform said. */
export class ConnectionError extends PostriderError {
  override readonly name: string = 'ConnectionError';
}

/** No answer within the time for a try, or for all of them. */
export class TimeoutError extends PostriderError {
  override readonly name: string = 'TimeoutError';
}

/** The caller's `signal` ended the call; `cause` is its reason. */
export class AbortedError extends PostriderError {
  override readonly name: string = 'AbortedError';
}

type ErrorClass = typeof PostriderError;

const byStatus: Readonly<Record<number, ErrorClass>> = {
  400: ValidationError,
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  413: ValidationError,
  415: ValidationError,
  422: ValidationError,
};

/** The class of an answer. Codes of quotas end in `quota_exceeded`; there may be more of them one day. */
export function errorClass(status: number, code: string): ErrorClass {
  if (status === 429) return /quota_exceeded$/.test(code) ? QuotaError : RateLimitError;
  return byStatus[status] ?? (status >= 500 ? ServerError : PostriderError);
}
