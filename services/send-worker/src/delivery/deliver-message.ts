import type { Pool } from '@postrider/db';
import { type Clock, doneWith, isEngineUnavailable, type Logger, ThreadFailure } from '@postrider/runtime';
import type { ClaimedMessage } from '../claims/claimed-message';
import type { MessageOutcome, RecipientOutcome, Release } from '../outcomes/message-outcome';
import type { OutcomeRecorder } from '../outcomes/outcome-recorder';
import type { ReadyDomain, SigningDomains } from './signing-domains';
import type { MemoryBudget, HeldMemory } from './memory-budget';
import { loadContent } from './content.repository';
import { withoutConnection, type Delivered, type DeliverGroup } from './deliver-group';
import type { GroupRecipients, RecipientGroup } from './group-recipients';
import type { ComposedMessage, MessageContent } from './compose';
import type { Composer } from './composer';
import {
  expired,
  failedResult,
  lockedResult,
  type DeliveryContext,
  type Failure,
  type RecipientResult,
} from './recipient-result';

export interface DeliverMessage {
  /** Delivers to every pending recipient and records the results. Rejects only when they cannot be recorded. */
  (message: ClaimedMessage): Promise<DeliverySummary>;
}

export interface DeliverySummary {
  readonly outcomes: readonly RecipientOutcome[];
  /** When the message is due again; null when it is finished. */
  readonly dueAt: Date | null;
  /** Milliseconds spent waiting for sites that took no more: of the transactions that ran in parallel, the longest chain. */
  readonly waitedMs: number;
}

