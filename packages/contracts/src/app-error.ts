import { errorCatalogue, type ErrorCode } from './error-catalogue';

export interface AppErrorDetail {
  /** Sent as `Retry-After`. */
  readonly retryAfterSeconds?: number;
  /** For our logs only. */
  readonly cause?: unknown;
}

/**
 * The one exception that means "answer the client with this code". `message` is for people and may change;
 * everything else about the answer follows from the code's row in the catalogue.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, message?: string, detail: AppErrorDetail = {}) {
    super(message ?? errorCatalogue[code].meaning, detail.cause === undefined ? {} : { cause: detail.cause });
    this.name = 'AppError';
    this.code = code;
    this.retryAfterSeconds = detail.retryAfterSeconds;
  }
}
