import { maskText } from './mask';
import { redactText } from './secrets';

const depthMax = 4;

/**
 * What a log line says about an error: kind, code, text, stack and causes.
 * Other properties stay out: a database error carries the row (`detail`, `where`), an HTTP one the request.
 */
export function describeError(error: unknown, depth = 0): object {
  if (!(error instanceof Error)) return { type: typeof error, message: safe(String(error)) };
  const code: unknown = 'code' in error ? error.code : undefined;
  const causes = error instanceof AggregateError ? (error.errors as unknown[]).slice(0, 5) : [];
  return {
    type: error.name,
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
    message: safe(error.message),
    stack: safe(error.stack ?? ''),
    ...(error.cause !== undefined && depth < depthMax
      ? { cause: describeError(error.cause, depth + 1) }
      : {}),
    ...(causes.length > 0 && depth < depthMax
      ? { errors: causes.map((cause) => describeError(cause, depth + 1)) }
      : {}),
  };
}

function safe(text: string): string {
  return maskText(redactText(text));
}

/** A short name of what went wrong, safe to show outside: `ECONNREFUSED`, `timeout`, `57P03`. */
export function errorCode(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0 && !hasCode(error)) {
    return errorCode(error.errors[0]);
  }
  if (hasCode(error)) return String(error.code);
  return error instanceof Error ? error.name : 'failed';
}

function hasCode(error: unknown): error is { code: string | number } {
  if (typeof error !== 'object' || error === null || !('code' in error)) return false;
  return typeof error.code === 'string' || typeof error.code === 'number';
}
