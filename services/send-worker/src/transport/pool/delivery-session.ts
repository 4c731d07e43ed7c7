import type { DeliveryOutcome, TransportFailure } from '@postrider/providers';
import type {
  ConnectResult,
  MailSession,
  TlsState,
  Transaction,
  TransactionResult,
} from '@postrider/smtp-client';

/*
 * What stands behind a destination: an SMTP connection, or a provider's API that is called as if it were one. Every
 * `MailSession` is a `DeliverySession`: it leaves alone what only providers need, and assigns nothing.
 */

export type { DeliveryOutcome } from '@postrider/providers';

/** A transaction, and what an API wants beside the message. */
export interface DeliveryTransaction extends Transaction {
  /**
   * In the order of the recipients: the local part of the return path that names each of them (`b+…`), also where the
   * transaction's `from` is one for all. It comes back with the provider's events (`recipientTag`).
   */
  readonly recipientTokens: readonly string[];
}

export interface DeliveryResult extends Omit<TransactionResult, 'recipients'> {
  readonly recipients: readonly DeliveryOutcome[];
  /** An API tells it apart from what is about the mail; of SMTP replies it is read (`watchedDestination`). */
  readonly failure?: TransportFailure;
}

export interface DeliverySession extends Omit<MailSession, 'send' | 'tls' | 'opened'> {
  /** Absent: it is no SMTP connection. */
  readonly opened?: MailSession['opened'];
  /** Null: not encrypted; undefined: it is no SMTP connection. */
  readonly tls: TlsState | null | undefined;
  send(transaction: DeliveryTransaction): Promise<DeliveryResult>;
}

export type OpenResult =
  { readonly kind: 'open'; readonly session: DeliverySession } | Exclude<ConnectResult, { kind: 'open' }>;
