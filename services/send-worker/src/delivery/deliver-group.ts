import assert from 'node:assert';
import { classifyTransportFailure } from '@postrider/mail';
import { type Clock, inSpan, isEngineUnavailable, type Logger } from '@postrider/runtime';
import { placeOf, type ClaimedMessage, type PendingRecipient } from '../claims/claimed-message';
import type { ConnectionPool } from '../transport/pool/connection-pool';
import type { DeliveryOutcome, DeliveryResult, DeliverySession } from '../transport/pool/delivery-session';
import type { Destination } from '../transport/pool/destination';
import type { Acquired } from '../transport/pool/site-queue';
import type { Attempt } from './attempts.repository';
import type { CommitAttempts } from './commit-attempts';
import type { ComposedMessage } from './compose';
import type { CountAttempts } from './count-attempts';
import { missingExtension, needsUtf8 } from './missing-extension';
import type { Pacer } from './pacer';
import type { MessagesInHand } from './messages-in-hand';
import type { Transaction, TransactionsInFlight } from './transactions-in-flight';
import type { RecipientGroup } from './group-recipients';
import {
  acceptedResult,
  expired,
  failedResult,
  classifiedResult,
  postponedResult,
  refusedResult,
  stages,
  suspendedResult,
  unconfirmedResult,
  unreachableResult,
  type AttemptedContext,
  type DeliveryContext,
  type RecipientResult,
  busyResult,
} from './recipient-result';

export interface DeliverGroup {
  /** One SMTP transaction or API call, or the reason why there was none. Rejects only when the message cannot be composed. */
  (work: GroupWork): Promise<Delivered>;
}

export interface Delivered {
  /** One for each recipient of the group. */
  readonly results: readonly RecipientResult[];
  /**
   * Releases the connection; call it when the results are committed. If the connection were used earlier, the next body would leave
   * before this outcome is stored, and a killed worker could leave more unknown outcomes than it has connections.
   */
  readonly release: () => void;
  /** Milliseconds that it waited for the site's budget; left out: none. */
  readonly waitedMs?: number;
}

export interface GroupWork {
  readonly message: ClaimedMessage;
  readonly group: RecipientGroup;
  readonly returnPathHost: string;
  /** Composes and signs on first use. */
  readonly composed: () => Promise<ComposedMessage>;
}

interface Options {
  readonly pool: ConnectionPool;
  readonly commitAttempts: CommitAttempts;
  readonly attempts: CountAttempts;
  readonly inFlight: TransactionsInFlight;
  readonly pacer: Pick<Pacer, 'turn'>;
  readonly inHand: Pick<MessagesInHand, 'kindOf'>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly random: () => number;
}

/** When the message is routed again: by then all workers know that the first transport is suspended. */
const routedAgainMs = 1_000;

export function createDeliverGroup(options: Options): DeliverGroup {
  return async (work) => {
    const { message, group } = work;
    const resolution = await group.resolve();
    const withoutAttempt = (provider: string | null, resultOf: ResultOf): Delivered =>
      withoutConnection(
        group.recipients.map((recipient) => resultOf(contextOf(options, { message, recipient, provider }))),
      );
    if (resolution.kind === 'postponed')
      return withoutAttempt(null, (context) => postponedResult(context, resolution));
    if (resolution.kind === 'none') {
      const classification = classifyTransportFailure(resolution.failure);
      const { detail: text } = resolution;
      return withoutAttempt(null, (context) =>
        classifiedResult(context, { classification, text, replyCode: null }),
      );
    }
    const { destination, release: releaseReservation } = resolution;
    const suspended = options.pool.suspended(destination);
    if (suspended) {
      releaseReservation();
      options.attempts.leftAlone(destination, { suspended, recipients: group.recipients.length });
      return withoutAttempt(destination.provider, (context) => suspendedResult(context, suspended));
    }
    const place = placeOf(message);
    // Before it is composed: what waits here for a second is small, and costs the garbage collector little.
    if (options.inHand.kindOf(message) === 'of-many') await options.pacer.turn(place);
    const composed = await orUndo(releaseReservation, work.composed());
    const startedAt = options.clock.now();
    const acquired = await options.pool.acquire(destination, place);
    const { waitedMs = 0 } = acquired;
    if (acquired.kind !== 'session') {
      releaseReservation();
      options.attempts.unopened(destination, { acquired, recipients: group.recipients.length });
      const resultOf = withoutSession(acquired, { destination, startedAt });
      return { ...withoutAttempt(destination.provider, resultOf), waitedMs };
    }
    const { session } = acquired;
    const transaction = options.inFlight.begin(options.inHand.kindOf(message));
    const release = (): void => {
      transaction.end();
      acquired.release();
    };
    const results = await orUndo(
      release,
      inSpan('smtp transaction', { peer: session.peer }, () =>
        transfer(options, { ...work, destination, composed, session, transaction }),
      ),
    );
    options.attempts.ended(destination, results);
    return { results, release, waitedMs };
  };
}

