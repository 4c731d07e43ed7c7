import assert from 'node:assert';
import { inSpan, isEngineUnavailable, type Clock, type Logger } from '@postrider/runtime';
import { placeOf, type ClaimedMessage } from '../claims/claimed-message';
import type { SenderSize } from '../fairness/messages-in-hand';
import type { ConnectionPool } from '../transport/pool/connection-pool';
import type {
  DeliveryOutcome,
  DeliveryResult,
  DeliverySession,
  DeliveryTransaction,
} from '../transport/pool/delivery-session';
import type { Destination } from '../transport/pool/destination';
import { siteAndSource } from '../transport/sources/source';
import type { Attempt, CommitAttempts } from './attempts.repository';
import type { ComposedMessage } from './compose';
import type { CountAttempts } from './count-attempts';
import { detailOf, endOfConnecting, endsOfTransaction, stages } from './delivery-end';
import type { DeliveryEnd } from './delivery-states';
import { phasesWithoutConnection, trackPhases } from './attempt-phases';
import { missingExtension, needsUtf8 } from './missing-extension';
import type { MessagePhases } from './message-phases';
import { resultOf, type DeliveryContext, type RecipientResult } from './recipient-result';
import type { OpenRoute, RecipientGroup } from './route-recipients';
import type { TransactionsInFlight } from '../fairness/transactions-in-flight';

export interface AttemptOptions {
  readonly connections: ConnectionPool;
  readonly commitAttempts: CommitAttempts;
  readonly counts: CountAttempts;
  readonly inFlight: TransactionsInFlight;
  readonly phases: MessagePhases;
  readonly clock: Clock;
  readonly log: Logger;
}

/** A message on its way to the recipients of one transaction. */
export interface GroupDelivery {
  readonly message: ClaimedMessage;
  readonly senderSize: SenderSize;
  readonly composed: ComposedMessage;
  readonly returnPathHost: string;
  readonly group: RecipientGroup;
  readonly route: OpenRoute;
}

export interface Attempted {
  /** One for each recipient of the group. */
  readonly results: readonly RecipientResult[];
  /**
   * Releases the connection; call it when the results are committed. If the connection were used earlier, the next body would leave
   * before this outcome is stored, and a killed worker could leave more unknown outcomes than it has connections.
   */
  readonly releaseSession: () => void;
  /** Milliseconds that it waited for the site's budget. */
  readonly waitedMs: number;
}

/** One SMTP transaction or API call, or the reason why there was none. Rejects only by a bug; then no body has left. */
export async function attemptDelivery(options: AttemptOptions, delivery: GroupDelivery): Promise<Attempted> {
  const { connections, counts, inFlight, phases, clock } = options;
  const { message, senderSize, group, route } = delivery;
  const { destination } = route;
  const startedAt = clock.now();
  const site = siteAndSource(destination.site, destination.source);
  const leave = phases.enter(message.id, { kind: 'site', site });
  // Once it connects for this message, a server is asked: it no longer waits for the site's budget.
  const opening: Destination = {
    ...destination,
    open: () => {
      leave();
      return destination.open();
    },
  };
  const acquired = await connections.acquire(opening, placeOf(message)).finally(leave);
  const { waitedMs = 0 } = acquired;
  if (acquired.kind !== 'session') {
    route.releaseReservation();
    counts.unopened(destination, { acquired, recipients: group.recipients.length });
    const { source, transport = null } = destination;
    const peer = {
      destination: destination.site,
      sourceAddress: source?.address ?? null,
      transport,
      tls: null,
    };
    const attempt =
      acquired.kind === 'unreachable'
        ? {
            ...{ ...peer, startedAt, isCommitted: false, conversation: acquired.failure.conversation },
            phases: phasesWithoutConnection(message.claimedAtMs),
          }
        : null;
    const context = { message, destination, attempt, now: clock.now(), random: Math.random };
    return { ...withoutConnection(endOfConnecting(acquired, destination), group, context), waitedMs };
  }
  const transaction = inFlight.begin(senderSize);
  const releaseSession = (): void => {
    transaction.end();
    acquired.releaseSession();
  };
  const { session } = acquired;
  try {
    const results = await inSpan('smtp transaction', { peer: session.peer }, () =>
      transact(options, { ...delivery, session }),
    );
    counts.ended(destination, results);
    return { results, releaseSession, waitedMs };
  } catch (error) {
    releaseSession();
    throw error;
  }
}

/** The same end for all recipients of a group. */
export function withoutConnection(
  end: DeliveryEnd,
  { recipients }: Pick<RecipientGroup, 'recipients'>,
  context: Omit<DeliveryContext, 'recipient'>,
): Attempted {
  const results = recipients.map((recipient) => resultOf(end, { ...context, recipient }));
  return { results, releaseSession: () => undefined, waitedMs: 0 };
}

interface ConnectedDelivery extends GroupDelivery {
  readonly session: DeliverySession;
}

