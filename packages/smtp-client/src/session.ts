import type { ServerReply } from './reply';
import type { SmtpConnectionError } from './connection-error';

/** What the server offers, as its last EHLO said it. */
export interface Extensions {
  readonly pipelining: boolean;
  /** RFC 3030: BDAT. */
  readonly chunking: boolean;
  readonly binaryMime: boolean;
  readonly eightBitMime: boolean;
  readonly smtpUtf8: boolean;
  /** RFC 8689. */
  readonly requireTls: boolean;
  readonly enhancedStatusCodes: boolean;
  /** RFC 1870: the largest message in octets. Infinity: it takes SIZE and sets no limit; null: it does not know SIZE. */
  readonly sizeMax: number | null;
  /** Mechanisms in upper case. */
  readonly auth: readonly string[];
}

export interface TlsState {
  /** For example `TLSv1.3`. */
  readonly protocol: string;
  readonly cipher: string;
  /** What the certificate was held against, and it fitted. */
  readonly verified: 'none' | 'pkix' | 'dane';
}

/** One message for recipients that share an envelope sender (RFC 5321 §3.3). */
export interface Transaction {
  /** Return path, without angle brackets; empty: the null reverse path. */
  readonly from: string;
  /** At least one, each once. */
  readonly recipients: readonly string[];
  /** The message in pieces that follow each other, CRLF line endings, not dot-stuffed. */
  readonly message: readonly Buffer[];
  /** - 8bit: octets above 127 in lines. - binary: anything (RFC 3030). */
  readonly encoding: '7bit' | '8bit' | 'binary';
  /** Envelope or header has internationalized addresses (RFC 6531). */
  readonly smtpUtf8: boolean;
  /** To be refused rather than handed on without TLS (RFC 8689). */
  readonly requireTls: boolean;
  /**
   * Called once the server has taken at least one recipient, with the indexes of those; before DATA, or BDAT. When it answers
   * false or rejects, neither leaves, and the session can be used again.
   */
  readonly beforeData: (taken: readonly number[]) => Promise<boolean>;
}

/** At DATA and later `beforeData` had said yes. */
export type SmtpCommand = 'MAIL' | 'RCPT' | 'DATA' | 'message';

/**
 * How it ended for one recipient.
 * - accepted: 2xx for the message, and its RCPT before.
 * - refused: the server answered 4xx or 5xx, or does not offer what the transaction needs (`reply` then is the one that
 *   RFCs name for it); nothing was delivered to it.
 * - broken: the connection failed. `endSent`: the final dot, or the last BDAT, may have left, so the outcome is unknown.
 * - withdrawn: `beforeData` said no.
 */
export type RecipientAnswer =
  | { readonly kind: 'accepted'; readonly reply: ServerReply }
  | {
      readonly kind: 'refused';
      readonly command: SmtpCommand;
      readonly reply: ServerReply;
      /** The server was not asked. */
      readonly isOurs?: true;
    }
  | {
      readonly kind: 'broken';
      readonly endSent: boolean;
      /** `beforeData` had said yes for it. */
      readonly begun: boolean;
      readonly error: SmtpConnectionError;
    }
  | { readonly kind: 'withdrawn' };

export interface TransactionResult {
  /** In the order of the transaction's recipients. */
  readonly recipients: readonly RecipientAnswer[];
  /** What was said, without bodies and passwords: `C: MAIL FROM:<…>`, `S: 250 2.1.0 Ok`. Bounded. */
  readonly conversation: readonly string[];
}

/** In milliseconds of the monotonic clock. */
export interface OpenedAt {
  readonly connectedMs: number;
  /** Null: not encrypted. */
  readonly tlsMs: number | null;
}

/** An open connection that may take transactions, one at a time. */
export interface MailSession {
  /** `mx1.example.org [192.0.2.1]:25`; read by `hostOfPeer` */
  readonly peer: string;
  /** Ours, as the server sees it; null where that is not known. */
  readonly localAddress: string | null;
  readonly extensions: Extensions;
  readonly tls: TlsState | null;
  /** When, of the monotonic clock (`performance.now()`). */
  readonly opened: OpenedAt;
  /** Transactions begun. */
  used(): number;
  /** Whether another transaction may begin. */
  isReusable(): boolean;
  /**
   * Refusals and failures are results; rejects only with what `beforeData` rejected with. A server may have closed a session
   * that was used before without our knowing yet: then all are `broken` with `begun: false`, and another connection may help.
   */
  send(transaction: Transaction): Promise<TransactionResult>;
  /** Says QUIT and closes; does not wait for the server's farewell. */
  quit(): void;
  destroy(): void;
}
