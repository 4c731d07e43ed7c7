/** The connection failed: nothing that the server said, so there is no reply to classify. */
export class SmtpConnectionError extends Error {
  override readonly name = 'SmtpConnectionError';
  /**
   * The system's code (`ECONNRESET`), that of TLS (`ERR_SSL_…`), or ours: `ETIMEDOUT` no answer in time, `ECLOSED` the server
   * closed, `EPROTOCOL` what it said is no SMTP, `ETLS` no TLS that fits,
   * `EAUTH` no way to log in, `ECHUNKING` it offers BDAT and does not know it.
   */
  readonly code: string;

  constructor(message: string, code: string) {
    super(message);
    this.code = code;
  }
}

/** A short text for people: `connection lost (ECONNRESET)`. */
export function failureText({ message, code }: SmtpConnectionError): string {
  return `${message} (${code})`;
}
