import type { EventReply, FailureClass } from '@postrider/contracts';
import {
  classifySmtpReply,
  classifyTransportFailure,
  nextRetry,
  type DestinationReply,
  type ReplyClassification,
} from '@postrider/mail';
import { lockedWaitMs } from '@postrider/runtime';
import { failureText, replyLine, type SmtpCommand } from '@postrider/smtp-client';
import type { ClaimedMessage, PendingRecipient } from '../claims/claimed-message';
import { replyOfGreeting, replyOfPeer } from '../outcomes/event-reply';
import {
  plainEvent,
  type AttemptOutcome,
  type EventDraft,
  type RecipientOutcome,
} from '../outcomes/message-outcome';
import { classifyUnreachable, unreachableText, type Unreachable } from '../transport/pool/connect-any';
import type { AcceptedRecipient, DeliveryOutcome } from '../transport/pool/delivery-session';
import type { Suspended } from '../transport/budgets/suspended';
import type { UsedUp } from '../transport/pool/site-queue';
import type { Postponed } from '../transport/sources/source';

/** What became of one recipient in this delivery pass. */
export interface RecipientResult {
  /** Null: nothing worth recording happened, the recipient just stays queued. */
  readonly outcome: RecipientOutcome | null;
  /** When to try again; null when it is settled. */
  readonly retryAt: Date | null;
  /** Whether a server was asked: only then does the back-off advance. */
  readonly tried: boolean;
  /** The Message-ID under which it was accepted; null: unknown, or not accepted. */
  readonly messageIdHeader?: string | null;
}

/** What all results of a recipient share. */
export interface DeliveryContext {
  readonly message: ClaimedMessage;
  readonly recipient: PendingRecipient;
  readonly provider: string | null;
  readonly now: Date;
  readonly random: () => number;
  /** The attempt that ended in this result; left out: no server was asked. */
  readonly attempt?: AttemptSoFar;
}

/** Of a recipient for whom a server was asked. */
export interface AttemptedContext extends DeliveryContext {
  readonly attempt: AttemptSoFar;
}

/** What is known of an attempt when it has ended. */
export interface AttemptSoFar {
  readonly destination: string;
  readonly sourceAddress: string | null;
  readonly transport: string | null;
  readonly startedAt: Date;
  /** Its row was committed before the message could leave. */
  readonly isBegun: boolean;
  /** `C: ` and `S: ` lines. */
  readonly conversation: readonly string[];
}

/** Identity of the events that a recipient can have only once. Deferrals, which repeat, are identified by their pass or hour. */
const once = 'smtp';

export function settled(
  { recipient, provider, now }: DeliveryContext,
  fields: Pick<RecipientOutcome, 'status' | 'events'> & Partial<RecipientOutcome>,
): RecipientResult {
  const outcome: RecipientOutcome = {
    ordinal: recipient.ordinal,
    address: recipient.address,
    at: now,
    bounceType: null,
    detail: null,
    provider,
    attempt: null,
    suppression: null,
    ...fields,
  };
  return { outcome, retryAt: null, tried: true };
}

export function acceptedResult(
  context: AttemptedContext,
  {
    accepted: { reply, assigned },
    isFinal,
    messageIdHeader,
  }: {
    accepted: AcceptedRecipient;
    isFinal: boolean;
    /** Ours, which a provider may have replaced. */
    messageIdHeader: string;
  },
): RecipientResult {
  const accepted = { reply: replyOfPeer(context.attempt.destination, reply) };
  const types = isFinal ? (['sent', 'delivered'] as const) : (['sent'] as const);
  const events = types.map((type) => ({ ...plainEvent(type, once), ...accepted }));
  const ended = attemptOutcome(context.attempt, {
    result: 'accepted',
    replyCode: reply.code,
    reply: replyLine(reply),
  });
  const attempt = { ...ended, conversation: null, providerMessageId: assigned?.providerMessageId ?? null };
  return {
    ...settled(context, { status: isFinal ? 'delivered' : 'sent', events, attempt }),
    messageIdHeader: assigned ? assigned.messageIdHeader : messageIdHeader,
  };
}

type Ending = Pick<AttemptOutcome, 'result' | 'replyCode' | 'reply'>;

function attemptOutcome({ isBegun, conversation, ...where }: AttemptSoFar, ending: Ending): AttemptOutcome {
  const said = conversation.join('\n').slice(0, conversationCharsMax).replaceAll('\0', ' ').toWellFormed();
  return {
    ...ending,
    conversation: said === '' ? null : said,
    providerMessageId: null,
    unwritten: isBegun ? null : where,
  };
}

