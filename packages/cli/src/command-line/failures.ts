import {
  AbortedError,
  AuthenticationError,
  ConnectionError,
  PermissionError,
  PostriderError,
  QuotaError,
  RateLimitError,
  ServerError,
  TimeoutError,
} from 'postrider';

/** What scripts branch on. They never change. */
export const exitCodes = {
  ok: 0,
  /** A check found something, or an unexpected error. */
  findings: 1,
  usage: 2,
  key: 3,
  refused: 4,
  limit: 5,
  network: 6,
} as const;
export type FailureClass = Exclude<keyof typeof exitCodes, 'ok'>;

/** A failure that this program finds itself. */
export class CommandFailure extends Error {
  constructor(
    readonly failure: FailureClass,
    message: string,
    readonly code: string = failure,
  ) {
    super(message);
  }
}

export interface ExplainedFailure {
  readonly exitCode: number;
  readonly code: string;
  readonly message: string;
  /** Fields of the request that are wrong. */
  readonly fields?: readonly { readonly path: string; readonly message: string }[];
  readonly requestId?: string;
}

/** Classes before those that they extend. */
const failureClasses: readonly (readonly [abstract new (...args: never[]) => Error, FailureClass])[] = [
  [AuthenticationError, 'key'],
  [PermissionError, 'key'],
  [QuotaError, 'limit'],
  [RateLimitError, 'limit'],
  [ConnectionError, 'network'],
  [TimeoutError, 'network'],
  [ServerError, 'network'],
  [PostriderError, 'refused'],
];
/** Answered with statuses of other classes. */
const limitCodes: ReadonlySet<string> = new Set(['plan_limit']);

export function explainFailure(error: unknown): ExplainedFailure {
  if (error instanceof CommandFailure) {
    return { exitCode: exitCodes[error.failure], code: error.code, message: error.message };
  }
  if (error instanceof AbortedError)
    return { exitCode: exitCodes.findings, code: error.code, message: 'Interrupted.' };
  if (error instanceof PostriderError) {
    const [, found] = failureClasses.find(([kind]) => error instanceof kind) ?? [null, 'refused' as const];
    const failure = limitCodes.has(error.code) ? 'limit' : found;
    return {
      ...{ exitCode: exitCodes[failure], code: error.code, message: error.message },
      ...(error.fields.length > 0 && { fields: error.fields }),
      ...(error.requestId !== undefined && { requestId: error.requestId }),
    };
  }
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { exitCode: exitCodes.findings, code: 'unexpected', message };
}
