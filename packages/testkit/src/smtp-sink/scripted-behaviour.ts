/** A point of the dialogue, by what the server would answer there. `message`: within it, before its end; `end`: after the final dot. */
export type SmtpStep = 'greeting' | 'EHLO' | 'MAIL' | 'RCPT' | 'DATA' | 'message' | 'end';

/** What goes wrong. */
export type SmtpFault =
  /** Answers so; after a 421 it closes (RFC 5321 §3.8). */
  | {
      readonly kind: 'refuse';
      readonly at: Exclude<SmtpStep, 'message'>;
      readonly code: number;
      readonly text: string;
    }
  /** Never answers, and reads no more; the connection stays open. */
  | { readonly kind: 'hang'; readonly at: SmtpStep }
  | { readonly kind: 'cut'; readonly at: SmtpStep }
  /** Offers STARTTLS, and does not answer the TLS handshake. */
  | { readonly kind: 'break TLS' }
  /** Each answer takes so long. */
  | { readonly kind: 'slow'; readonly delayMs: number }
  /** Takes so many recipients of a transaction. */
  | { readonly kind: 'recipients'; readonly max: number };

export interface ScriptedBehaviour {
  readonly fault?: SmtpFault;
  /** At RCPT the fault strikes these recipients alone. */
  readonly strikes?: (address: string) => boolean;
  /** What it does not offer. */
  readonly without?: readonly ('PIPELINING' | '8BITMIME' | 'SMTPUTF8')[];
  /** RFC 3030: takes BDAT. */
  readonly chunking?: boolean;
}

export interface ScriptedMessage {
  /** Address of ours that it came to. */
  readonly server: string;
  /** Address that it came from. */
  readonly client: string;
  readonly helo: string;
  readonly from: string;
  readonly to: readonly string[];
  readonly raw: Buffer;
  /** It came by BDAT. */
  readonly chunked: boolean;
  /** By the last EHLO on. */
  readonly pipelined: boolean;
  /** Answered 2xx. Those that were answered 4xx or 5xx are not kept. */
  readonly accepted: boolean;
}
