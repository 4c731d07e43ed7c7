import assert from 'node:assert';
import type { EventReply, FailureClass } from '@postrider/contracts/outcomes';
import type { BounceType, MessageEventType } from '@postrider/contracts/statuses';
import { nextRetry, type BounceSuppression } from '@postrider/mail';
import { lockedWaitMs } from '@postrider/runtime';
import type { ClaimedMessage, PendingRecipient } from '../claims/claimed-message';
import {
  plainEvent,
  type AttemptOutcome,
  type EventDraft,
  type PhaseDurations,
  type RecipientOutcome,
} from '../outcomes/message-outcome';
import type { Destination } from '../transport/pool/destination';
import { deferralOf, type DeferredAt, type RoundDeferral } from './deferral-of';
import { detailOf } from './delivery-end';
import { deliveryStates, type DeliveryEnd, type ResultState } from './delivery-states';

/** The result for one recipient in this delivery round. */
export interface RecipientResult {
  /** Null: nothing worth recording happened, the recipient just stays queued. */
  readonly outcome: RecipientOutcome | null;
  /** When to try again; null: never, or not by us. */
  readonly retryAt: Date | null;
  /** What it waits for until then; null: it is due again within moments, or never. */
  readonly deferral: RoundDeferral | null;
  readonly counts: boolean;
  /** The Message-ID under which it was accepted; null: not known, or not accepted. */
  readonly messageIdHeader: string | null;
}

/** Whose result it is. */
export interface DeliveryContext {
  readonly message: ClaimedMessage;
  readonly recipient: PendingRecipient;
  /** Where it went, or would have gone; null: that is not known. */
  readonly destination: (DeferredAt & Pick<Destination, 'provider'>) | null;
  readonly now: Date;
  readonly random: () => number;
  /** Null: no server was asked. */
  readonly attempt: AttemptSoFar | null;
}

/** What is known of an attempt when it has ended. */
export interface AttemptSoFar {
  readonly destination: string;
  readonly sourceAddress: string | null;
  readonly transport: string | null;
  readonly tls: string | null;
  readonly startedAt: Date;
  /** Its row was committed before the message could leave. */
  readonly isCommitted: boolean;
  /** `C: ` and `S: ` lines. */
  readonly conversation: readonly string[];
  readonly phases: PhaseDurations;
}

/** The one way to a result. */
export function resultOf(end: DeliveryEnd, context: DeliveryContext): RecipientResult {
  const retryAt = retryTimeOf(end, context);
  const cause = causeOf(end);
  const facts = { context, cause, attempt: attemptOf(end, context), retryAt: null, deferral: null };
  if (retryAt === 'given_up') {
    const detail = `gave up: ${cause.detail ?? 'temporary failures'}`;
    return build('given_up', { ...facts, cause: { ...cause, bounceType: 'soft', detail } });
  }
  if (retryAt === 'expired') {
    return build('expired', { ...facts, cause: { ...causeOf({ state: 'expired' }), reply: cause.reply } });
  }
  const deferral = retryAt && deferralOf(end, { destination: context.destination, detail: cause.detail });
  const result = build(end.state, { ...facts, retryAt, deferral });
  return end.state === 'accepted' ? { ...result, messageIdHeader: end.messageIdHeader } : result;
}

interface Facts {
  readonly context: DeliveryContext;
  readonly cause: Cause;
  readonly attempt: AttemptOutcome | null;
  readonly retryAt: Date | null;
  readonly deferral: RoundDeferral | null;
}

