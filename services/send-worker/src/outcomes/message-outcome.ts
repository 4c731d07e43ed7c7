import type { BounceType, EmailStatus, FailureClass, MessageEventType } from '@postrider/contracts';
import type { SuppressionReason } from '@postrider/mail';
import type { ClaimedMessage } from '../claims/claimed-message';

/** What a recipient becomes; `queued` again after a deferral. */
export type RecipientStatus = Exclude<EmailStatus, 'sending' | 'suppressed' | 'canceled'>;

export type AttemptResult = 'accepted' | 'deferred' | 'bounced' | 'unconfirmed';

export interface AttemptOutcome {
  readonly result: AttemptResult;
  readonly replyCode: number | null;
  readonly reply: string | null;
  /** What was said, a line each; null of what was accepted. */
  readonly conversation: string | null;
  /** By which a provider's events name the mail. */
  readonly providerMessageId: string | null;
  /** Of a try that ended before its row was committed: written as a whole. Null: the row is there, and is closed. */
  readonly unwritten: {
    readonly destination: string;
    readonly sourceAddress: string | null;
    readonly transport: string | null;
    readonly startedAt: Date;
  } | null;
}

export interface EventDraft {
  readonly type: MessageEventType;
  /** What makes it the same fact when it is recorded twice, for example the delivery pass. */
  readonly identity: string;
  readonly bounceType: BounceType | null;
  readonly detail: string | null;
  /** Of what did not arrive: why. */
  readonly failureClass: FailureClass | null;
  /** Of a deferral: when this recipient is due again. */
  readonly nextAttemptAt: Date | null;
  /** The provider blocked or throttled us. */
  readonly blocked: boolean;
}

export interface RecipientOutcome {
  readonly ordinal: number;
  readonly address: string;
  readonly at: Date;
  readonly status: RecipientStatus;
  readonly bounceType: BounceType | null;
  readonly detail: string | null;
  /** Mailbox provider, where it is known. */
  readonly provider: string | null;
  /** How this pass's try ended; null when no server was asked. */
  readonly attempt: AttemptOutcome | null;
  /** Why the address belongs on the organization's suppression list; null: it does not. */
  readonly suppression: SuppressionReason | null;
  readonly events: readonly EventDraft[];
  /** No address of ours could send it: its patience with the destination has not begun. */
  readonly isPostponed?: true;
}

/** Gives the message back: finished, or queued again for the recipients that remain. */
export interface Release {
  /** When the remaining recipients are due; null when none remain. */
  readonly dueAt: Date | null;
  /** False when nothing was tried: the pass is not counted, and the back-off does not advance. */
  readonly countsPass: boolean;
}

/** What one message's delivery has brought so far; recorded in one transaction, repeatable. */
export interface MessageOutcome {
  readonly message: ClaimedMessage;
  readonly recipients: readonly RecipientOutcome[];
  /** With angle brackets, once a destination has accepted the message. */
  readonly messageIdHeader: string | null;
  readonly release: Release | null;
}

/** An event without anything special about it. */
export function plainEvent(type: MessageEventType, identity: string): EventDraft {
  return {
    ...{ type, identity, bounceType: null, detail: null },
    ...{ failureClass: null, nextAttemptAt: null, blocked: false },
  };
}
