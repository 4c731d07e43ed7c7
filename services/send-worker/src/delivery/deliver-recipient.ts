import type { AddressTokens } from '@postrider/mail';
import { classifyTransportFailure, needsSmtpUtf8 } from '@postrider/mail';
import { type Batcher, type Clock, inSpan, isEngineUnavailable, type Logger } from '@postrider/runtime';
import type { PendingRecipient, ClaimedMessage } from '../claims/claimed-message';
import type { ConnectionPool } from '../transport/pool/connection-pool';
import type { Destination } from '../transport/pool/destination';
import type { Acquired } from '../transport/pool/site';
import type { Destinations } from '../transport/routing/destinations';
import type { SmtpSession } from '../transport/smtp/smtp-session';
import type { TransactionResult } from '../transport/smtp/transaction';
import type { Attempt } from './attempts.repository';
import type { Letter } from './compose';
import {
  acceptedResult,
  failedResult,
  judgedResult,
  refusedResult,
  suspendedResult,
  unconfirmedResult,
  unreachableResult,
  type Circumstances,
  type RecipientResult,
} from './recipient-result';
import { urgencyOf } from './urgency';

export interface DeliverRecipient {
  /** One SMTP transaction, or the reason why there was none. Rejects only when the letter cannot be written. */
  (work: RecipientWork): Promise<Delivered>;
}

export interface Delivered {
  readonly result: RecipientResult;
  /**
   * Gives the connection back; call it when the result is committed. Were it free before, the next body would leave
   * while this outcome is known to nobody else: a killed worker would leave more unknown than it has connections.
   */
  readonly letGo: () => void;
}

export interface RecipientWork {
  readonly message: ClaimedMessage;
  readonly recipient: PendingRecipient;
  readonly returnPathHost: string;
  /** Composes and signs on first use. */
  readonly letter: () => Promise<Letter>;
}

interface Parts {
  readonly destinations: Destinations;
  readonly pool: ConnectionPool;
  readonly attempts: Batcher<Attempt, boolean>;
  readonly returnPaths: AddressTokens;
  readonly clock: Clock;
  readonly log: Logger;
  readonly random: () => number;
}

/** Back in a moment: the place was taken, or this process stops. Spread, so that a backlog does not return as one. */
const BUSY_MS = { min: 2_000, spread: 8_000 };

export function createDeliverRecipient(parts: Parts): DeliverRecipient {
  return async (work) => {
    const { message, recipient } = work;
    const domain = recipient.address.slice(recipient.address.lastIndexOf('@') + 1).toLowerCase();
    const resolution = await parts.destinations.resolve(domain);
    const given = (provider: string | null): Circumstances => ({
      message,
      recipient,
      provider,
      now: parts.clock.now(),
      random: parts.random,
    });
    if (resolution.kind === 'none') {
      const verdict = classifyTransportFailure(resolution.failure);
      const { detail: text } = resolution;
      return untouched(judgedResult(given(null), { verdict, text, replyCode: null, bodyBegun: false }));
    }
    const { destination } = resolution;
    const asleep = parts.pool.suspended(destination.site);
    if (asleep) return untouched(suspendedResult(given(destination.provider), asleep));
    const letter = await work.letter();
    const acquired = await parts.pool.acquire(destination, urgencyOf(message));
    if (acquired.kind !== 'session') {
      return untouched(withoutSession(acquired, given(destination.provider)));
    }
    try {
      const { session } = acquired;
      const result = await inSpan('smtp transaction', { peer: session.peer }, () =>
        transfer(parts, { ...work, destination, letter, session }),
      );
      return { result, letGo: acquired.release };
    } catch (error) {
      acquired.release();
      throw error;
    }
  };
}

function withoutSession(
  acquired: Exclude<Acquired, { readonly kind: 'session' }>,
  given: Circumstances,
): RecipientResult {
  switch (acquired.kind) {
    case 'unreachable':
      return unreachableResult(given, acquired);
    case 'suspended':
      return suspendedResult(given, acquired.suspended);
    case 'busy':
      return stay(new Date(given.now.getTime() + BUSY_MS.min + BUSY_MS.spread * given.random()));
    case 'closing':
      return stay(given.now);
  }
}

/** No connection was taken. */
export function untouched(result: RecipientResult): Delivered {
  return { result, letGo: () => undefined };
}

