import type { AuditActor, ErrorCode as ApiErrorCode, InvalidField } from '../generated/schemas';

/** Errors before the request reached the API, or that the client finds in its response. */
export type ClientErrorCode =
  'connection_failed' | 'timeout' | 'aborted' | 'unreadable_answer' | 'idempotency_mismatch';

/** Error code: one of the API, which may add codes, or a `ClientErrorCode`. */
export type ErrorCode = ApiErrorCode | ClientErrorCode;

export interface ErrorDetails {
  readonly code: ErrorCode;
  /** HTTP status. Undefined if there was no response. */
  readonly status?: number | undefined;
  /** Request id; quote it to support. */
  readonly requestId?: string | undefined;
  /** Time to wait before the same request can succeed, if the API says so. */
  readonly retryAfterMs?: number | undefined;
  /** The invalid fields of a `validation_error`. */
  readonly fields?: readonly InvalidField[] | undefined;
  /** When the object was last changed, and by whom, of a `version_conflict`. */
  readonly changedAt?: string | undefined;
  readonly changedBy?: AuditActor | undefined;
  /** Number of attempts. 0: the request was not sent. */
  readonly attempts?: number | undefined;
  /** Idempotency key of the request. With it, the same call can be repeated safely for 24 hours. */
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
  /** The invalid fields of a `validation_error`, in the order of the message; otherwise empty. */
  readonly fields: readonly InvalidField[];
  readonly attempts: number;
  readonly idempotencyKey: string | undefined;

  constructor(message: string, details: ErrorDetails) {
    super(message, 'cause' in details ? { cause: details.cause } : undefined);
    this.code = details.code;
    this.status = details.status;
    this.requestId = details.requestId;
    this.retryAfterMs = details.retryAfterMs;
    this.fields = details.fields ?? [];
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

/** 404: there is no such object, or the key cannot see it. */
export class NotFoundError extends PostriderError {
  override readonly name: string = 'NotFoundError';
}

/** 409: not allowed in the current state. */
export class ConflictError extends PostriderError {
  override readonly name: string = 'ConflictError';
}

/** 412: the object was changed since the version that `ifMatch` names. */
export class VersionConflictError extends PostriderError {
  override readonly name: string = 'VersionConflictError';
  /** When the object was last changed, and by whom. Undefined if the API does not know it. */
  readonly changedAt: string | undefined;
  readonly changedBy: AuditActor | undefined;

  constructor(message: string, details: ErrorDetails) {
    super(message, details);
    this.changedAt = details.changedAt;
    this.changedBy = details.changedBy;
  }
}

/** 400, 413, 415, 422: the request must be changed. */
export class ValidationError extends PostriderError {
  override readonly name: string = 'ValidationError';
}

/**
 * The idempotency key was used before for a request with another body. The API answered with the result of that request, `id`, and did
 * not carry out this one. Use another key for another email.
 */
export class IdempotencyMismatchError extends PostriderError {
  override readonly name: string = 'IdempotencyMismatchError';
  /** Id of the email or event that the key belongs to. */
  readonly id: string;

  constructor(id: string, details: Omit<ErrorDetails, 'code'>) {
    super(`the idempotency key belongs to ${id}, which has other content`, {
      ...details,
      code: 'idempotency_mismatch',
    });
    this.id = id;
  }
}

/** 429: too many requests, even after retries and a wait for the rate limit, or the queue for it is full. */
export class RateLimitError extends PostriderError {
  override readonly name: string = 'RateLimitError';
}

/** 429: a quota is used up until `retryAfterMs` from now, which may be weeks. Never retried. */
export class QuotaError extends PostriderError {
  override readonly name: string = 'QuotaError';
}

/** 5xx: the API failed, even after retries. */
export class ServerError extends PostriderError {
  override readonly name: string = 'ServerError';
}

/** The connection to the API failed; `cause` is the error of the platform. */
export class ConnectionError extends PostriderError {
  override readonly name: string = 'ConnectionError';
}

/** No response within the timeout of an attempt or of the call. */
export class TimeoutError extends PostriderError {
  override readonly name: string = 'TimeoutError';
}

/** The caller's `signal` aborted the call; `cause` is its reason. */
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
  412: VersionConflictError,
  413: ValidationError,
  415: ValidationError,
  422: ValidationError,
};

/** The class of an answer. Codes of quotas end in `quota_exceeded`; there may be more of them one day. */
export function errorClass(status: number, code: string): ErrorClass {
  if (status === 429) return /quota_exceeded$/.test(code) ? QuotaError : RateLimitError;
  return byStatus[status] ?? (status >= 500 ? ServerError : PostriderError);
}
