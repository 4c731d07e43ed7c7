import assert from 'node:assert';
import type { AddressTokens } from '@postrider/mail';
import { classifyTransportFailure, needsSmtpUtf8 } from '@postrider/mail';
import { type Batcher, type Clock, inSpan, isEngineUnavailable, type Logger } from '@postrider/runtime';
import { placeOf, type ClaimedMessage, type PendingRecipient } from '../claims/claimed-message';
import type { ConnectionPool } from '../transport/pool/connection-pool';
import type { Destination } from '../transport/pool/destination';
import type { Acquired } from '../transport/pool/site';
import type { Destinations, Sender } from '../transport/routing/destinations';
import type { SmtpSession } from '../transport/smtp/smtp-session';
import type { TransactionResult } from '../transport/smtp/smtp-session';
import type { Attempt } from './attempts.repository';
import type { ComposedMessage } from './compose';
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
  type DeliveryContext,
  type RecipientResult,
} from './recipient-result';

export interface DeliverRecipient {
  /** One SMTP transaction, or the reason why there was none. Rejects only when the message cannot be composed. */
  (work: RecipientWork): Promise<Delivered>;
}

export interface Delivered {
  readonly result: RecipientResult;
  /**
   * Releases the connection; call it when the result is committed. Were it free before, the next body would leave
   * while this outcome is known to nobody else: a killed worker would leave more unknown than it has connections.
   */
  readonly release: () => void;
}

export interface RecipientWork {
  readonly message: ClaimedMessage;
  readonly recipient: PendingRecipient;
  readonly returnPathHost: string;
  readonly sender: Sender;
  /** Composes and signs on first use. */
  readonly composed: () => Promise<ComposedMessage>;
}

interface Options {
  readonly destinations: Destinations;
  readonly pool: ConnectionPool;
  readonly attempts: Batcher<Attempt, boolean>;
  readonly returnPaths: AddressTokens;
  readonly clock: Clock;
  readonly log: Logger;
  readonly random: () => number;
}

/** Back in a moment: there was no room, or this process stops. Spread, so that a backlog does not return as one. */
const busyMs = { min: 2_000, spread: 8_000 };

export function createDeliverRecipient(options: Options): DeliverRecipient {
  return async (work) => {
    const { message, recipient } = work;
    const domain = recipient.address.slice(recipient.address.lastIndexOf('@') + 1).toLowerCase();
    const resolution = await options.destinations.resolve(domain, work.sender);
    const context = (provider: string | null): DeliveryContext => ({
      message,
      recipient,
      provider,
      now: options.clock.now(),
      random: options.random,
    });
    if (resolution.kind === 'postponed') return untouched(postponedResult(context(null), resolution));
    if (resolution.kind === 'none') {
      const classification = classifyTransportFailure(resolution.failure);
      const { detail: text } = resolution;
      return untouched(
        classifiedResult(context(null), { classification, text, replyCode: null, bodyBegun: false }),
      );
    }
    const { destination } = resolution;
    const suspended = options.pool.suspended(destination);
    if (suspended) {
      resolution.giveBack();
      return untouched(suspendedResult(context(destination.provider), suspended));
    }
    const composed = await work.composed();
    const acquired = await options.pool.acquire(destination, placeOf(message));
    if (acquired.kind !== 'session') {
      resolution.giveBack();
      return untouched(withoutSession(acquired, context(destination.provider)));
    }
    try {
      const { session } = acquired;
      const result = await inSpan('smtp transaction', { peer: session.peer }, () =>
        transfer(options, { ...work, destination, composed, session }),
      );
      return { result, release: acquired.release };
    } catch (error) {
      acquired.release();
      throw error;
    }
  };
}

function withoutSession(
  acquired: Exclude<Acquired, { readonly kind: 'session' }>,
  context: DeliveryContext,
): RecipientResult {
  switch (acquired.kind) {
    case 'unreachable':
      return unreachableResult(context, acquired);
    case 'suspended':
      return suspendedResult(context, acquired.suspended);
    case 'busy':
      return stay(new Date(context.now.getTime() + busyMs.min + busyMs.spread * context.random()));
    case 'closing':
      return stay(context.now);
  }
}

/** No connection was taken. */
export function untouched(result: RecipientResult): Delivered {
  return { result, release: () => undefined };
}