/** A message with a hundred recipients stores a hundred of them. Enough for nearly every dialogue; a longer one is cut. */
const conversationCharsMax = 8_000;

/** The final dot may have left and no answer came. Nobody knows whether the mail arrived, so it is never sent again. */
export function unconfirmedResult(context: AttemptedContext, detail: string): RecipientResult {
  const attempt = attemptOutcome(context.attempt, { result: 'unconfirmed', replyCode: null, reply: detail });
  return settled(context, { status: 'unconfirmed', events: [], detail, attempt });
}

export interface Failure {
  readonly detail: string;
  readonly failureClass: FailureClass;
}

/** Not handed over by its `expires_at`. */
export const expired: Failure = { detail: 'expired', failureClass: 'expired' };

export function failedResult(
  context: DeliveryContext,
  { detail, failureClass }: Failure,
  {
    attempt = null,
    reply = null,
  }: { readonly attempt?: RecipientOutcome['attempt']; readonly reply?: EventReply | null } = {},
): RecipientResult {
  const events = [{ ...plainEvent('failed', once), detail, failureClass, reply }];
  return settled(context, { status: 'failed', detail, events, attempt });
}

export const stages: Readonly<Record<SmtpCommand, NonNullable<DestinationReply['stage']>>> = {
  MAIL: 'mail',
  RCPT: 'rcpt',
  DATA: 'data',
  message: 'data',
};

/** What a refusal or a broken connection before the final dot means. */
export function refusedResult(
  context: DeliveryContext,
  result: Extract<DeliveryOutcome, { kind: 'refused' | 'broken' }>,
): RecipientResult & { readonly classification: ReplyClassification } {
  if (result.kind === 'broken') {
    const classification = classifyTransportFailure(
      result.error.code === 'ETIMEDOUT' ? 'timeout' : 'connection_lost',
    );
    const text = failureText(result.error);
    return { ...classifiedResult(context, { classification, text, replyCode: null }), classification };
  }
  const { reply, command, isOurs } = result;
  const { provider, attempt } = context;
  const classification = classifySmtpReply({ ...reply, stage: stages[command], provider });
  const classified = {
    ...{ classification, text: replyLine(reply), replyCode: reply.code },
    reply: attempt && !isOurs ? replyOfPeer(attempt.destination, reply) : null,
  };
  return { ...classifiedResult(context, classified), classification };
}

interface Classified {
  readonly classification: ReplyClassification;
  readonly text: string;
  readonly replyCode: number | null;
  /** Left out: no server answered, or nothing that customers should see. */
  readonly reply?: EventReply | null;
}

export function classifiedResult(context: DeliveryContext, classified: Classified): RecipientResult {
  const { classification, text, replyCode, reply = null } = classified;
  const detail = classification.class === null ? text : `${classification.class}: ${text}`;
  const attempt =
    context.attempt === undefined
      ? null
      : attemptOutcome(context.attempt, { result: classification.outcome, replyCode, reply: text });
  if (classification.outcome === 'deferred') {
    const event = {
      ...plainEvent('delivery_delayed', `round ${context.message.pass}`),
      detail,
      failureClass: classification.class,
      reply,
      blocked: classification.blocked,
    };
    return deferred(context, { event, hintMs: classification.retryHintMs, attempt });
  }
  const event: EventDraft = {
    ...plainEvent('bounced', once),
    bounceType: classification.bounceType,
    detail,
    failureClass: classification.class,
    reply,
  };
  return settled(context, {
    status: 'bounced',
    bounceType: classification.bounceType,
    detail,
    events: [event],
    attempt,
    suppression: classification.suppression,
  });
}

/** No connection. If the site is suspended, the message waits for the site; otherwise the message itself is deferred. */
export function unreachableResult(
  context: DeliveryContext,
  { failure, suspended }: { failure: Unreachable; suspended: Suspended | undefined },
): RecipientResult {
  if (suspended) return suspendedResult(context, suspended);
  return classifiedResult(context, {
    classification: classifyUnreachable(failure),
    text: unreachableText(failure),
    replyCode: failure.kind === 'refused' ? failure.reply.code : null,
    reply: replyOfGreeting(failure),
  });
}

/** An operator may end a longer suspension early, so the message looks again after this time. */
const lookAgainMaxMs = 1_800_000;
const busyMs = { min: 2_000, spread: 8_000 };
const toldAfterMs = 60_000;

