/** The connection failed: nothing that the server said, so there is no reply to classify. */
export class SmtpConnectionError extends Error {
  override readonly name = 'SmtpConnectionError';
  /** The system's code (`ECONNRESET`, `ETIMEDOUT`) or ours (`EPROTOCOL`, `ETLS`, `ENOADDRESS`). */
  readonly code: string;

  constructor(message: string, code: string) {
    super(message);
    this.code = code;
  }
}
