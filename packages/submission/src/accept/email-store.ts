import assert from 'node:assert';
import { createUsageShards, type QuotaReservation, type ReservationResult } from '@postrider/admission';
import type { SendEmailResponse } from '@postrider/contracts/emails';
import { AppError, type ErrorCode } from '@postrider/contracts/errors';
import type { Pool } from '@postrider/db';
import {
  type Batcher,
  type Clock,
  createBatcher,
  isEngineUnavailable,
  type Metrics,
  OverloadedError,
} from '@postrider/runtime';
import type { PreparedEmail } from '../prepare/prepared-email';
import { isMismatch } from './body-hash';
import {
  findChosenResponse,
  findStoredResponses,
  type IdempotencyKey,
  type StoredResponse,
} from './idempotency';
import { insertEmails, type InsertOutcome } from './insert-emails';
import type { Enqueue } from './send-job-publisher';

export interface AcceptedEmail {
  /** An earlier call with the same idempotency key, or chosen id, got the response. */
  readonly replayed: boolean;
  /** Its body differs from that of the earlier call with the same idempotency key, so it was not sent. */
  readonly mismatched: boolean;
  readonly response: SendEmailResponse;
}

interface StoreOutcome {
  readonly replayed: boolean;
  readonly response: StoredResponse;
}

export interface ChosenMessage {
  readonly organizationId: string;
  readonly id: string;
}

/** Stores accepted emails in Postgres; concurrent callers share statements. */
export interface EmailStore {
  /**
   * Stores a message whose quota has been asked for, and has it sent. Quota that turned out unused is refunded: of a
   * replay, of suppressed recipients, of a failure.
   * @throws AppError `quota_exceeded`, `key_quota_exceeded`, unless the message was accepted before under its idempotency key or its id
   */
  accept(email: PreparedEmail, asked: AskedQuota): Promise<AcceptedEmail>;
  /** The stored response to an idempotency key; waits for a call with that key which is still under way in this process. */
  storedResponse(key: IdempotencyKey): Promise<StoredResponse | undefined>;
  /** The stored response to a message whose id was chosen before. */
  chosenResponse(message: ChosenMessage): Promise<StoredResponse | undefined>;
  drain(): Promise<void>;
}

export interface AskedQuota {
  readonly reservation: ReservationResult;
  readonly quota: QuotaReservation;
}

/** Larger messages have batches of their own, so that the parameters of a batch of small ones stay below some 13 MB. */
const largeBytesMin = 65_536;

/**
 * Messages that are worth a second statement beside another: with half as many each message took Postgres a fifth more time, and
 * no more were accepted.
 */
const besidesMin = 16;

export function createEmailStore(options: {
  readonly pool: Pool;
  readonly enqueue: Enqueue;
  readonly clock: Clock;
  readonly metrics: Metrics;
}): EmailStore {
  const { pool, enqueue, clock, metrics } = options;
  const groupSize = metrics.histogram('accept_group_messages', 'Messages per accepting statement.', {
    boundaries: [1, 2, 5, 10, 20, 50, 100, 200],
  });
  const shards = createUsageShards();
  const run = (batch: readonly PreparedEmail[]): Promise<InsertOutcome[]> =>
    shards.run((shard) => insertEmails(pool, batch, shard));
  const onBatch = (size: number): void => groupSize.record(size);
  const small = createBatcher({
    name: 'accept',
    run,
    onBatch,
    // They come from admission control, which answers many at a time.
    callersComeTogether: true,
    besidesMin,
  });
  // Four of at most 18 MB: enough to share a commit, and 72 MB may be held in memory.
  const large = createBatcher({
    name: 'accept large',
    run,
    onBatch,
    batchMax: 4,
    inFlightMax: 1,
    waitingMax: 64,
  });
  const responses = createBatcher({
    name: 'idempotent responses',
    run: (keys: readonly IdempotencyKey[]) => findStoredResponses(pool, keys),
  });
  const { store, storedResponse, drain } = createKeyedStore({ small, large, responses });
  const chosenResponse = (message: ChosenMessage) => findChosenResponse(pool, message);

  const accept = async (email: PreparedEmail, { reservation, quota }: AskedQuota): Promise<AcceptedEmail> => {
    const { recipients } = email;
    if (reservation !== 'reserved') {
      const stored = await storedBefore({ storedResponse, chosenResponse }, email);
      if (stored !== undefined) return replayOf(stored, email.message.body_hash);
      throw quotaExceeded(reservation, clock.now());
    }
    let outcome: StoreOutcome;
    try {
      outcome = await store(email);
    } catch (error) {
      if (email.countedRecipients > 0) refund(quota, email.countedRecipients, error);
      throw error;
    }
    const { replayed, response } = outcome;
    const unsent = replayed ? recipients.length : response.suppressed.length;
    if (unsent > 0 && email.countedRecipients > 0) quota.refund(unsent);
    // Workers find mail that is due later by its row.
    const isDue = email.message.due_at !== null && email.message.due_at <= clock.now();
    if (isDue && unsent < recipients.length) enqueue(email.message);
    if (replayed) return replayOf(response, email.message.body_hash);
    return { replayed, mismatched: false, response: presentResponse(response) };
  };

  return { accept, storedResponse, chosenResponse, drain };
}