function build(state: ResultState, facts: Facts): RecipientResult {
  const { context, cause, attempt, retryAt, deferral } = facts;
  const { becomes, counts } = deliveryStates[state];
  const events = eventsOf(state, facts);
  const rest = { retryAt, deferral, counts, messageIdHeader: null };
  if (becomes === 'queued' && events.length === 0) return { outcome: null, ...rest };
  const { bounceType, detail, suppression } = cause;
  const { destination, now, recipient } = context;
  const provider = destination?.provider ?? null;
  const outcome: RecipientOutcome = {
    ...{ ordinal: recipient.ordinal, address: recipient.address, at: now, provider },
    status: becomes === 'accepted' ? (cause.isFinal ? 'delivered' : 'sent') : becomes,
    ...{ bounceType, detail, suppression, attempt, events },
    ...(state === 'no_source' && { isPostponed: true }),
  };
  return { outcome, ...rest };
}

/** Identity of the events that a recipient can have only once. */
const once = 'smtp';
/** A shorter wait for a site's budget is not worth an event. */
const busyMinMs = 60_000;

function eventsOf(state: ResultState, { context, cause, retryAt, deferral }: Facts): readonly EventDraft[] {
  const { message, now } = context;
  const { bounceType, detail, failureClass, reply, blocked } = cause;
  const draft = (type: MessageEventType, identity: string): EventDraft => ({
    ...plainEvent(type, identity),
    ...{ detail, failureClass, reply, blocked, nextAttemptAt: retryAt, waiting: deferral?.cause ?? null },
  });
  switch (deliveryStates[state].event) {
    case 'none':
      return [];
    case 'sent':
      return cause.isFinal ? [draft('sent', once), draft('delivered', once)] : [draft('sent', once)];
    case 'delayed':
      return [draft('delivery_delayed', `round ${message.round}`)];
    case 'delayed hourly': {
      const delayedMs = (retryAt?.getTime() ?? 0) - message.firstAttemptAt.getTime();
      const isQuiet = detail === null || (state === 'busy' && delayedMs < busyMinMs);
      return isQuiet ? [] : [draft('delivery_delayed', `${state} ${now.toISOString().slice(0, 13)}`)];
    }
    case 'bounced':
      return [{ ...draft('bounced', once), bounceType }];
    case 'failed':
      return [draft('failed', once)];
  }
}

/** Why, for events and for people who look at the message. */
interface Cause {
  readonly detail: string | null;
  readonly failureClass: FailureClass | null;
  readonly reply: EventReply | null;
  readonly blocked: boolean;
  readonly bounceType: BounceType | null;
  readonly suppression: BounceSuppression | null;
  readonly isFinal: boolean;
}

const noCause: Cause = {
  ...{ detail: null, failureClass: null, reply: null, blocked: false },
  ...{ bounceType: null, suppression: null, isFinal: false },
};

const lockedDetail = 'signing_key: the platform cannot open the signing key of the domain at present';

function causeOf(end: DeliveryEnd): Cause {
  switch (end.state) {
    case 'accepted':
      return { ...noCause, reply: end.reply, isFinal: end.isFinal };
    case 'unanswered':
      return { ...noCause, detail: end.detail };
    case 'refused':
    case 'refused_for_now':
    case 'connection_lost':
    case 'connection_refused':
    case 'no_route':
    case 'no_route_for_now': {
      const { class: failureClass, blocked, bounceType, suppression } = end.classification;
      const { reply } = end;
      return { ...noCause, detail: detailOf(end), failureClass, reply, blocked, bounceType, suppression };
    }
    case 'suspended':
    case 'busy':
      return { ...noCause, detail: end.reason, failureClass: end.failureClass };
    case 'no_source':
      return end.reason === null
        ? noCause
        : { ...noCause, detail: `source: ${end.reason}`, failureClass: 'platform' };
    case 'locked':
      return { ...noCause, detail: lockedDetail, failureClass: 'platform' };
    case 'expired':
      return { ...noCause, detail: 'expired', failureClass: 'expired' };
    case 'unsendable':
      return { ...noCause, detail: end.detail, failureClass: 'unsendable' };
    case 'internal_error':
      return { ...noCause, detail: 'internal error', failureClass: 'platform' };
    case 'too_many_recipients':
    case 'connection_closed':
    case 'lease_lost':
    case 'attempt_not_committed':
    case 'rerouted':
    case 'closing':
    case 'no_thread':
    case 'database_unavailable':
      return noCause;
  }
}

