import assert from 'node:assert';
import { inSpan, isEngineUnavailable, type Metrics } from '@postrider/runtime';
import { placeOf, type ClaimedMessage } from '../claims/claimed-message';
import type { MessageOutcome, RoundEnd } from '../outcomes/message-outcome';
import type { OutcomeRecorder } from '../outcomes/outcome-recorder';
import { attemptDelivery, withoutConnection, type Attempted, type AttemptOptions } from './attempt-delivery';
import { composeClaimed, type Composition, type CompositionOptions } from './composer';
import { loadBodyStart } from './content.repository';
import type { DeliveryEnd } from './delivery-states';
import type { MessagesInHand } from '../fairness/messages-in-hand';
import type { Pacer } from '../fairness/pacer';
import { createRoundReports, type RoundSummary } from './round-report';
import { resultOf, type DeliveryContext, type RecipientResult } from './recipient-result';
import { routeRecipients, type RecipientGroup, type RoutingOptions } from './route-recipients';
import type { ReadyDomain, SigningDomains } from './signing-domains';
import { simulate, simulatesClick } from './simulate';

/**
 * Processes one claimed message until its delivery round is over. Never rejects.
 * @returns whether the message was requeued and is due at once
 */
export type ProcessMessage = (message: ClaimedMessage) => Promise<boolean>;

/** What all messages share. */
export interface DeliveryOptions extends RoutingOptions, CompositionOptions, AttemptOptions {
  readonly domains: SigningDomains;
  readonly recorder: OutcomeRecorder;
  /** It counts messages here. */
  readonly inHand: MessagesInHand;
  readonly pacer: Pick<Pacer, 'turn'>;
  readonly metrics: Metrics;
}

export function createProcessMessage(options: DeliveryOptions): ProcessMessage {
  const { inHand } = options;
  const reports = createRoundReports(options);
  return async (message) => {
    const report = reports.begin(message);
    inHand.add(message);
    try {
      const attributes = { message_id: message.id, lane: message.lane, round: message.round };
      const summary = await inSpan('send message', attributes, () =>
        message.mode === 'test' ? simulateMessage(options, message) : deliverMessage(options, message),
      );
      report.end(summary);
      return summary.dueAt !== null && summary.dueAt <= options.clock.now();
    } catch (error) {
      // Its lease expires, and the sweep decides: queued again, or unconfirmed if a body may have left.
      report.fail(error);
      return false;
    } finally {
      inHand.remove(message);
    }
  };
}

async function simulateMessage(
  { pool, recorder, clock }: DeliveryOptions,
  message: ClaimedMessage,
): Promise<RoundSummary> {
  const body = simulatesClick(message) ? await loadBodyStart(pool, message) : undefined;
  const outcome = simulate(message, { at: clock.now(), body });
  await recorder.record(outcome);
  return { outcomes: outcome.recipients, dueAt: null, waitedMs: 0 };
}

/** Claimed, routed, composed, attempted, recorded. Rejects only when the outcome cannot be recorded. */
async function deliverMessage(options: DeliveryOptions, message: ClaimedMessage): Promise<RoundSummary> {
  const { domains, log } = options;
  if (message.isExpired) return endRound(options, message, { state: 'expired' });
  if (message.content.kind === 'gone') {
    return endRound(options, message, { state: 'unsendable', detail: 'the content has been deleted' });
  }
  try {
    const domain = await domains.get(message.organizationId, message.domainId);
    if (domain.kind === 'gone') {
      const detail = 'the sending domain no longer exists';
      return await endRound(options, message, { state: 'unsendable', detail });
    }
    if (domain.kind === 'locked') return await endRound(options, message, { state: 'locked' });
    const groups = await routeRecipients(options, message, domain.sender);
    const composition = groups.some(({ route }) => route.kind === 'open')
      ? await composeInTurn(options, message, domain)
      : undefined;
    try {
      return await attemptAll(options, {
        message,
        groups,
        composition,
        returnPathHost: domain.returnPathHost,
      });
    } finally {
      if (composition?.kind === 'composed') composition.releaseMemory();
    }
  } catch (error) {
    if (!isEngineUnavailable(error)) throw error;
    log.warn({ err: error, message_id: message.id }, 'requeued: the database is unavailable');
    return endRound(options, message, { state: 'database_unavailable' });
  }
}

async function composeInTurn(
  options: DeliveryOptions,
  message: ClaimedMessage,
  domain: ReadyDomain,
): Promise<Composition> {
  const { inHand, pacer } = options;
  // What waits for its turn is not composed yet: it is small, and costs the garbage collector little.
  if (inHand.sizeOf(message) === 'large') await pacer.turn(placeOf(message));
  return composeClaimed(options, message, domain);
}

/** The same end for all recipients, without any transaction. */
async function endRound(
  { recorder, clock }: DeliveryOptions,
  message: ClaimedMessage,
  end: DeliveryEnd,
): Promise<RoundSummary> {
  const context = { message, destination: null, attempt: null, now: clock.now(), random: Math.random };
  const results = message.pending.map((recipient) => resultOf(end, { ...context, recipient }));
  const roundEnd = roundEndOf(results);
  await recorder.record({ ...outcomeOf(message, results, results), roundEnd });
  return { outcomes: outcomesOf(results), dueAt: roundEnd.dueAt, waitedMs: 0 };
}