async function transact(
  options: AttemptOptions,
  transaction: ConnectedDelivery,
): Promise<readonly RecipientResult[]> {
  const { clock, log } = options;
  const { message, group, route, composed, session } = transaction;
  const { recipients } = group;
  const { provider, isFinal } = route.destination;
  const startedAt = clock.now();
  const phases = trackPhases(session, message.claimedAtMs);
  const committed = new Set<number>();
  const resultsOf = (ends: readonly DeliveryEnd[], conversation: readonly string[]) => {
    const now = clock.now();
    return recipients.map((recipient, index) => {
      const attempt = {
        ...{ ...peerOf(transaction), startedAt, conversation, phases: phases.durations() },
        isCommitted: committed.has(index),
      };
      const end = ends[index];
      assert(end, 'each recipient has an end');
      const { destination } = route;
      return resultOf(end, { message, recipient, destination, now, random: Math.random, attempt });
    });
  };
  const same = (end: DeliveryEnd) => resultsOf(new Array<DeliveryEnd>(recipients.length).fill(end), []);
  const isExpired = (): boolean => message.expiresAt !== null && message.expiresAt <= clock.now();
  // It may have expired while it waited for composing or for a connection.
  if (isExpired()) return same({ state: 'expired' });
  const { messageIdHeader } = composed;
  const facts = { peer: session.peer, provider, isFinal, messageIdHeader, wasUsed: session.used() > 0 };
  const missing = missingExtension({ composed, group, session });
  if (missing) {
    const outcomes = recipients.map(() => missing);
    return resultsOf(endsOfTransaction(outcomes, { ...facts, isExpired: false }), []);
  }

  let isExpiredMeanwhile = false;
  const beforeData = async (taken: readonly number[]): Promise<boolean> => {
    // The server may have taken minutes to answer MAIL and RCPT.
    isExpiredMeanwhile = isExpired();
    if (isExpiredMeanwhile) return false;
    const isCommitted = await commitTaken(options, transaction, taken);
    if (isCommitted) for (const index of taken) committed.add(index);
    phases.dataBegins();
    return isCommitted;
  };
  let result: DeliveryResult;
  try {
    result = await session.send({ ...mailOf(transaction), beforeData });
  } catch (error) {
    log.warn({ err: error, message_id: message.id }, 'an attempt could not be recorded');
    if (!isEngineUnavailable(error)) throw error;
    return same({ state: 'attempt_not_committed' });
  }
  const { recipients: outcomes, conversation } = result;
  const ends = endsOfTransaction(outcomes, { ...facts, isExpired: isExpiredMeanwhile });
  teachSite(options.connections, route.destination, { outcomes, ends });
  return resultsOf(ends, conversation);
}

function mailOf({
  group,
  composed,
  returnPathHost,
}: ConnectedDelivery): Omit<DeliveryTransaction, 'beforeData'> {
  return {
    from: `${group.returnPath}@${returnPathHost}`,
    recipients: group.recipients.map(({ address }) => address),
    recipientTokens: group.recipientTokens,
    message: [composed.octets],
    encoding: composed.eightBit ? '8bit' : '7bit',
    smtpUtf8: needsUtf8({ composed, group }),
    requireTls: false,
  };
}

function peerOf({ session, route: { destination } }: ConnectedDelivery) {
  return {
    destination: session.peer,
    sourceAddress: destination.source?.address ?? session.localAddress,
    transport: destination.transport ?? null,
    tls: tlsText(session),
  };
}

function tlsText({ tls }: DeliverySession): string | null {
  if (tls === undefined) return null;
  return tls === null ? 'none' : `${tls.protocol} ${tls.cipher} ${tls.verified}`;
}

/** Commits the attempts at the recipients that the server has taken. */
function commitTaken(
  { commitAttempts }: AttemptOptions,
  transaction: ConnectedDelivery,
  taken: readonly number[],
): Promise<boolean> {
  const { message, senderSize } = transaction;
  const attempts = taken.map((index) => attemptOf(transaction, index));
  return commitAttempts({ message, senderSize, attempts });
}

function attemptOf(transaction: ConnectedDelivery, index: number): Attempt {
  const recipient = transaction.group.recipients[index];
  assert(recipient, 'what is taken was asked for');
  const { id: messageId, round } = transaction.message;
  return { messageId, round, ordinal: recipient.ordinal, ...peerOf(transaction) };
}

/** What the transaction shows about its site. */
function teachSite(
  connections: ConnectionPool,
  destination: Destination,
  {
    outcomes,
    ends,
  }: { readonly outcomes: readonly DeliveryOutcome[]; readonly ends: readonly DeliveryEnd[] },
): void {
  if (ends.some(({ state }) => state === 'accepted')) connections.succeed(destination);
  for (const [index, end] of ends.entries()) {
    const outcome = outcomes[index];
    if (outcome?.kind !== 'refused' || !('classification' in end)) continue;
    const { classification } = end;
    const refusal = { stage: stages[outcome.command], classification, detail: detailOf(end) };
    connections.refused(destination, { reply: outcome.reply, ...refusal });
  }
}