/** An operator may end a longer suspension early, so the message looks again after this time. */
const lookAgainMaxMs = 1_800_000;
/** Spread, so that a backlog does not return all at once. */
const busyMs = { min: 2_000, spread: 8_000 };

/** How long to wait; null: as the retry table says. */
function waitMsOf(end: DeliveryEnd, { message, now, random }: DeliveryContext): number | null {
  if ('classification' in end) return end.classification.retryHintMs;
  if (end.state === 'suspended') {
    return Math.min(lookAgainMaxMs, Math.max(1_000, end.until.getTime() - now.getTime()));
  }
  if (end.state === 'busy') return Math.max(busyMs.min + busyMs.spread * random(), end.retryInMs);
  if (end.state === 'no_source') return end.until.getTime() - now.getTime();
  if (end.state === 'locked') return lockedWaitMs(now.getTime() - message.firstAttemptAt.getTime(), random);
  return null;
}

function retryTimeOf(end: DeliveryEnd, context: DeliveryContext): Date | null | 'given_up' | 'expired' {
  const { message, now } = context;
  const inMs = (waitMs: number): Date => new Date(now.getTime() + waitMs);
  const waitMs = waitMsOf(end, context);
  const { again } = deliveryStates[end.state];
  switch (again) {
    case 'never':
    case 'by another worker':
      return null;
    case 'at once':
      return now;
    case 'after 1 s':
      return inMs(1_000);
    case 'after 2 s':
      return inMs(2_000);
    case 'retry table':
    case 'site reopens':
    case 'site has room':
      return retryWithinLifetime(waitMs, context);
    case 'source available':
    case 'key opens': {
      assert(waitMs !== null, 'it is known when to look again');
      return new Date(Math.min(inMs(waitMs).getTime(), message.expiresAt?.getTime() ?? Infinity));
    }
  }
}

function retryWithinLifetime(
  hintMs: number | null,
  { message, now, random }: DeliveryContext,
): Date | 'given_up' | 'expired' {
  const { round, firstAttemptAt: firstAt, expiresAt } = message;
  const lane = message.lane === 'bulk' ? ('bulk' as const) : ('transactional' as const);
  const question = { round, firstAt, now, lane, hintMs, random };
  const retryAt = nextRetry({ ...question, expiresAt });
  if (retryAt !== 'give_up') return retryAt;
  // We would have gone on trying: only its own `expires_at` ends it.
  return nextRetry(question) === 'give_up' ? 'given_up' : 'expired';
}

/** A message with a hundred recipients stores a hundred of them. Enough for nearly every dialogue; a longer one is cut. */
const conversationCharsMax = 8_000;

/** How the attempt ended; null: there was none. */
function attemptOf(end: DeliveryEnd, { attempt }: DeliveryContext): AttemptOutcome | null {
  if (!attempt) return null;
  const { isCommitted, conversation, phases, ...where } = attempt;
  const said = conversation.join('\n').slice(0, conversationCharsMax).replaceAll('\0', ' ').toWellFormed();
  const common = {
    conversation: said === '' ? null : said,
    providerMessageId: null,
    phases,
    unwritten: isCommitted ? null : where,
  };
  if (end.state === 'accepted') {
    const { text: reply, replyCode, providerMessageId } = end;
    return { ...common, result: 'accepted', replyCode, reply, conversation: null, providerMessageId };
  }
  if (end.state === 'unanswered')
    return { ...common, result: 'unconfirmed', replyCode: null, reply: end.detail };
  if (!('classification' in end)) return null;
  const { text: reply, replyCode, classification } = end;
  return { ...common, result: classification.outcome, replyCode, reply };
}
