import type { PoolClient, Pool } from '@postrider/db';
import type { InboundPurpose, ReturnPathReference } from '@postrider/mail';
import type { Publisher } from '@postrider/messaging';
import type { ProviderName } from '@postrider/providers';
import type { Clock, Logger, Metrics, ThreadPool } from '@postrider/runtime';

/** A mail of the spool that this process has claimed. */
export interface InboundMail {
  readonly id: string;
  /** Envelope sender; empty: the null reverse path. */
  readonly mailFrom: string;
  readonly clientAddress: string;
  readonly clientName: string;
  readonly tls: boolean;
  readonly receivedAt: Date;
  /** As it came. To be copied into a thread, not moved: it may be read again. */
  readonly raw: Buffer;
  /** To whom the time of threads is charged (`ThreadCharge.organizationId`): the host it came to, or for the platform's own host its client. */
  readonly chargedTo: string;
  /** It will not be tried again after this. */
  readonly isLastAttempt: boolean;
}

/** An envelope recipient: an address of ours. */
export interface InboundRecipient {
  readonly address: string;
  readonly purpose: InboundPurpose;
  /** A-labels in lower case. */
  readonly host: string;
  /** What its token names; the signature has been verified. Null: an address without a token. */
  readonly reference: ReturnPathReference | null;
}

/** A mail with those of its recipients that are for one purpose; a notification has none. */
export interface InboundWork {
  readonly mail: InboundMail;
  readonly recipients: readonly InboundRecipient[];
}

/** The result of one purpose of a mail: `inbound_spool.result`, and a label of `inbound_mails`. */
export type InboundFinding =
  // Its recipients carry no token of ours that verifies.
  | 'forged'
  // To an address of a domain that receives at addresses of its own; it answers no known mail.
  | 'mail'
  // Neither a report nor a notification of a kind that is read.
  | 'unrecognised'
  | 'auto-reply'
  // The status or an event of a recipient was recorded.
  | 'acceptance'
  | 'bounce'
  | 'complaint'
  | 'delay'
  | 'delivery'
  | 'rejection'
  // A notification with several of these.
  | 'events'
  // Nothing changed: no such recipient, not the one of the token, a test message, or already known.
  | 'unknown_recipient'
  | 'other_recipient'
  | 'test_mode'
  | 'no_change'
  // A notification of a type that is not recorded.
  | 'ignored'
  | 'not_a_complaint'
  | 'dmarc'
  | 'tls_report'
  // A DMARC or TLS report: the daily limit of the domain, a period too long ago or ahead, or one received before.
  | 'over_daily_limit'
  | 'out_of_range'
  | 'duplicate'
  | 'unknown_domain'
  | 'reply'
  // A reply to no known email, or at a domain that was deleted.
  | 'reply_unmatched'
  | 'domain_deleted';

export interface InboundResult {
  readonly result: InboundFinding;
  /** Tells others of what is committed now. It is not waited for, may not throw, and may never happen: sweeps find what it misses. */
  readonly afterCommit?: () => void;
}

/**
 * What is done with mails of one purpose, in two steps. Both may happen again for the same mail, also in another process
 * at the same time; only one `record` commits.
 */
export interface InboundHandler<Prepared> {
  /**
   * Everything that takes time, before the transaction: reading the mail in a thread, DNS, rows that do not change.
   * @throws UnreadableMail when it will never be readable; whatever else it throws is tried again, a few times
   */
  prepare(work: InboundWork): Promise<Prepared>;
  /** Within the transaction that settles the mail: the database and nothing else. */
  record(client: PoolClient, work: InboundWork, prepared: Prepared): Promise<InboundResult>;
}

/** What is in the spool: mails by the purpose of the address they came to, mailboxes with replies; notifications by their provider. */
export type InboundKind = Exclude<InboundPurpose, 'mailbox'> | ProviderName;

export type InboundHandlers = Readonly<Record<InboundKind, InboundHandler<unknown>>>;

/** What handlers are made of. */
export interface InboundHandlerOptions {
  /** For a thread to read one mail. After three timeouts it is unreadable. */
  readonly readMs: number;
  readonly pool: Pool;
  /** Threads of their own: reading never waits for composing, nor the other way round. */
  readonly threads: ThreadPool;
  readonly publisher: Publisher;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** The mail is marked unreadable with this reason. */
export class UnreadableMail extends Error {
  override readonly name = 'UnreadableMail';
}

/** Something else has to happen first. Counts as an attempt; the last one goes on without it (`isLastAttempt`). */
export class TryAgainLater extends Error {
  override readonly name = 'TryAgainLater';
}