interface Batchers {
  readonly small: Batcher<PreparedEmail, InsertOutcome>;
  readonly large: Batcher<PreparedEmail, InsertOutcome>;
  readonly responses: Batcher<IdempotencyKey, StoredResponse | undefined>;
}

type KeyedStore = Pick<EmailStore, 'storedResponse' | 'drain'> & {
  readonly store: (email: PreparedEmail) => Promise<StoreOutcome>;
};

/**
 * Calls with the same idempotency key run one at a time. The second waits for the first and gets its response, or, if the
 * first failed, is stored itself. Between processes the unique key in Postgres does the same. So one statement never has a
 * key twice, which would make its upsert fail.
 */
function createKeyedStore({ small, large, responses }: Batchers): KeyedStore {
  const underWay = new Map<string, Promise<StoreOutcome>>();

  const insert = async (email: PreparedEmail): Promise<StoreOutcome> => {
    const outcome = await (isLarge(email) ? large : small).submit(email);
    const replayed = outcome.state === 'replay';
    if (!replayed || email.message.idempotency_key === null) {
      const { id, warnings, body_hash: bodyHash } = email.message;
      return { replayed, response: { id, bodyHash, warnings, suppressed: outcome.suppressed } };
    }
    const response = await responses.submit(idempotencyKeyOf(email));
    // Both statements compare `expires_at` with the same time, so the row can only be missing if it was deleted in between.
    if (response === undefined) throw new Error('an idempotency key vanished while it was being replayed');
    return { replayed: true, response };
  };

  const storeInTurn = async (email: PreparedEmail): Promise<StoreOutcome> => {
    const name = keyName(idempotencyKeyOf(email));
    for (let first = underWay.get(name); first !== undefined; first = underWay.get(name)) {
      const outcome = await first.catch(() => undefined);
      if (outcome !== undefined) return { replayed: true, response: outcome.response };
    }
    const storing = insert(email).finally(() => underWay.delete(name));
    underWay.set(name, storing);
    return storing;
  };

  return {
    store: (email) => (email.message.idempotency_key === null ? insert(email) : storeInTurn(email)),
    storedResponse: async (key) => {
      await underWay.get(keyName(key))?.catch(() => undefined);
      return responses.submit(key);
    },
    drain: async () => {
      await Promise.all([small.drain(), large.drain()]);
      await responses.drain();
    },
  };
}

/** The answer that the message, or another of its key, had before; for when it cannot be stored now. */
export async function storedBefore(
  store: Pick<EmailStore, 'storedResponse' | 'chosenResponse'>,
  email: PreparedEmail,
): Promise<StoredResponse | undefined> {
  const { idempotency_key: key, chosen, organization_id: organizationId, id } = email.message;
  if (key !== null) return store.storedResponse(idempotencyKeyOf(email));
  return chosen ? store.chosenResponse({ organizationId, id }) : undefined;
}

/** A connection that was lost during COMMIT leaves open whether the message is stored: Postgres has to be asked. */
function refund(quota: QuotaReservation, recipients: number, error: unknown): void {
  const isUnknown = isEngineUnavailable(error) && !(error instanceof OverloadedError);
  if (isUnknown && quota.recount) quota.recount();
  else quota.refund(recipients);
}

const exceeded: Readonly<Record<Exclude<ReservationResult, 'reserved'>, readonly [ErrorCode, string]>> = {
  monthly_limit: ['quota_exceeded', 'The monthly sending limit is reached.'],
  daily_cap: ['quota_exceeded', 'The daily sending cap is reached.'],
  key_daily_limit: ['key_quota_exceeded', 'The daily limit of this key is reached.'],
};

/** The refusal for a limit that has no room, with the seconds until its period ends. */
export function quotaExceeded(reservation: Exclude<ReservationResult, 'reserved'>, now: Date): AppError {
  const monthly = reservation === 'monthly_limit';
  const endsMs = monthly
    ? Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)
    : Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1);
  const retryAfterSeconds = Math.max(1, Math.ceil((endsMs - now.getTime()) / 1_000));
  const [code, message] = exceeded[reservation];
  return new AppError(code, message, { retryAfterSeconds });
}

/** The answer to a call with the same key, or chosen id, as one that was accepted before. */
export function replayOf(stored: StoredResponse, bodyHash: string | null): AcceptedEmail {
  const mismatched = isMismatch(stored.bodyHash, bodyHash);
  return { replayed: true, mismatched, response: presentResponse(stored) };
}

function presentResponse({ id, suppressed, warnings }: StoredResponse): SendEmailResponse {
  return {
    id,
    ...(suppressed.length > 0 && { suppressed: [...suppressed] }),
    ...(warnings !== null && { warnings: [...warnings] }),
  };
}

function isLarge({ message, attachments }: PreparedEmail): boolean {
  const { html, text, mime } = message;
  return (
    attachments.length > 0 || mime !== undefined || (html?.length ?? 0) + (text?.length ?? 0) > largeBytesMin
  );
}

/** Of an email that has an idempotency key. */
export function idempotencyKeyOf({ message }: PreparedEmail): IdempotencyKey {
  const { organization_id: organizationId, mode, idempotency_key: key, created_at: now } = message;
  assert(key !== null, 'the email has an idempotency key');
  return { organizationId, mode, key, now };
}

function keyName({ organizationId, mode, key }: IdempotencyKey): string {
  return `${organizationId} ${mode} ${key}`;
}
