import { SmtpConnectionError } from '@postrider/smtp-client';

export { SmtpConnectionError };

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
