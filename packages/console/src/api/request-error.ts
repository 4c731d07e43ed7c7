/** An answer of the API that is no success, or no answer at all. */
export class RequestError extends Error {
  readonly status: number;
  readonly code: string;
  readonly requestId: string | null;

  constructor(detail: {
    readonly status: number;
    readonly code: string;
    readonly message: string;
    readonly requestId: string | null;
  }) {
    super(detail.message);
    this.name = 'RequestError';
    this.status = detail.status;
    this.code = detail.code;
    this.requestId = detail.requestId;
  }
}

export function hasCode(error: unknown, code: string): boolean {
  return error instanceof RequestError && error.code === code;
}