/** The whole site waits. At most one event an hour tells why; the message's own back-off stands still. */
export function suspendedResult(
  context: DeliveryContext,
  { until, failureClass, reason }: Suspended,
): RecipientResult {
  const hour = context.now.toISOString().slice(0, 13);
  const event = { ...plainEvent('delivery_delayed', `suspended ${hour}`), detail: reason, failureClass };
  const hintMs = Math.min(lookAgainMaxMs, Math.max(1_000, until.getTime() - context.now.getTime()));
  return { ...deferred(context, { event, hintMs, attempt: null }), tried: false };
}

/**
 * The site's budget is used up. The message comes back in a few seconds, spread so that a backlog does not return all at once, or
 * when its turn may come. A delay of more than a minute is reported as an event, once an hour.
 */
export function busyResult(context: DeliveryContext, usedUp: UsedUp): RecipientResult {
  const { message, now, random } = context;
  const hintMs = Math.max(busyMs.min + busyMs.spread * random(), usedUp.retryInMs);
  const waitedMs = now.getTime() + hintMs - message.firstAttemptAt.getTime();
  if (waitedMs < toldAfterMs) {
    return { outcome: null, retryAt: new Date(now.getTime() + hintMs), tried: false };
  }
  const { failureClass, reason: detail } = usedUp;
  const event = {
    ...plainEvent('delivery_delayed', `busy ${now.toISOString().slice(0, 13)}`),
    detail,
    failureClass,
  };
  return { ...deferred(context, { event, hintMs, attempt: null }), tried: false };
}

/** None of our addresses may send it now. Nothing was tried, so it does not count towards giving up; one event an hour says why. */
export function postponedResult(context: DeliveryContext, { until, reason }: Postponed): RecipientResult {
  const { message, now } = context;
  const retryAt = new Date(Math.min(until.getTime(), message.expiresAt?.getTime() ?? Infinity));
  if (reason === null) return { outcome: null, retryAt, tried: false };
  const detail = `source: ${reason}`;
  const event: EventDraft = {
    ...plainEvent('delivery_delayed', `source ${now.toISOString().slice(0, 13)}`),
    ...{ detail, failureClass: 'platform', nextAttemptAt: retryAt },
  };
  return {
    ...settled(context, { status: 'queued', detail, events: [event], isPostponed: true }),
    retryAt,
    tried: false,
  };
}

/** The domain's signing key cannot be opened. Nothing was tried, so it does not count towards giving up; one event an hour says why. */
export function lockedResult(context: DeliveryContext): RecipientResult {
  const { message, now, random } = context;
  const waitedMs = now.getTime() - message.firstAttemptAt.getTime();
  const nextMs = now.getTime() + lockedWaitMs(waitedMs, random);
  const retryAt = new Date(Math.min(nextMs, message.expiresAt?.getTime() ?? nextMs));
  const detail = 'signing_key: the platform cannot open the signing key of the domain at present';
  const event: EventDraft = {
    ...plainEvent('delivery_delayed', `locked ${now.toISOString().slice(0, 13)}`),
    ...{ detail, failureClass: 'platform', nextAttemptAt: retryAt },
  };
  return { ...settled(context, { status: 'queued', detail, events: [event] }), retryAt, tried: false };
}

interface Deferral {
  readonly event: EventDraft;
  readonly hintMs: number | null;
  readonly attempt: RecipientOutcome['attempt'];
}

function deferred(context: DeliveryContext, { event, hintMs, attempt }: Deferral): RecipientResult {
  const { message, now, random } = context;
  const question = {
    attempt: message.pass,
    firstAt: message.firstAttemptAt,
    now,
    lane: message.lane === 'bulk' ? ('bulk' as const) : ('transactional' as const),
    hintMs,
    random,
  };
  const retryAt = nextRetry({ ...question, expiresAt: message.expiresAt });
  if (retryAt !== 'give_up') {
    const { detail } = event;
    const events = [{ ...event, nextAttemptAt: retryAt }];
    return { ...settled(context, { status: 'queued', detail, events, attempt }), retryAt };
  }
  // We would have gone on trying: only its own `expires_at` ends it.
  if (nextRetry(question) !== 'give_up')
    return failedResult(context, expired, { attempt, reply: event.reply });
  const detail = `gave up: ${event.detail ?? 'temporary failures'}`;
  const bounce: EventDraft = {
    ...plainEvent('bounced', once),
    bounceType: 'soft',
    detail,
    failureClass: event.failureClass,
    reply: event.reply,
    blocked: event.blocked,
  };
  return settled(context, { status: 'bounced', bounceType: 'soft', detail, events: [bounce], attempt });
}
