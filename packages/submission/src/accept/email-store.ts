import { createGroupCommit, type GroupCommit, type Pool } from '@postrider/db';
import type { Metrics } from '@postrider/runtime';
import type { PreparedEmail } from '../prepare/prepared-email';
import { createUsageShards } from '@postrider/admission';
import { insertMessages, type InsertOutcome } from './accept.repository';
import { findOriginals, type IdempotencySlot, type OriginalAnswer } from './originals.repository';

/** The answer to a call; replayed: it is that of an earlier call with the same idempotency key. */
export interface StoreOutcome {
  readonly replayed: boolean;
  readonly answer: OriginalAnswer;
}

/** What acceptance needs of Postgres; callers that come at the same time share statements. */
export interface EmailStore {
  store(email: PreparedEmail): Promise<StoreOutcome>;
  /** The original answer to an idempotency key, also when its first call is still under way here. */
  original(slot: IdempotencySlot): Promise<OriginalAnswer | undefined>;
  drain(): Promise<void>;
}

/** Beyond this a message waits in a lane of its own, so that a group's parameters stay below some 13 MB. */
const LARGE_BYTES = 65_536;

export function createEmailStore(given: { readonly pool: Pool; readonly metrics: Metrics }): EmailStore {
  const { pool, metrics } = given;
  const groupSize = metrics.histogram(
    'accept_group_messages',
    'Messages per accepting statement.',
    [1, 2, 5, 10, 20, 50, 100, 200],
  );
  const shards = createUsageShards();
  const run = (batch: readonly PreparedEmail[]): Promise<InsertOutcome[]> =>
    shards.run((shard) => insertMessages(pool, batch, shard));
  const onBatch = (size: number): void => groupSize.record(size);
  const small = createGroupCommit({ name: 'accept', run, onBatch });
  // Four of at most 18 MB: enough to share a commit, little enough to hold.
  const large = createGroupCommit({
    name: 'accept large',
    run,
    onBatch,
    maxBatch: 4,
    maxInFlight: 1,
    maxWaiting: 64,
  });
  const originals = createGroupCommit({
    name: 'idempotency originals',
    run: (slots: readonly IdempotencySlot[]) => findOriginals(pool, slots),
  });
  return createKeyedStore({ small, large, originals });
}

interface Lanes {
  readonly small: GroupCommit<PreparedEmail, InsertOutcome>;
  readonly large: GroupCommit<PreparedEmail, InsertOutcome>;
  readonly originals: GroupCommit<IdempotencySlot, OriginalAnswer | undefined>;
}

/**
 * Calls with the same idempotency key go one at a time: the second waits for the first and meets its answer, or, when
 * the first failed, becomes the first. Between processes the unique key in Postgres does the same. One statement never
 * carries a key twice, which an upsert cannot do.
 */
function createKeyedStore({ small, large, originals }: Lanes): EmailStore {
  const underWay = new Map<string, Promise<StoreOutcome>>();

  const insert = async (email: PreparedEmail): Promise<StoreOutcome> => {
    const outcome = await (isLarge(email) ? large : small).submit(email);
    if (outcome.state === 'stored') {
      const { id, warnings } = email.message;
      return { replayed: false, answer: { id, warnings, suppressed: outcome.suppressed } };
    }
    const answer = await originals.submit(slotOf(email));
    // Both statements compare with the same time, so only a row that somebody deleted can be missing.
    if (answer === undefined) throw new Error('an idempotency key vanished while it was being replayed');
    return { replayed: true, answer };
  };

  const store = async (email: PreparedEmail): Promise<StoreOutcome> => {
    if (email.message.idempotency_key === null) return insert(email);
    const name = slotName(slotOf(email));
    for (let first = underWay.get(name); first !== undefined; first = underWay.get(name)) {
      const outcome = await first.catch(() => undefined);
      if (outcome !== undefined) return { replayed: true, answer: outcome.answer };
    }
    const storing = insert(email).finally(() => underWay.delete(name));
    underWay.set(name, storing);
    return storing;
  };

  return {
    store,
    original: async (slot) => {
      await underWay.get(slotName(slot))?.catch(() => undefined);
      return originals.submit(slot);
    },
    drain: async () => {
      await Promise.all([small.drain(), large.drain()]);
      await originals.drain();
    },
  };
}

function isLarge({ message, attachments }: PreparedEmail): boolean {
  const { html, text, mime } = message;
  return (
    attachments.length > 0 || mime !== undefined || (html?.length ?? 0) + (text?.length ?? 0) > LARGE_BYTES
  );
}

/** Of an email that has an idempotency key. */
export function slotOf({ message }: PreparedEmail): IdempotencySlot {
  return {
    organizationId: message.organization_id,
    mode: message.mode,
    key: message.idempotency_key ?? '',
    now: message.created_at,
  };
}

function slotName({ organizationId, mode, key }: IdempotencySlot): string {
  return `${organizationId} ${mode} ${key}`;
}
