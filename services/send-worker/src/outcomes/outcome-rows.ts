import { newId } from '@postrider/contracts';
import { normaliseAddress } from '@postrider/mail';
import type { ClaimedMessage } from '../claims/claimed-message';
import type { EventDraft, MessageOutcome, RecipientOutcome } from './message-outcome';

/** An event as it was written, with all that its publication needs. */
export interface RecordedEvent {
  readonly id: string;
  readonly message: ClaimedMessage;
  readonly messageIdHeader: string | null;
  readonly recipient: RecipientOutcome;
  readonly draft: EventDraft;
}

interface MessageRow {
  readonly round: number;
  readonly firstAttemptAt: Date;
  release: boolean;
  dueAt: Date | null;
  uncount: boolean;
  sentAt: Date | null;
  header: string | null;
}

/** Columns of the messages concerned, each message once: several outcomes of one may share a transaction. */
export function messageRows(outcomes: readonly MessageOutcome[]) {
  const byId = new Map<string, MessageRow>();
  for (const { message, recipients, release, messageIdHeader } of outcomes) {
    const row = byId.get(message.id) ?? {
      round: message.round,
      firstAttemptAt: message.firstAttemptAt,
      release: false,
      dueAt: null,
      uncount: false,
      sentAt: null,
      header: null,
    };
    byId.set(message.id, row);
    row.sentAt ??= sentTime(recipients);
    row.header ??= messageIdHeader;
    if (!release) continue;
    row.release = true;
    row.dueAt = release.dueAt;
    row.uncount = !release.countsRound;
  }
  const rows = [...byId.values()];
  return {
    ids: [...byId.keys()],
    rounds: rows.map((row) => row.round),
    releases: rows.map((row) => row.release),
    dueTimes: rows.map((row) => row.dueAt),
    uncounts: rows.map((row) => row.uncount),
    sentTimes: rows.map((row) => row.sentAt),
    headers: rows.map((row) => row.header),
    firstAttemptTimes: rows.map((row) => row.firstAttemptAt),
  };
}

function sentTime(recipients: readonly RecipientOutcome[]): Date | null {
  return recipients.find(({ events }) => events.some(({ type }) => type === 'sent'))?.at ?? null;
}

export function recipientRows(outcomes: readonly MessageOutcome[]) {
  const rows = outcomes.flatMap(({ message, recipients }) =>
    recipients.map((recipient) => ({ message, recipient })),
  );
  return {
    messageIds: rows.map(({ message }) => message.id),
    ordinals: rows.map(({ recipient }) => recipient.ordinal),
    statuses: rows.map(({ recipient }) => recipient.status),
    bounceTypes: rows.map(({ recipient }) => recipient.bounceType),
    details: rows.map(({ recipient }) => recipient.detail),
    providers: rows.map(({ recipient }) => recipient.provider),
    times: rows.map(({ recipient }) => recipient.at),
    rounds: rows.map(({ message }) => message.round),
    results: rows.map(({ recipient }) => recipient.attempt?.result ?? null),
    replyCodes: rows.map(({ recipient }) => recipient.attempt?.replyCode ?? null),
    replies: rows.map(({ recipient }) => recipient.attempt?.reply ?? null),
  };
}

/** One row an address: a statement may not touch the same row twice. */
export function suppressionRows(outcomes: readonly MessageOutcome[]) {
  const byKey = new Map<string, { organizationId: string; email: string; messageId: string }>();
  for (const { message, recipients } of outcomes) {
    for (const { suppress, address } of recipients) {
      if (!suppress) continue;
      const email = normaliseAddress(address);
      byKey.set(`${message.organizationId} ${email}`, {
        organizationId: message.organizationId,
        email,
        messageId: message.id,
      });
    }
  }
  const rows = [...byKey.values()];
  return {
    ids: rows.map(() => newId()),
    organizationIds: rows.map((row) => row.organizationId),
    emails: rows.map((row) => row.email),
    messageIds: rows.map((row) => row.messageId),
  };
}

/** The events with fresh ids, and their columns in the order of the statement's parameters. */
export function eventRows(outcomes: readonly MessageOutcome[]): {
  events: readonly RecordedEvent[];
  columns: readonly (readonly unknown[])[];
} {
  const events = outcomes.flatMap(({ message, messageIdHeader, recipients }) =>
    recipients.flatMap((recipient) =>
      recipient.events.map((draft): RecordedEvent => ({
        id: newId(),
        message,
        messageIdHeader: messageIdHeader ?? message.messageIdHeader,
        recipient,
        draft,
      })),
    ),
  );
  return {
    events,
    columns: [
      events.map(({ id }) => id),
      events.map(({ message }) => message.id),
      events.map(({ message }) => message.organizationId),
      events.map(({ recipient }) => recipient.ordinal),
      events.map(({ recipient }) => recipient.address),
      events.map(({ draft }) => draft.type),
      events.map(({ draft }) => draft.identity),
      events.map(({ recipient }) => recipient.at),
      events.map(({ message }) => message.mode),
      events.map(({ draft }) => draft.bounceType),
      events.map(({ draft }) => draft.detail),
      events.map(({ recipient }) => recipient.provider),
      events.map(({ draft }) => draft.blocked),
    ],
  };
}
