import { withTransaction, type Pool } from '@postrider/db';
import {
  ByteBudgetError,
  isEngineUnavailable,
  retryWhileUnavailable,
  ThreadFailure,
  type ByteBudget,
  type Logger,
  type Metrics,
  type Semaphore,
} from '@postrider/runtime';
import {
  TryAgainLater,
  UnreadableMail,
  type InboundHandlers,
  type InboundKind,
  type InboundMail,
  type InboundFinding,
  type InboundResult,
  type InboundWork,
} from './inbound-handler';
import {
  attemptsMax,
  lockMail,
  readOctets,
  deferMail,
  markUnreadable,
  settleMail,
  type ClaimedMail,
} from './spool.repository';

/** A claimed mail with its envelope. */
export interface MailInHand {
  readonly claimed: ClaimedMail;
  readonly owner: string;
  readonly recipients: ReadonlyMap<InboundKind, InboundWork['recipients']>;
}

/** Reads and records one mail, or defers it. Never rejects. */
export type ProcessMail = (mail: MailInHand) => Promise<void>;

interface Options {
  readonly pool: Pool;
  readonly workerId: string;
  readonly handlers: InboundHandlers;
  readonly budget: ByteBudget;
  /** Connections to Postgres for inbound mail; the others are for sending. */
  readonly connections: Semaphore;
  readonly log: Logger;
  readonly metrics: Metrics;
}

interface Prepared {
  readonly work: InboundWork;
  readonly purpose: InboundKind;
  readonly prepared: unknown;
}

/** Reading that takes too much time or memory is tried again: the machine may have been busy. */
const costlyAttemptsMax = 3;
/** None of its recipients has a valid token. The listener has checked them, so the secret has changed since. */
const forged = 'forged' satisfies InboundFinding;
const noRoomDelayMs = 2_000;
/** Four delays: 2, 4, 8 and 16 s. By then a temporary cause, such as a message that is being delivered, has passed. */
const delayBaseMs = 2_000;
const outageBackOff = { baseMs: 200, maxMs: 5_000 };
const outageTriesMax = 8;

export function createProcessMail(options: Options): ProcessMail {
  const { pool, workerId, log, metrics } = options;
  const mails = metrics.counter(
    'inbound_mails',
    'Emails and reports from other servers, by purpose and result.',
    {
      purpose: [],
      result: [],
    },
  );

  const giveUp = async (mail: MailInHand, reason: string): Promise<void> => {
    const { id } = mail.claimed;
    if (!(await markUnreadable(pool, { id, workerId, reason }))) return;
    mails.add(1, { purpose: purposeOf(mail), result: 'unreadable' });
    log.warn({ inbound_id: id, reason }, 'an inbound email is unreadable');
  };

  const recordFailure = async (mail: MailInHand, error: unknown): Promise<void> => {
    const { id, attempts } = mail.claimed;
    const next = afterFailure(error, attempts);
    if (next.kind === 'unreadable') return giveUp(mail, next.reason);
    if (next.kind === 'bug')
      log.error({ err: error, inbound_id: id, attempts }, 'an inbound email failed unexpectedly');
    await deferMail(pool, { id, workerId, ...next });
  };

  return async (mail) => {
    const reservation = options.budget.open(mail.owner);
    try {
      await reservation.take(mail.claimed.bytes);
      const results = await readAndRecord(options, mail);
      if (results?.size === 0) mails.add(1, { purpose: 'none', result: forged });
      for (const [purpose, { result, afterCommit }] of results ?? []) {
        mails.add(1, { purpose, result });
        afterCommit?.();
      }
    } catch (error) {
      // If that fails too, the lease expires by itself.
      await recordFailure(mail, error).catch((second: unknown) =>
        log.warn(
          { err: second, inbound_id: mail.claimed.id },
          'the result of an inbound email was not recorded',
        ),
      );
    } finally {
      reservation.release();
    }
  };
}

function purposeOf({ recipients }: MailInHand): string {
  return recipients.keys().next().value ?? 'none';
}

/** @returns null when another worker has the mail, or has settled it */
async function readAndRecord(
  { pool, workerId, handlers, connections }: Options,
  { claimed, owner, recipients }: MailInHand,
): Promise<ReadonlyMap<InboundKind, InboundResult> | null> {
  const raw = await connections.run({ priority: 0, owner }, () => readOctets(pool, claimed.id));
  if (raw === null) return null;
  const mail: InboundMail = {
    ...claimed,
    raw,
    chargedTo: owner,
    isLastAttempt: claimed.attempts >= attemptsMax,
  };
  const all: Prepared[] = [];
  for (const [purpose, ofPurpose] of recipients) {
    const work = { mail, recipients: ofPurpose };
    all.push({ work, purpose, prepared: await handlers[purpose].prepare(work) });
  }
  const settle = (): Promise<ReadonlyMap<InboundKind, InboundResult> | null> =>
    connections.run({ priority: 0, owner }, () =>
      recordAll(pool, { id: claimed.id, workerId, handlers, all }),
    );
  return retryWhileUnavailable(settle, {
    backOff: outageBackOff,
    mayRetry: (_, tries) => tries < outageTriesMax,
  });
}

/** The transaction that settles a mail. If it is repeated because its commit is uncertain, it finds the mail settled. */
function recordAll(
  pool: Pool,
  options: {
    readonly id: string;
    readonly workerId: string;
    readonly handlers: InboundHandlers;
    readonly all: readonly Prepared[];
  },
): Promise<ReadonlyMap<InboundKind, InboundResult> | null> {
  const { id, workerId, handlers, all } = options;
  return withTransaction(
    pool,
    async (client) => {
      if (!(await lockMail(client, { id, workerId }))) return null;
      const results = new Map<InboundKind, InboundResult>();
      for (const { work, purpose, prepared } of all) {
        results.set(purpose, await handlers[purpose].record(client, work, prepared));
      }
      const words = [...results.values()].map(({ result }) => result);
      await settleMail(client, id, words.length > 0 ? words.join(', ') : forged);
      return results;
    },
    { retrySerialization: 3 },
  );
}

type AfterFailure =
  | { readonly kind: 'unreadable'; readonly reason: string }
  | { readonly kind: 'deferred' | 'bug'; readonly delayMs: number; readonly counts: boolean };

function afterFailure(error: unknown, attempts: number): AfterFailure {
  const delayMs = delayBaseMs * 2 ** (attempts - 1);
  if (error instanceof UnreadableMail) return { kind: 'unreadable', reason: error.message };
  if (error instanceof ThreadFailure && error.isTooCostly) {
    if (attempts >= costlyAttemptsMax) {
      return { kind: 'unreadable', reason: `reading it exceeds a limit: ${error.reason}` };
    }
    return { kind: 'deferred', delayMs, counts: true };
  }
  if (error instanceof ThreadFailure || error instanceof ByteBudgetError || isEngineUnavailable(error)) {
    return { kind: 'deferred', delayMs: noRoomDelayMs, counts: false };
  }
  if (error instanceof TryAgainLater) return { kind: 'deferred', delayMs, counts: true };
  if (attempts < attemptsMax) return { kind: 'bug', delayMs, counts: true };
  return { kind: 'unreadable', reason: `it could not be recorded: ${String(error)}` };
}
