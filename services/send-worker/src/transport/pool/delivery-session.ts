import type {
  ConnectResult,
  MailSession,
  RecipientOutcome,
  Transaction,
  TransactionResult,
} from '@postrider/smtp-client';

/*
 * What stands behind a destination: an SMTP connection, or a provider's API that is called as if it were one. Every
 * `MailSession` is a `DeliverySession`: it leaves alone what only providers need, and assigns nothing.
 */

/** A transaction, and what an API wants beside the message. */
export interface DeliveryTransaction extends Transaction {
  /**
   * In the order of the recipients: the local part of the return path that names each of them (`b+…`), also where the
   * transaction's `from` is one for all. It comes back with the provider's events (`recipientTag`).
   */
  readonly recipientTokens: readonly string[];
}

/** What a provider calls the message that it has taken. */
export interface ProviderIdentity {
  /** As its events name it. */
  readonly providerMessageId: string | null;
  /** Message-ID that recipients see, with angle brackets; null: nobody knows it. */
  readonly messageIdHeader: string | null;
}

export type AcceptedRecipient = Extract<RecipientOutcome, { kind: 'accepted' }> & {
  /** Absent: the message left as it was composed, Message-ID included. */
  readonly assigned?: ProviderIdentity;
};

export type DeliveryOutcome = Exclude<RecipientOutcome, { kind: 'accepted' }> | AcceptedRecipient;

/** What is wrong with the transport itself, whoever the recipient is: its host or API is out, or has blocked us. */
export interface TransportFailure {
  readonly cause: 'outage' | 'blocked';
  readonly reason: string;
}

export interface DeliveryResult extends Omit<TransactionResult, 'recipients'> {
  readonly recipients: readonly DeliveryOutcome[];
  /** An API tells it apart from what is about the mail; of SMTP replies it is read (`watchedDestination`). */
  readonly failure?: TransportFailure;
}

export interface DeliverySession extends Omit<MailSession, 'send'> {
  send(transaction: DeliveryTransaction): Promise<DeliveryResult>;
}

export type OpenResult =
  { readonly kind: 'open'; readonly session: DeliverySession } | Exclude<ConnectResult, { kind: 'open' }>;