interface Options {
  readonly pool: Pool;
  readonly domains: SigningDomains;
  readonly memory: MemoryBudget;
  readonly composer: Composer;
  readonly groupRecipients: GroupRecipients;
  readonly deliverGroup: DeliverGroup;
  readonly recorder: OutcomeRecorder;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Parallel transactions of one message: fifty would take all connections of a site. */
const transactionsAtOnceMax = 10;

/** How long to wait for a free thread to compose a large message. */
const noThreadMs = 2_000;

/** The message can be sent to no recipient, now or later. */
class UnsendableError extends Error {}

export function createDeliverMessage(options: Options): DeliverMessage {
  return async (message) => {
    if (message.isExpired) return failAll(options, message, expired);
    if (message.content.kind === 'gone')
      return failAll(options, message, unsendable('the content has been deleted'));
    const held: HeldMemory[] = [];
    try {
      const domain = await options.domains.get(message.organizationId, message.domainId);
      if (domain.kind === 'gone')
        return await failAll(options, message, unsendable('the sending domain no longer exists'));
      if (domain.kind === 'locked') return await waitForKey(options, message);
      const composed = once(async () => {
        if (message.content.kind !== 'heavy') return compose(options, { message, domain });
        const { octets } = message.content;
        const memory = await options.memory.take(message.organizationId, octets * composingFactor);
        held.push(memory);
        const result = await compose(options, { message, domain });
        memory.keep(octets * sendingFactor);
        return result;
      });
      return await deliverAll(options, { message, domain, composed });
    } catch (error) {
      if (!isEngineUnavailable(error)) throw error;
      options.log.warn({ err: error, message_id: message.id }, 'requeued: the database is unavailable');
      return await requeue(options, message);
    } finally {
      for (const memory of held) memory.keep(0);
      if (message.content.kind === 'heavy') doneWith(message.content.octets);
    }
  };
}

/** Base64 text, decoded bytes, composed and signed message: about four times the content at the peak. */
const composingFactor = 4;
/** The signed message alone, base64 in lines. */
const sendingFactor = 1.5;

async function compose(
  { pool, composer, log }: Options,
  { message, domain }: { message: ClaimedMessage; domain: ReadyDomain },
): Promise<ComposedMessage> {
  const content = await contentOf(pool, message);
  if (!content) throw new UnsendableError('the content has been deleted');
  // The driver reads a large row into buffers that double in size: some five times the row.
  if (message.content.kind === 'heavy') doneWith(message.content.octets * 2);
  try {
    return await composer.compose(message, content, domain);
  } catch (error) {
    // Composing reads the footer's address from the database; threads may be full, or stop with the process.
    if (isEngineUnavailable(error) || error instanceof ThreadFailure) throw error;
    log.error({ err: error, message_id: message.id }, 'a message cannot be composed');
    throw new UnsendableError('the message cannot be composed');
  }
}

async function contentOf(pool: Pool, message: ClaimedMessage): Promise<MessageContent | undefined> {
  if (message.content.kind === 'inline') return { body: message.content.body, attachments: [], mime: null };
  return loadContent(pool, message.organizationId, message.id);
}

interface Pass {
  readonly message: ClaimedMessage;
  readonly domain: ReadyDomain;
  readonly composed: () => Promise<ComposedMessage>;
}

/**
 * Records each group when it finishes, since one may take minutes longer than the others. The last group also releases the
 * message, after all the others are committed.
 */
async function deliverAll(options: Options, pass: Pass): Promise<DeliverySummary> {
  const { message, domain } = pass;
  const results: RecipientResult[] = [];
  let last: readonly RecipientResult[] = [];
  const recording: Promise<void>[] = [];
  const connections = new Set<() => void>();
  let header: string | null = null;
  const waiting = [...(await options.groupRecipients(message, domain.sender))];

  let waitedMs = 0;
  const deliverAndRecord = async (group: RecipientGroup): Promise<number> => {
    const { results: brought, release, waitedMs: waited = 0 } = await deliverOne(options, pass, group);
    connections.add(release);
    results.push(...brought);
    last = brought;
    header ??= brought.find(({ messageIdHeader }) => messageIdHeader)?.messageIdHeader ?? null;
    if (results.length === message.pending.length) return waited;
    const outcome = outcomeOf(message, brought, header);
    const recorded = (outcome.recipients.length > 0 ? options.recorder.record(outcome) : done).finally(() => {
      connections.delete(release);
      release();
    });
    // Awaited below with the others; until then a rejection must not count as unhandled.
    recorded.catch(() => undefined);
    recording.push(recorded);
    return waited;
  };
  const deliverRest = async (): Promise<void> => {
    let chainMs = 0;
    for (let next = waiting.shift(); next; next = waiting.shift()) chainMs += await deliverAndRecord(next);
    waitedMs = Math.max(waitedMs, chainMs);
  };
  try {
    await Promise.all(
      Array.from({ length: Math.min(transactionsAtOnceMax, waiting.length) }, () => deliverRest()),
    );
    await Promise.all(recording);
    const release = releaseAfter(results);
    await options.recorder.record({ ...outcomeOf(message, last, header), release });
    return { outcomes: results.flatMap(({ outcome }) => outcome ?? []), dueAt: release.dueAt, waitedMs };
  } finally {
    for (const release of connections) release();
  }
}

const done = Promise.resolve();

/** Never rejects: a failure of one group must not end the deliveries to others, which may be on the wire. */
async function deliverOne(
  { deliverGroup, clock, log }: Options,
  { message, domain, composed }: Pass,
  group: RecipientGroup,
): Promise<Delivered> {
  try {
    return await deliverGroup({ message, group, composed, returnPathHost: domain.returnPathHost });
  } catch (error) {
    const now = clock.now();
    const allStay = (retryAt: Date): Delivered =>
      withoutConnection(group.recipients.map(() => ({ outcome: null, retryAt, tried: false })));
    const allFail = (failure: Failure): Delivered =>
      withoutConnection(
        group.recipients.map((recipient) =>
          failedResult({ message, recipient, provider: null, now, random: Math.random }, failure),
        ),
      );
    if (isEngineUnavailable(error)) return allStay(now);
    if (error instanceof ThreadFailure) {
      log.warn({ err: error, message_id: message.id }, 'requeued: it cannot be composed now');
      return allStay(new Date(now.getTime() + noThreadMs));
    }
    if (error instanceof UnsendableError) return allFail(unsendable(error.message));
    log.error({ err: error, message_id: message.id }, 'a delivery met a bug');
    return allFail({ detail: 'internal error', failureClass: 'platform' });
  }
}

function outcomeOf(
  message: ClaimedMessage,
  results: readonly RecipientResult[],
  messageIdHeader: string | null,
): MessageOutcome {
  const recipients = results.flatMap(({ outcome }) => outcome ?? []);
  return { message, recipients, messageIdHeader, release: null };
}

function earliest(times: readonly (Date | null)[]): Date | null {
  return times.reduce((first, time) => (time && (!first || time < first) ? time : first), null);
}

/** No attempt can succeed. */
function unsendable(detail: string): Failure {
  return { detail, failureClass: 'unsendable' };
}

function failAll(options: Options, message: ClaimedMessage, failure: Failure): Promise<DeliverySummary> {
  return settleAll(options, message, (context) => failedResult(context, failure));
}

/** The fault is ours and can be mended, so the message waits until it is, or until it expires. */
function waitForKey(options: Options, message: ClaimedMessage): Promise<DeliverySummary> {
  return settleAll(options, message, lockedResult);
}

/** Gives each pending recipient a result without any transaction. */
async function settleAll(
  { recorder, clock }: Options,
  message: ClaimedMessage,
  resultOf: (context: DeliveryContext) => RecipientResult,
): Promise<DeliverySummary> {
  const now = clock.now();
  const results = message.pending.map((recipient) =>
    resultOf({ message, recipient, provider: null, now, random: Math.random }),
  );
  const release = releaseAfter(results);
  await recorder.record({ ...outcomeOf(message, results, null), release });
  return { outcomes: results.flatMap(({ outcome }) => outcome ?? []), dueAt: release.dueAt, waitedMs: 0 };
}

/** A pass in which nothing was tried does not count. One without recipients does: it ends the message. */
function releaseAfter(results: readonly RecipientResult[]): Release {
  return {
    dueAt: earliest(results.map(({ retryAt }) => retryAt)),
    countsPass: results.length === 0 || results.some(({ tried }) => tried),
  };
}

/** Nothing was tried and nothing can be: due again as soon as the database is available. */
async function requeue(options: Options, message: ClaimedMessage): Promise<DeliverySummary> {
  const dueAt = options.clock.now();
  await options.recorder.record({ ...outcomeOf(message, [], null), release: { dueAt, countsPass: false } });
  return { outcomes: [], dueAt, waitedMs: 0 };
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}
