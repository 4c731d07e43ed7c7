import type {
  BounceType,
  EmailStatus,
  EventReply,
  FailureClass,
  MessageEventType,
} from '@postrider/contracts';
import type { BounceSuppression } from '@postrider/mail';
import type { ClaimedMessage } from '../claims/claimed-message';

/** What a recipient becomes; `queued` again after a deferral. */
export type RecipientStatus = Exclude<EmailStatus, 'sending' | 'suppressed' | 'canceled'>;

export type AttemptResult = 'accepted' | 'deferred' | 'bounced' | 'unconfirmed';

export interface AttemptOutcome {
  readonly result: AttemptResult;
  readonly replyCode: number | null;
  readonly reply: string | null;
  /** The dialogue, line by line; null if the message was accepted. */
  readonly conversation: string | null;
  /** The id by which the provider's events name the mail. */
  readonly providerMessageId: string | null;
  /** Of an attempt that ended before its row was committed, which is then written whole. Null: the row exists and is closed. */
  readonly unwritten: {
    readonly destination: string;
    readonly sourceAddress: string | null;
    readonly transport: string | null;
    readonly startedAt: Date;
  } | null;
}

export interface EventDraft {
  readonly type: MessageEventType;
  /** By which an event that is recorded twice is recognised, for example the delivery round. */
  readonly identity: string;
  readonly bounceType: BounceType | null;
  readonly detail: string | null;
  /** Why the mail did not arrive; null for other events. */
  readonly failureClass: FailureClass | null;
  /** Of a deferral: when this recipient is due again. */
  readonly nextAttemptAt: Date | null;
  /** What the receiving server answered; null: none did. */
  readonly reply: EventReply | null;
  /** The link of a simulated click; null for other events. */
  readonly url: string | null;
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
  /** How this round's attempt ended; null when no server was asked. */
  readonly attempt: AttemptOutcome | null;
  /** Why the address belongs on the organization's suppression list; null: it does not. */
  readonly suppression: BounceSuppression | null;
  readonly events: readonly EventDraft[];
  /** None of our addresses could send it: the time after which we give up has not begun. */
  readonly isPostponed?: true;
}

/** Ends the claim of the message: finished, or queued again for the recipients that remain. */
export interface Release {
  /** When the remaining recipients are due; null when none remain. */
  readonly dueAt: Date | null;
  /** False when nothing was tried: the round is not counted, and the back-off does not advance. */
  readonly countsRound: boolean;
}

/** Results of one message's delivery so far. They are recorded in one transaction, and may be recorded again. */
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
    ...{ failureClass: null, nextAttemptAt: null, reply: null, url: null, blocked: false },
  };
}