interface Round {
  readonly message: ClaimedMessage;
  readonly groups: readonly RecipientGroup[];
  /** Undefined: no group has a server to be sent to. */
  readonly composition: Composition | undefined;
  readonly returnPathHost: string;
}

/** Parallel transactions of one message: fifty would take all connections of a site. */
const transactionsAtOnceMax = 10;

/**
 * Records each group when it finishes, since one may take minutes longer than the others. The last group also releases the
 * message, after all the others are committed.
 */
async function attemptAll(options: DeliveryOptions, round: Round): Promise<RoundSummary> {
  const { message } = round;
  const { recorder } = options;
  const waiting = [...round.groups];
  const results: RecipientResult[] = [];
  let last: readonly RecipientResult[] = [];
  const recording: Promise<void>[] = [];
  const connections = new Set<() => void>();
  let waitedMs = 0;

  const attemptNext = async (group: RecipientGroup): Promise<number> => {
    const attempted = await attemptGroup(options, round, group);
    const { releaseSession } = attempted;
    connections.add(releaseSession);
    results.push(...attempted.results);
    last = attempted.results;
    if (results.length === message.pending.length) return attempted.waitedMs;
    const outcome = outcomeOf(message, last, results);
    const recorded = (outcome.recipients.length > 0 ? recorder.record(outcome) : done).finally(() => {
      connections.delete(releaseSession);
      releaseSession();
    });
    // Awaited below with the others; until then a rejection must not count as unhandled.
    recorded.catch(() => undefined);
    recording.push(recorded);
    return attempted.waitedMs;
  };
  const attemptRest = async (): Promise<void> => {
    let chainMs = 0;
    for (let next = waiting.shift(); next; next = waiting.shift()) chainMs += await attemptNext(next);
    waitedMs = Math.max(waitedMs, chainMs);
  };
  try {
    await Promise.all(Array.from({ length: Math.min(transactionsAtOnceMax, waiting.length) }, attemptRest));
    await Promise.all(recording);
    const roundEnd = roundEndOf(results);
    await recorder.record({ ...outcomeOf(message, last, results), roundEnd });
    return { outcomes: outcomesOf(results), dueAt: roundEnd.dueAt, waitedMs };
  } finally {
    for (const releaseSession of connections) releaseSession();
  }
}

const done = Promise.resolve();

/** Never rejects: a failure of one group must not end the deliveries to others, which may be on the wire. */
async function attemptGroup(
  options: DeliveryOptions,
  { message, composition, returnPathHost }: Round,
  group: RecipientGroup,
): Promise<Attempted> {
  const { clock, log } = options;
  const { route } = group;
  const withEnd = (end: DeliveryEnd, destination: DeliveryContext['destination']): Attempted =>
    withoutConnection(end, group, {
      message,
      destination,
      attempt: null,
      now: clock.now(),
      random: Math.random,
    });
  if (route.kind === 'closed') return withEnd(route.end, route.destination);
  assert(composition, 'what is sent is composed');
  if (composition.kind === 'ended') {
    route.releaseReservation();
    return withEnd(composition.end, null);
  }
  try {
    const { composed } = composition;
    const senderSize = options.inHand.sizeOf(message);
    return await attemptDelivery(options, { message, senderSize, composed, returnPathHost, group, route });
  } catch (error) {
    if (isEngineUnavailable(error)) return withEnd({ state: 'database_unavailable' }, null);
    log.error({ err: error, message_id: message.id }, 'a delivery met a bug');
    return withEnd({ state: 'internal_error' }, null);
  }
}

function outcomesOf(results: readonly RecipientResult[]): RoundSummary['outcomes'] {
  return results.flatMap(({ outcome }) => outcome ?? []);
}

/** @param sofar the results of the round: one that was accepted names the Message-ID of all */
function outcomeOf(
  message: ClaimedMessage,
  results: readonly RecipientResult[],
  sofar: readonly RecipientResult[],
): MessageOutcome {
  const messageIdHeader = sofar.find((result) => result.messageIdHeader)?.messageIdHeader ?? null;
  return { message, recipients: outcomesOf(results), messageIdHeader, roundEnd: null };
}

/** A round in which nothing was tried does not count. One without recipients does: it ends the message. */
function roundEndOf(results: readonly RecipientResult[]): RoundEnd {
  const again = results
    .flatMap(({ retryAt, deferral }) => (retryAt === null ? [] : [{ retryAt, deferral }]))
    .toSorted((a, b) => a.retryAt.getTime() - b.retryAt.getTime());
  return {
    dueAt: again[0]?.retryAt ?? null,
    deferral: again.at(-1)?.deferral ?? null,
    isCounted: results.length === 0 || results.some(({ counts }) => counts),
  };
}