type ResultOf = (context: DeliveryContext) => RecipientResult;

function contextOf(
  { clock, random }: Options,
  {
    message,
    recipient,
    provider,
  }: { message: ClaimedMessage; recipient: PendingRecipient; provider: string | null },
): DeliveryContext {
  return { message, recipient, provider, now: clock.now(), random };
}

async function orUndo<T>(undo: () => void, doing: Promise<T>): Promise<T> {
  try {
    return await doing;
  } catch (error) {
    undo();
    throw error;
  }
}

/** Without a session no recipient was tried; at most a server refused the connection. */
function withoutSession(
  acquired: Exclude<Acquired, { readonly kind: 'session' }>,
  { destination, startedAt }: { destination: Destination; startedAt: Date },
): ResultOf {
  switch (acquired.kind) {
    case 'unreachable': {
      if (acquired.suspended && destination.movesMail?.(acquired.suspended)) return routedAgain;
      const { conversation } = acquired.failure;
      const { site, source, transport = null } = destination;
      const where = { destination: site, sourceAddress: source?.address ?? null, transport };
      const attempt = { ...where, startedAt, isBegun: false, conversation };
      return (context) => unreachableResult({ ...context, attempt }, acquired);
    }
    case 'suspended':
      if (destination.movesMail?.(acquired.suspended)) return routedAgain;
      return (context) => suspendedResult(context, acquired.suspended);
    case 'busy':
      return (context) => busyResult(context, acquired);
    case 'closing':
      return ({ now }) => stillQueued(now, { tried: false });
  }
}

/** A fallback takes the mail: it is found when the message is routed again. */
const routedAgain: ResultOf = ({ now }) =>
  stillQueued(new Date(now.getTime() + routedAgainMs), { tried: false });

/** No connection was taken. */
export function withoutConnection(results: readonly RecipientResult[]): Delivered {
  return { results, release: () => undefined };
}

/** No outcome and no event: the recipient stays queued. If nothing was tried, the delivery pass does not count. */
function stillQueued(retryAt: Date | null, { tried }: { tried: boolean }): RecipientResult {
  return { outcome: null, retryAt, tried };
}

interface Transfer extends GroupWork {
  readonly destination: Destination;
  readonly session: DeliverySession;
  readonly transaction: Transaction;
}

type ReadyTransfer = Omit<Transfer, 'composed'> & { readonly composed: ComposedMessage };

async function transfer(options: Options, work: ReadyTransfer): Promise<readonly RecipientResult[]> {
  const { message, group, destination, composed, session } = work;
  const { recipients } = group;
  const startedAt = options.clock.now();
  const begun = new Set<number>();
  const contexts = (conversation: readonly string[]): readonly AttemptedContext[] =>
    recipients.map((recipient, index) => ({
      ...contextOf(options, { message, recipient, provider: destination.provider }),
      attempt: { ...peerOf(work), startedAt, isBegun: begun.has(index), conversation },
    }));
  const isExpired = (): boolean => message.expiresAt !== null && message.expiresAt <= options.clock.now();
  // It may have expired while it waited for composing or for a connection.
  if (isExpired()) return contexts([]).map((context) => failedResult(context, expired));
  const missing = missingExtension(work);
  if (missing) return contexts([]).map((context) => refusedResult(context, missing));

  let expiredMeanwhile = false;
  const beforeData = async (taken: readonly number[]): Promise<boolean> => {
    // The server may have taken minutes to answer MAIL and RCPT.
    expiredMeanwhile = isExpired();
    if (expiredMeanwhile) return false;
    const attempts = taken.map((index) => attemptOf(work, index));
    const go = await options.commitAttempts(attempts, work.transaction.kind);
    if (go) for (const index of taken) begun.add(index);
    return go;
  };
  let result: DeliveryResult;
  const wasUsed = session.used() > 0;
  try {
    result = await session.send({
      from: `${group.returnPath}@${work.returnPathHost}`,
      recipients: recipients.map(({ address }) => address),
      recipientTokens: group.recipientTokens,
      message: [composed.octets],
      encoding: composed.eightBit ? '8bit' : '7bit',
      smtpUtf8: needsUtf8(work),
      requireTls: false,
      beforeData,
    });
  } catch (error) {
    // We do not know whether the attempts were committed, so nothing was sent. If they were, the next pass must not reuse
    // their rows, so this pass counts.
    options.log.warn({ err: error, message_id: message.id }, 'an attempt could not be recorded');
    if (!isEngineUnavailable(error)) throw error;
    const now = options.clock.now();
    return recipients.map(() => stillQueued(now, { tried: true }));
  }
  // The server had closed this idle connection before we used it: the message goes over another one at once.
  if (wasUsed && result.recipients.every(isUntouched)) {
    return recipients.map(() => stillQueued(options.clock.now(), { tried: false }));
  }
  const ended = contexts(result.conversation);
  return classifyAll(options, { ...work, outcomes: result.recipients, contexts: ended, expiredMeanwhile });
}

