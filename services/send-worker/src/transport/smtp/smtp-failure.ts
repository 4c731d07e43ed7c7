import { errorCode } from '@postrider/runtime';

/** The connection failed: nothing that the server said, so there is no reply to classify. */
export class SmtpConnectionError extends Error {
  override readonly name = 'SmtpConnectionError';
  readonly code: string;

  constructor(message: string, code: string) {
    super(message);
    this.code = code;
  }
}

/** What the SMTP client reports: a code of its own, the system's code behind it, and the server's words if there were any. */
export interface ClientError extends Error {
  readonly code?: string | undefined;
  readonly originalCode?: string | undefined;
  readonly command?: string | undefined;
  readonly response?: string | undefined;
  readonly responseCode?: number | undefined;
}

export function toConnectionError(error: ClientError, message: string): SmtpConnectionError {
  const code = error.name === 'AbortError' ? 'ETIMEDOUT' : (error.originalCode ?? error.code ?? 'ESOCKET');
  return new SmtpConnectionError(code === 'ETIMEDOUT' ? `${message} (no answer in time)` : message, code);
}

/** A short text for people: `connection lost (ECONNRESET)`. */
export function failureText(error: unknown): string {
  if (error instanceof SmtpConnectionError) return `${error.message} (${error.code})`;
  return `connection failed (${errorCode(error)})`;
}
