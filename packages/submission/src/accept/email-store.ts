import assert from 'node:assert';
import { createUsageShards } from '@postrider/admission';
import type { Pool } from '@postrider/db';
import { type Batcher, createBatcher, type Metrics } from '@postrider/runtime';
import type { PreparedEmail } from '../prepare/prepared-email';
import {
  findChosenResponse,
  findStoredResponses,
  type IdempotencyKey,
  type StoredResponse,
} from './idempotency';
import { insertEmails, type InsertOutcome } from './insert-emails';

/** The response to a call. `replayed`: an earlier call with the same idempotency key, or chosen id, got it. */
export interface StoreOutcome {
  readonly replayed: boolean;
  readonly response: StoredResponse;
}

export interface ChosenMessage {
  readonly organizationId: string;
  readonly id: string;
}

/** Stores accepted emails in Postgres; concurrent callers share statements. */
export interface EmailStore {
  store(email: PreparedEmail): Promise<StoreOutcome>;
  /** The stored response to an idempotency key; waits for a call with that key which is still under way in this process. */
  storedResponse(key: IdempotencyKey): Promise<StoredResponse | undefined>;
  /** The stored response to a message whose id was chosen before. */
  chosenResponse(message: ChosenMessage): Promise<StoredResponse | undefined>;
  drain(): Promise<void>;
}

/** Larger messages have batches of their own, so that the parameters of a batch of small ones stay below some 13 MB. */
const largeBytesMin = 65_536;

/**
 * Messages that are worth a second statement beside another: with half as many each message took Postgres a fifth more time, and
 * no more were accepted.
 */
const besidesMin = 16;

export function createEmailStore(options: { readonly pool: Pool; readonly metrics: Metrics }): EmailStore {
  const { pool, metrics } = options;
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
  return {
    ...createKeyedStore({ small, large, responses }),
    chosenResponse: (message) => findChosenResponse(pool, message),
  };
}

interface Batchers {
  readonly small: Batcher<PreparedEmail, InsertOutcome>;
  readonly large: Batcher<PreparedEmail, InsertOutcome>;
  readonly responses: Batcher<IdempotencyKey, StoredResponse | undefined>;
}

/**
 * Calls with the same idempotency key run one at a time. The second waits for the first and gets its response, or, if the
 * first failed, is stored itself. Between processes the unique key in Postgres does the same. So one statement never has a
 * key twice, which would make its upsert fail.
 */
function createKeyedStore({ small, large, responses }: Batchers): Omit<EmailStore, 'chosenResponse'> {
  const underWay = new Map<string, Promise<StoreOutcome>>();

  const insert = async (email: PreparedEmail): Promise<StoreOutcome> => {
    const outcome = await (isLarge(email) ? large : small).submit(email);
    if (outcome.state === 'stored') {
      const { id, warnings } = email.message;
      return { replayed: false, response: { id, warnings, suppressed: outcome.suppressed } };
    }
    if (email.message.idempotency_key === null) {
      const { id, warnings } = email.message;
      return { replayed: true, response: { id, warnings, suppressed: outcome.suppressed } };
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