function isUntouched(outcome: DeliveryOutcome): boolean {
  return outcome.kind === 'broken' && !outcome.begun && outcome.error.code !== 'ETIMEDOUT';
}

function peerOf({ session, destination }: ReadyTransfer) {
  const sourceAddress = destination.source?.address ?? session.localAddress;
  return { destination: session.peer, sourceAddress, transport: destination.transport ?? null };
}

function attemptOf(work: ReadyTransfer, index: number): Attempt {
  const recipient = work.group.recipients[index];
  assert(recipient, 'what is taken was asked for');
  const { id: messageId, pass } = work.message;
  return { messageId, pass, ordinal: recipient.ordinal, ...peerOf(work) };
}

interface Classifying extends ReadyTransfer {
  readonly outcomes: readonly DeliveryOutcome[];
  readonly contexts: readonly AttemptedContext[];
  readonly expiredMeanwhile: boolean;
}

function classifyAll(options: Options, work: Classifying): readonly RecipientResult[] {
  const { outcomes, contexts, destination } = work;
  assert(outcomes.length === contexts.length, 'each recipient has an outcome');
  const someAccepted = outcomes.some(({ kind }) => kind === 'accepted');
  if (someAccepted) options.pool.succeed(destination);
  return contexts.map((context, index) => {
    const outcome = outcomes[index];
    assert(outcome, 'each recipient has an outcome');
    // RFC 5321 §4.5.3.1.10: the rest goes in a transaction of its own, as soon as this one is recorded.
    if (someAccepted && isTooManyRecipients(outcome)) return stillQueued(context.now, { tried: true });
    return classify(options, { ...work, outcome, context });
  });
}

function isTooManyRecipients(outcome: DeliveryOutcome): boolean {
  if (outcome.kind !== 'refused' || outcome.command !== 'RCPT') return false;
  const { code, text } = outcome.reply;
  return (code === 452 || code === 552) && /^[45]\.5\.3\b|too many recipients/i.test(text);
}

function classify(
  { pool }: Options,
  {
    outcome,
    context,
    destination,
    composed,
    expiredMeanwhile,
  }: Classifying & { readonly outcome: DeliveryOutcome; readonly context: AttemptedContext },
): RecipientResult {
  if (outcome.kind === 'accepted') {
    const { messageIdHeader } = composed;
    return acceptedResult(context, { accepted: outcome, isFinal: destination.isFinal, messageIdHeader });
  }
  if (outcome.kind === 'withdrawn') {
    if (expiredMeanwhile) return failedResult(context, expired);
    // The lease was lost: whoever holds the message now decides about it.
    return stillQueued(null, { tried: true });
  }
  if (outcome.kind === 'broken' && outcome.endSent) {
    return unconfirmedResult(context, `no answer after the final dot: ${outcome.error.message}`);
  }
  const refused = refusedResult(context, outcome);
  if (outcome.kind === 'refused') {
    const { classification } = refused;
    assert(refused.outcome?.detail, 'a refusal is recorded with its words');
    const { detail } = refused.outcome;
    pool.refused(destination, {
      reply: outcome.reply,
      stage: stages[outcome.command],
      classification,
      detail,
    });
  }
  return refused;
}
