import { errorCatalogue, type ErrorCode } from './error-catalogue';

export interface AppErrorDetail {
  /** Sent as `Retry-After`. */
  readonly retryAfterSeconds?: number;
  /** The invalid fields. */
  readonly fields?: readonly FieldProblem[] | undefined;
  /** For our logs only. */
  readonly cause?: unknown;
}

/** One broken rule: where (`to[2]`, `metadata.order`) and what. */
export interface FieldProblem {
  readonly path: string;
  readonly message: string;
}

/** As many as a message names. */
export const fieldsMax = 20;

/**
 * The one exception that means "answer the client with this code". `message` is for people and may change;
 * everything else about the answer follows from the code's row in the catalogue.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly retryAfterSeconds: number | undefined;
  /** At most 20. */
  readonly fields: readonly FieldProblem[] | undefined;

  constructor(code: ErrorCode, message?: string, detail: AppErrorDetail = {}) {
    super(message ?? errorCatalogue[code].meaning, detail.cause === undefined ? {} : { cause: detail.cause });
    this.name = 'AppError';
    this.code = code;
    this.retryAfterSeconds = detail.retryAfterSeconds;
    this.fields = detail.fields
      ?.slice(0, fieldsMax)
      .map(({ path, message: what }) => ({ path, message: what }));
  }
}
