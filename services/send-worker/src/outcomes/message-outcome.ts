import type { Deferral, DeferralCause } from '@postrider/contracts/emails';
import { newId } from '@postrider/contracts/ids';
import type { EventReply, FailureClass } from '@postrider/contracts/outcomes';
import type { BounceType, EmailStatus, MessageEventType } from '@postrider/contracts/statuses';
import { normaliseAddress, type BounceSuppression } from '@postrider/mail';
import type { ServerReply } from '@postrider/smtp-client';
import type { ClaimedMessage } from '../claims/claimed-message';

/**
 * How long the phases of an attempt took, in milliseconds, each since the phase before: until the connection was there (opened, or free),
 * until it was encrypted, until the body began to leave, until the attempt ended. Null: there was no such phase, and the next one counts
 * from the one before. A column stores them in this order.
 */
export type PhaseDurations = readonly [
  connected: number | null,
  tls: number | null,
  data: number | null,
  ended: number,
];

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
  readonly phases: PhaseDurations;
  /** Of an attempt that ended before its row was committed, which is then written whole. Null: the row exists and is closed. */
  readonly unwritten: {
    readonly destination: string;
    readonly sourceAddress: string | null;
    readonly transport: string | null;
    readonly tls: string | null;
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
  /** Of a deferral: what the recipient waits for until then. */
  readonly waiting: DeferralCause | null;
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
export interface RoundEnd {
  /** When the remaining recipients are due; null when none remain. */
  readonly dueAt: Date | null;
  /** What keeps the recipient that is due last; null: nothing, or none remains. */
  readonly deferral?: Omit<Deferral, 'since'> | null;
  /** False when nothing was tried: the round is not counted, and the back-off does not advance. */
  readonly isCounted: boolean;
}

/** Results of one message's delivery so far. They are recorded in one transaction, and may be recorded again. */
export interface MessageOutcome {
  readonly message: ClaimedMessage;
  readonly recipients: readonly RecipientOutcome[];
  /** With angle brackets, once a destination has accepted the message. */
  readonly messageIdHeader: string | null;
  /** Null: recipients remain that are still being attempted. */
  readonly roundEnd: RoundEnd | null;
}

/** An event without anything special about it. */
export function plainEvent(type: MessageEventType, identity: string): EventDraft {
  return {
    ...{ type, identity, bounceType: null, detail: null },
    ...{ failureClass: null, nextAttemptAt: null, waiting: null, reply: null, url: null, blocked: false },
  };
}

/** Enough for what servers say; what a hostile one says does not fill webhooks. */
const textCharsMax = 500;
const hostCharsMax = 255;

/** What customers see of a server's reply: `reply` of an event. */
export function eventReplyOf(host: string, { code, text }: ServerReply): EventReply {
  return { host: host.slice(0, hostCharsMax), code, text: text.slice(0, textCharsMax).toWellFormed() };
}

/*
 * The JSON that the statements of `outcomes.repository.ts` read: members are columns there, and an absent member is
 * null. Recording a hundred messages with one recipient each takes 14 ms this way, and 21 ms by `unnest` of 30 arrays; this
 * process needs less than half the time for it.
 */

/** Each message once, since several outcomes of one message may share a transaction. */
export function messageRows(outcomes: readonly MessageOutcome[]): readonly { readonly id: string }[] {
  const byId = new Map<string, MessageRow>();
  for (const { message, recipients, roundEnd, messageIdHeader } of outcomes) {
    const row = byId.get(message.id) ?? newMessageRow(message);
    byId.set(message.id, row);
    if (recipients.length === 0 || recipients.some(({ isPostponed }) => !isPostponed)) {
      row.first_attempt_at = message.firstAttemptAt;
    }
    row.sent_at ??= recipients.find(({ events }) => events.some(({ type }) => type === 'sent'))?.at;
    row.message_id_header ??= messageIdHeader ?? undefined;
    if (!roundEnd) continue;
    row.is_released = true;
    row.due_at = roundEnd.dueAt ?? undefined;
    row.is_uncounted = !roundEnd.isCounted;
    row.deferral = roundEnd.deferral ?? undefined;
  }
  return [...byId.values()];
}

interface MessageRow {
  readonly id: string;
  readonly round: number;
  /** Absent when the message only waited for one of our addresses: the time after which we give up has not begun. */
  first_attempt_at: Date | undefined;
  is_released: boolean;
  is_uncounted: boolean;
  due_at: Date | undefined;
  deferral: Omit<Deferral, 'since'> | undefined;
  sent_at: Date | undefined;
  message_id_header: string | undefined;
}

function newMessageRow({ id, round }: ClaimedMessage): MessageRow {
  return {
    id,
    round,
    first_attempt_at: undefined,
    is_released: false,
    is_uncounted: false,
    due_at: undefined,
    deferral: undefined,
    sent_at: undefined,
    message_id_header: undefined,
  };
}

export function recipientRows(outcomes: readonly MessageOutcome[]): readonly object[] {
  return outcomes.flatMap(({ message, recipients }) =>
    recipients.map(({ ordinal, status, at, bounceType, detail, provider, attempt }) => ({
      message_id: message.id,
      ordinal,
      status,
      at,
      bounce_type: bounceType ?? undefined,
      detail: detail ?? undefined,
      provider: provider ?? undefined,
      round: message.round,
      closes_attempt: attempt?.unwritten === null,
      result: attempt?.result,
      reply_code: attempt?.replyCode ?? undefined,
      reply: attempt?.reply ?? undefined,
      conversation: attempt?.conversation ?? undefined,
      provider_message_id: attempt?.providerMessageId ?? undefined,
      phases: attempt?.phases,
      started_at: attempt?.unwritten?.startedAt,
      destination: attempt?.unwritten?.destination,
      source_address: attempt?.unwritten?.sourceAddress ?? undefined,
      transport: attempt?.unwritten?.transport ?? undefined,
      tls: attempt?.unwritten?.tls ?? undefined,
    })),
  );
}

/** A domain may come back, and the entry would stay forever; so the address is tried again after this time. */
const validationLastsMs = 30 * 24 * 3_600_000;

/** One row for each address: a statement may not touch the same row twice. */
export function suppressionRows(outcomes: readonly MessageOutcome[]): readonly object[] {
  const byKey = new Map<string, object>();
  for (const { message, recipients } of outcomes) {
    for (const { suppression, address, at } of recipients) {
      if (!suppression) continue;
      const email = normaliseAddress(address);
      byKey.set(`${message.organizationId} ${email}`, {
        id: newId(),
        organization_id: message.organizationId,
        email,
        reason: suppression,
        message_id: message.id,
        expires_at: suppression === 'validation' ? new Date(at.getTime() + validationLastsMs) : undefined,
      });
    }
  }
  return [...byKey.values()];
}

/** An event as it is stored, with everything that publishing it needs. */
export interface RecordedEvent {
  readonly id: string;
  readonly message: ClaimedMessage;
  readonly messageIdHeader: string | null;
  readonly recipient: RecipientOutcome;
  readonly draft: EventDraft;
}

/** The events of outcomes, with fresh ids. */
export function eventsOf(outcomes: readonly MessageOutcome[]): readonly RecordedEvent[] {
  return outcomes.flatMap(({ message, messageIdHeader, recipients }) =>
    recipients.flatMap((recipient) =>
      recipient.events.map((draft) => ({
        id: newId(),
        message,
        messageIdHeader: messageIdHeader ?? message.messageIdHeader,
        recipient,
        draft,
      })),
    ),
  );
}

export function eventRows(events: readonly RecordedEvent[]): readonly object[] {
  return events.map(({ id, message, recipient, draft }) => ({
    id,
    message_id: message.id,
    organization_id: message.organizationId,
    ordinal: recipient.ordinal,
    recipient: recipient.address,
    type: draft.type,
    identity: draft.identity,
    occurred_at: recipient.at,
    mode: message.mode,
    bounce_type: draft.bounceType ?? undefined,
    detail: draft.detail ?? undefined,
    failure_class: draft.failureClass ?? undefined,
    next_attempt_at: draft.nextAttemptAt ?? undefined,
    waiting: draft.waiting ?? undefined,
    reply: draft.reply ?? undefined,
    url: draft.url ?? undefined,
    provider: recipient.provider ?? undefined,
    blocked: draft.blocked,
  }));
}
