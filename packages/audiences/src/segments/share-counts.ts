import { createHash } from 'node:crypto';
import { AppError } from '@postrider/contracts/errors';
import { conditionsOf, type SegmentFilter } from '@postrider/contracts/segments';

/** Counts of several filters of one organization, in their order: one pass over its contacts. */
export type CountFilters = (
  organizationId: string,
  filters: readonly SegmentFilter[],
) => Promise<readonly number[]>;

export interface SharedCountsOptions {
  readonly countFilters: CountFilters;
  readonly nowMs: () => number;
}

/** Passes at the same time, each of another organization: each keeps half a processor of the database busy. */
const passesMax = 2;
/** Conditions of one pass: what its statements may take each. */
const conditionsMax = 10;
/** An organization that has more waiting asks faster than anybody could count. */
const waitingMax = 1_000;

/**
 * A count that took long is kept for twenty times as long as its pass took: a client that asks all the time keeps a twentieth of a
 * connection busy. What is counted at once is counted again each time.
 */
const keptFactor = 20;
const quickMs = 50;
const keptMsMax = 600_000;
const keptMax = 10_000;

interface SharedCount {
  readonly count: number;
  /** When its pass ended. */
  readonly countedAt: Date;
}

interface Waiting {
  readonly key: string;
  readonly filter: SegmentFilter;
  readonly settle: (count: SharedCount | Error) => void;
}

/**
 * Counts that callers share: who asks for what is being counted gets that, an organization has one pass at a time, and what
 * waits meanwhile goes into the next one. Organizations take turns.
 */
export function createSharedCounts({ countFilters, nowMs }: SharedCountsOptions) {
  const kept = createKeptCounts(nowMs);
  const pending = new Map<string, Promise<SharedCount>>();
  /** In the order of their turns. */
  const waiting = new Map<string, Waiting[]>();
  const counting = new Set<string>();

  const startPasses = (): void => {
    for (const [organizationId, queue] of waiting) {
      if (counting.size >= passesMax) return;
      if (counting.has(organizationId)) continue;
      const pass = queue.splice(0, lengthOfPass(queue));
      waiting.delete(organizationId);
      if (queue.length > 0) waiting.set(organizationId, queue);
      counting.add(organizationId);
      void runPass(organizationId, pass);
    }
  };

  const runPass = async (organizationId: string, pass: readonly Waiting[]): Promise<void> => {
    const beganMs = nowMs();
    let results: readonly (number | Error)[];
    try {
      const filters = pass.map(({ filter }) => filter);
      results = await countFilters(organizationId, filters);
    } catch (error) {
      results = pass.map(() => error as Error);
    }
    counting.delete(organizationId);
    const tookMs = nowMs() - beganMs;
    const countedAt = new Date();
    for (const [index, { key, settle }] of pass.entries()) {
      const count = results[index] ?? new Error('no count for a filter');
      pending.delete(key);
      const result = count instanceof Error ? count : { count, countedAt };
      if (!(result instanceof Error) && tookMs >= quickMs) kept.keep(key, result, tookMs);
      settle(result);
    }
    startPasses();
  };

  return (organizationId: string, filter: SegmentFilter): Promise<SharedCount> => {
    const key = keyOf(organizationId, filter);
    const known = kept.find(key);
    if (known !== undefined) return Promise.resolve(known);
    const sharedWith = pending.get(key);
    if (sharedWith !== undefined) return sharedWith;
    const queue = waiting.get(organizationId) ?? [];
    if (queue.length >= waitingMax) return Promise.reject(new AppError('service_unavailable'));
    const count = new Promise<SharedCount>((resolve, reject) => {
      const settle = (result: SharedCount | Error) =>
        result instanceof Error ? reject(result) : resolve(result);
      queue.push({ key, filter, settle });
    });
    waiting.set(organizationId, queue);
    pending.set(key, count);
    // After the caller has asked for all it wants: they go into one pass.
    queueMicrotask(startPasses);
    return count;
  };
}

function createKeptCounts(nowMs: () => number) {
  const kept = new Map<string, { readonly count: SharedCount; readonly untilMs: number }>();
  return {
    find: (key: string): SharedCount | undefined => {
      const known = kept.get(key);
      return known !== undefined && known.untilMs > nowMs() ? known.count : undefined;
    },
    keep: (key: string, count: SharedCount, tookMs: number): void => {
      kept.delete(key);
      kept.set(key, { count, untilMs: nowMs() + Math.min(keptMsMax, keptFactor * tookMs) });
      const [oldest] = kept.keys();
      if (kept.size > keptMax && oldest !== undefined) kept.delete(oldest);
    },
  };
}

/** At least one. */
function lengthOfPass(queue: readonly Waiting[]): number {
  let conditions = 0;
  const beyond = queue.findIndex(({ filter }, index) => {
    conditions += conditionsOf(filter).length + 1;
    return index > 0 && conditions > conditionsMax;
  });
  return beyond < 0 ? queue.length : beyond;
}

/** A filter can be long; what it hashes to is not. */
function keyOf(organizationId: string, filter: SegmentFilter): string {
  return createHash('sha256')
    .update(`${organizationId} ${JSON.stringify(filter)}`)
    .digest('base64');
}