/** Nothing happened: no outcome, no event, the delivery pass does not count. */
function stay(retryAt: Date): RecipientResult {
  return { outcome: null, retryAt, tried: false };
}

interface Transfer extends RecipientWork {
  readonly destination: Destination;
  readonly session: SmtpSession;
  readonly recipient: PendingRecipient;
}

async function transfer(
  options: Options,
  work: Omit<Transfer, 'composed'> & { readonly composed: ComposedMessage },
): Promise<RecipientResult> {
  const { message, recipient, destination, composed, session } = work;
  const smtpUtf8 = composed.smtpUtf8 || needsSmtpUtf8(recipient.address);
  const context = (): DeliveryContext => ({
    message,
    recipient,
    provider: destination.provider,
    now: options.clock.now(),
    random: options.random,
  });
  const isExpired = (): boolean => message.expiresAt !== null && message.expiresAt <= options.clock.now();
  // The wait for composing and for a connection may have been longer than it was to live.
  if (isExpired()) return failedResult(context(), expired);
  if (smtpUtf8 && !session.takesSmtpUtf8) return noSmtpUtf8(context(), session.peer);
  if (composed.eightBit && !session.takesEightBit) return noEightBit(context(), session.peer);

  let result: TransactionResult;
  let expiredMeanwhile = false;
  try {
    result = await session.send(
      {
        from: `${options.returnPaths.mint({ messageId: message.id, ordinal: recipient.ordinal })}@${work.returnPathHost}`,
        to: recipient.address,
        eightBit: composed.eightBit,
        smtpUtf8,
        size: composed.octets.length,
      },
      {
        message: composed.octets,
        beforeBody: () => {
          // A server may take minutes for its 354.
          expiredMeanwhile = isExpired();
          if (expiredMeanwhile) return Promise.resolve(false);
          return options.attempts.submit({
            messageId: message.id,
            ordinal: recipient.ordinal,
            pass: message.pass,
            destination: session.peer,
          });
        },
      },
    );
  } catch (error) {
    // Nothing was sent, since the attempt is not known to be committed. It may be, so its pass counts: the next
    // one's attempt is another row.
    options.log.warn({ err: error, message_id: message.id }, 'an attempt could not be recorded');
    if (!isEngineUnavailable(error)) throw error;
    return { ...stay(context().now), tried: true };
  }
  if (result.kind === 'withdrawn' && expiredMeanwhile) return failedResult(context(), expired);
  return classify(options, { result, destination, context: context() });
}

function classify(
  { pool }: Options,
  {
    result,
    destination,
    context,
  }: { result: TransactionResult; destination: Destination; context: DeliveryContext },
): RecipientResult {
  if (result.kind === 'accepted') {
    pool.succeed(destination);
    return acceptedResult(context, { reply: result.reply, isFinal: destination.isFinal });
  }
  // The lease was lost: whoever holds the message now decides about it.
  if (result.kind === 'withdrawn') return { outcome: null, retryAt: null, tried: true };
  if (result.kind === 'broken' && result.dotSent) {
    return unconfirmedResult(context, `no answer after the final dot: ${result.error.message}`);
  }
  const refused = refusedResult(context, result);
  if (result.kind === 'refused') {
    const { classification, outcome } = refused;
    assert(outcome?.detail, 'a refusal is recorded with its words');
    const stage = stages[result.command];
    pool.refused(destination, { reply: result.reply, stage, classification, detail: outcome.detail });
  }
  return refused;
}

function noSmtpUtf8(context: DeliveryContext, peer: string): RecipientResult {
  // RFC 6531 §3.5: such an address cannot be expressed to a server without SMTPUTF8.
  const which = needsSmtpUtf8(context.recipient.address)
    ? 'this address'
    : 'an address in From, To, Cc or Reply-To';
  const text = `5.6.7 ${peer} does not take internationalized addresses (RFC 6531), which ${which} is`;
  return refusedResult(context, { kind: 'refused', command: 'RCPT', reply: { code: 550, text } });
}

/** RFC 6152 §3: encode it or give it back; what came as an entity may be signed, so that encoding it would break it. */
function noEightBit(context: DeliveryContext, peer: string): RecipientResult {
  const text = `5.6.1 ${peer} does not take 8bit messages (RFC 6152), and this one may not be encoded again`;
  return refusedResult(context, { kind: 'refused', command: 'MAIL', reply: { code: 550, text } });
}
