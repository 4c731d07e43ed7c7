import type { z } from 'zod';
import type { auditActor } from '../audit/audit-entry';
import { errorCatalogue, type ErrorCode } from './error-catalogue';

export interface AppErrorDetail {
  /** Sent as `Retry-After`. */
  readonly retryAfterSeconds?: number;
  /** The invalid fields. */
  readonly fields?: readonly FieldProblem[] | undefined;
  /** What made the version that a request did not expect. */
  readonly lastChange?: LastChange | undefined;
  /** For our logs only. */
  readonly cause?: unknown;
}

/** One broken rule: where (`to[2]`, `metadata.order`) and what. */
export interface FieldProblem {
  readonly path: string;
  readonly message: string;
}

/** When an object was last changed, and by whom. */
export interface LastChange {
  readonly changed_at: string;
  readonly changed_by: z.infer<typeof auditActor>;
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
  readonly lastChange: LastChange | undefined;

  constructor(code: ErrorCode, message?: string, detail: AppErrorDetail = {}) {
    super(message ?? errorCatalogue[code].meaning, detail.cause === undefined ? {} : { cause: detail.cause });
    this.name = 'AppError';
    this.code = code;
    this.retryAfterSeconds = detail.retryAfterSeconds;
    this.lastChange = detail.lastChange;
    this.fields = detail.fields
      ?.slice(0, fieldsMax)
      .map(({ path, message: what }) => ({ path, message: what }));
  }
}
