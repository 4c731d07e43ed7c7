/** How long to wait for a server, in milliseconds. Every wait has one. */
export interface SmtpTimeouts {
  /** TCP, and TLS where it is implicit. */
  readonly connectMs: number;
  /** From the open connection to the banner. Some servers make strangers wait on purpose. */
  readonly greetingMs: number;
  /** Each command up to and including DATA (RFC 5321 §4.5.3.2: 5 min at most), and TLS after STARTTLS. */
  readonly commandMs: number;
  /** For the whole body (§4.5.3.2.5 allows 3 min a packet): a server that reads a byte a second is not worth a connection. */
  readonly bodyMs: number;
  /** From the end of the message to its answer. Giving up early makes duplicates or unknown outcomes (§4.5.3.2.6: 10 min). */
  readonly endMs: number;
}

export const defaultSmtpTimeouts: SmtpTimeouts = {
  connectMs: 10_000,
  greetingMs: 60_000,
  commandMs: 60_000,
  bodyMs: 180_000,
  endMs: 600_000,
};

/** The default timeouts, none of them longer than `maxMs`. */
export function smtpTimeoutsUpTo(maxMs: number): SmtpTimeouts {
  const { connectMs, greetingMs, commandMs, bodyMs, endMs } = defaultSmtpTimeouts;
  return {
    connectMs: Math.min(connectMs, maxMs),
    greetingMs: Math.min(greetingMs, maxMs),
    commandMs: Math.min(commandMs, maxMs),
    bodyMs: Math.min(bodyMs, maxMs),
    endMs: Math.min(endMs, maxMs),
  };
}