/** Nothing happened: no outcome, no event, the round does not count. */
function stay(retryAt: Date): RecipientResult {
  return { outcome: null, retryAt, tried: false };
}

interface Transfer extends RecipientWork {
  readonly destination: Destination;
  readonly session: SmtpSession;
  readonly recipient: PendingRecipient;
}

async function transfer(
  parts: Parts,
  work: Omit<Transfer, 'letter'> & { readonly letter: Letter },
): Promise<RecipientResult> {
  const { message, recipient, destination, letter, session } = work;
  const smtpUtf8 = letter.smtpUtf8 || needsSmtpUtf8(recipient.address);
  const given = (): Circumstances => ({
    message,
    recipient,
    provider: destination.provider,
    now: parts.clock.now(),
    random: parts.random,
  });
  const isExpired = (): boolean => message.expiresAt !== null && message.expiresAt <= parts.clock.now();
  // The wait for composing and for a connection may have been longer than it was to live.
  if (isExpired()) return failedResult(given(), 'expired');
  if (smtpUtf8 && !session.takesSmtpUtf8) return noSmtpUtf8(given(), session.peer);
  if (letter.eightBit && !session.takesEightBit) return noEightBit(given(), session.peer);

  let result: TransactionResult;
  let expiredMeanwhile = false;
  try {
    result = await session.send(
      {
        from: `${parts.returnPaths.mint({ messageId: message.id, ordinal: recipient.ordinal })}@${work.returnPathHost}`,
        to: recipient.address,
        eightBit: letter.eightBit,
        smtpUtf8,
        size: letter.octets.length,
      },
      {
        message: letter.octets,
        beforeBody: () => {
          // A server may take minutes for its 354.
          expiredMeanwhile = isExpired();
          if (expiredMeanwhile) return Promise.resolve(false);
          return parts.attempts.submit({
            messageId: message.id,
            ordinal: recipient.ordinal,
            round: message.round,
            destination: session.peer,
          });
        },
      },
    );
  } catch (error) {
    // Nothing was sent, since the attempt is not known to be committed. It may be, so its round counts: the next
    // round's attempt is another row.
    parts.log.warn({ err: error, message_id: message.id }, 'an attempt could not be recorded');
    if (!isEngineUnavailable(error)) throw error;
    return { ...stay(given().now), tried: true };
  }
  if (result.kind === 'withdrawn' && expiredMeanwhile) return failedResult(given(), 'expired');
  return judge(parts, { result, destination, given: given() });
}

function judge(
  { pool }: Parts,
  {
    result,
    destination,
    given,
  }: { result: TransactionResult; destination: Destination; given: Circumstances },
): RecipientResult {
  if (result.kind === 'accepted') {
    pool.succeed(destination.site);
    return acceptedResult(given, { reply: result.reply, isFinal: destination.isFinal });
  }
  // The lease was lost: whoever holds the message now decides about it.
  if (result.kind === 'withdrawn') return { outcome: null, retryAt: null, tried: true };
  if (result.kind === 'broken' && result.dotSent) {
    return unconfirmedResult(given, `no answer after the final dot: ${result.error.message}`);
  }
  const refused = refusedResult(given, result);
  if (refused.verdict.blocked && destination.throttlesAsOne) {
    pool.suspend(destination.site, refused.outcome?.detail ?? 'throttled');
  }
  return refused;
}

function noSmtpUtf8(given: Circumstances, peer: string): RecipientResult {
  // RFC 6531 §3.5: such an address cannot be expressed to a server without SMTPUTF8.
  const which = needsSmtpUtf8(given.recipient.address)
    ? 'this address'
    : 'an address in From, To, Cc or Reply-To';
  const text = `5.6.7 ${peer} does not take internationalized addresses (RFC 6531), which ${which} is`;
  return refusedResult(given, { kind: 'refused', command: 'RCPT', reply: { code: 550, text } });
}

/** RFC 6152 §3: encode it or give it back; what came as an entity may be signed, so that encoding it would break it. */
function noEightBit(given: Circumstances, peer: string): RecipientResult {
  const text = `5.6.1 ${peer} does not take 8bit messages (RFC 6152), and this one may not be encoded anew`;
  return refusedResult(given, { kind: 'refused', command: 'MAIL', reply: { code: 550, text } });
}
