import type { AuditEntry } from './types';

/** When an object was last changed, and by whom. */
export interface LastChange {
  readonly at: string;
  readonly by: AuditEntry['actor'];
}

/** What is wrong with a field of a request. */
export interface FieldProblem {
  /** As the API names it: `to[0]`, `default_opt_in`. */
  readonly path: string;
  readonly message: string;
}

/** An answer of the API that is no success, or no answer at all. */
export class RequestError extends Error {
  readonly status: number;
  readonly code: string;
  readonly requestId: string | null;
  /** Of the object of a `version_conflict`. */
  readonly lastChange: LastChange | null;
  readonly fields: readonly FieldProblem[];

  constructor(detail: {
    readonly status: number;
    readonly code: string;
    readonly message: string;
    readonly requestId: string | null;
    readonly lastChange?: LastChange | null;
    readonly fields?: readonly FieldProblem[] | undefined;
  }) {
    super(detail.message);
    this.name = 'RequestError';
    this.status = detail.status;
    this.code = detail.code;
    this.requestId = detail.requestId;
    this.lastChange = detail.lastChange ?? null;
    this.fields = detail.fields ?? [];
  }
}

export function hasCode(error: unknown, code: string): boolean {
  return error instanceof RequestError && error.code === code;
}
