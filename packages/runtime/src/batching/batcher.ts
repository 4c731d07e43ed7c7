import { isEngineUnavailable } from '../engines/engine-unavailable';
import { isTransactionConflict, sqlState } from '../engines/sql-state';

/** Too many items wait in this process already. */
export class OverloadedError extends Error {
  override readonly name = 'OverloadedError';
  readonly code = 'overloaded';
}

/** Makes a small batch wait for more items, for callers that know how many are about to come. */
export interface Gather {
  /** This many items do not wait for more; asked each time. */
  readonly enough: () => number;
  /** How long fewer wait, counted from the first of them; asked each time. */
  readonly waitMs: () => number;
}

export interface BatcherOptions<Item, Result> {
  /** For messages and metrics, for example `accept`. */
  readonly name: string;
  /**
   * Stores all items in one statement or transaction, all or none, and gives one result per item in the same
   * order. May be called again with a part of the same items after it failed.
   */
  readonly run: (items: readonly Item[]) => Promise<readonly Result[]>;
  /** Items per call of `run`. */
  readonly batchMax?: number;
  /** With `weightMax`: what the items of one call of `run` may weigh together; a heavier item goes alone. */
  readonly weightOf?: (item: Item) => number;
  readonly weightMax?: number;
  /** Calls of `run` at once: the second fills while the first waits for the disk; more only contend. */
  readonly inFlightMax?: number;
  /** This many items get another call of `run` while one is under way; fewer wait until that one has ended. */
  readonly besidesMin?: number;
  /** They wait no longer than this, because the call under way may hang. Default 20 ms: several statements. */
  readonly besidesWaitMs?: number;
  /**
   * The callers continue together, for example after another batcher's batch. They all submit before the event loop's turn ends, so
   * a batch need not wait for the end of that turn.
   */
  readonly callersComeTogether?: boolean;
  /** Default: while no call of `run` is under way, nothing waits. */
  readonly gather?: Gather;
  /** Items waiting beyond those in flight. */
  readonly waitingMax?: number;
  /** Called after each failed call of `run`, before it is split, repeated or reported to the callers. */
  readonly onError?: (error: unknown, batchSize: number) => void;
  /** Called after each batch with the time from its start. */
  readonly onBatch?: (batchSize: number, durationMs: number) => void;
}

export interface Batcher<Item, Result> {
  /**
   * Resolves when the item's batch is committed.
   * @throws OverloadedError when too many items wait; else what `run` threw for this item
   */
  submit(item: Item): Promise<Result>;
  /** Resolves when nothing waits and nothing is in flight. */
  drain(): Promise<void>;
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
  readonly sinceMs: number;
}

/** A batch that loses a deadlock runs again; if it loses this often, something else is wrong. */
const conflictRetriesMax = 3;

/**
 * Lets concurrent callers share one multi-row statement, and so one commit.
 *
 * A lone caller's item is sent at once (at the end of the event loop's turn, together with all that arrived in it; sooner with
 * `callersComeTogether`). While `inFlightMax` batches are in flight, the next one fills, so batches grow as the database gets
 * slower. Without `gather` no timer delays an item. A statement costs the database as much as three to six of its rows, so a
 * few items that arrive while another statement runs wait for its end instead of getting their own, unless it takes long.
 *
 * - waiting → in flight: nothing is in flight, or a slot is free and `besidesMin` items wait or no batch has left
 *   for `besidesWaitMs`; with `gather`, also enough wait or the first has waited for `waitMs`
 * - in flight → done: `run` resolved
 * - in flight → halved: the error concerns rows; both halves run, in order, until the poison row fails alone
 * - in flight → failed, all of them: any other error, for example the database cannot be reached
 */
export function createBatcher<Item, Result>(options: BatcherOptions<Item, Result>): Batcher<Item, Result> {
  const { name, batchMax = 200, inFlightMax = 2, waitingMax = 10_000, onBatch } = options;
  const { besidesMin = 8, besidesWaitMs = 20, gather, callersComeTogether = false } = options;
  const limits = { inFlightMax, batchMax, besidesMin, besidesWaitMs, gather };
  let waiting: Waiting<Item, Result>[] = [];
  let inFlight = 0;
  let flushScheduled = false;
  let lastStartMs = 0;
  let timer: NodeJS.Timeout | undefined;
  const whenIdle: (() => void)[] = [];

  const dueInMs = (): number => msUntilDue(limits, { waiting, inFlight, lastStartMs });

  /** Sets a timer for items that wait although a slot is free. */
  function watch(): void {
    const leftMs = dueInMs();
    if (timer === undefined && leftMs < Infinity) timer = setTimeout(flush, leftMs).unref();
  }

  function scheduleFlush(): void {
    if (flushScheduled) return;
    if (dueInMs() > 0) return watch();
    flushScheduled = true;
    if (callersComeTogether) process.nextTick(flush);
    else setImmediate(flush);
  }

  function flush(): void {
    flushScheduled = false;
    clearTimeout(timer);
    timer = undefined;
    while (dueInMs() === 0) {
      const size = batchSize(waiting, { ...options, batchMax });
      const batch = waiting.slice(0, size);
      waiting = waiting.slice(size);
      inFlight += 1;
      lastStartMs = performance.now();
      void send(batch);
    }
    watch();
  }

  async function send(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    const startedAt = performance.now();
    await runOrSplit(batch, options);
    inFlight -= 1;
    // Not by setImmediate: these items have waited for a whole batch already.
    flush();
    if (inFlight === 0) {
      for (const resolve of whenIdle.splice(0)) resolve();
    }
    onBatch?.(batch.length, performance.now() - startedAt);
  }

  return {
    submit(item) {
      return new Promise<Result>((resolve, reject) => {
        if (waiting.length >= waitingMax) return reject(overloaded(name, waitingMax));
        waiting.push({ item, resolve, reject, sinceMs: performance.now() });
        scheduleFlush();
      });
    },
    drain() {
      if (waiting.length === 0 && inFlight === 0) return Promise.resolve();
      return new Promise<void>((resolve) => whenIdle.push(resolve));
    },
  };
}

/** How many of the waiting items make the next batch: at least one. */
function batchSize<Item, Result>(
  waiting: readonly Waiting<Item, Result>[],
  limits: Pick<BatcherOptions<Item, Result>, 'weightOf' | 'weightMax'> & { readonly batchMax: number },
): number {
  const { batchMax, weightOf, weightMax } = limits;
  if (weightOf === undefined || weightMax === undefined) return Math.min(waiting.length, batchMax);
  let weight = 0;
  const end = waiting.slice(0, batchMax).findIndex(({ item }, index) => {
    weight += weightOf(item);
    return index > 0 && weight > weightMax;
  });
  return end < 0 ? Math.min(waiting.length, batchMax) : end;
}

function overloaded(name: string, waitingMax: number): OverloadedError {
  return new OverloadedError(`${name}: ${waitingMax} items are waiting`);
}

interface Limits extends Required<
  Pick<BatcherOptions<never, never>, 'inFlightMax' | 'batchMax' | 'besidesWaitMs' | 'besidesMin'>
> {
  readonly gather: Gather | undefined;
}

/** Time until the waiting items may be sent: 0 is now, Infinity not before something else has changed. */
function msUntilDue(
  { inFlightMax, batchMax, besidesMin, besidesWaitMs, gather }: Limits,
  now: {
    readonly waiting: readonly Pick<Waiting<never, never>, 'sinceMs'>[];
    readonly inFlight: number;
    readonly lastStartMs: number;
  },
): number {
  const [first] = now.waiting;
  const { length } = now.waiting;
  if (first === undefined || now.inFlight >= inFlightMax) return Infinity;
  const isBesides = now.inFlight > 0 && length < Math.min(besidesMin, batchMax);
  const isGathering = gather !== undefined && length < Math.min(gather.enough(), batchMax);
  const dueMs = Math.max(
    isBesides ? now.lastStartMs + besidesWaitMs : 0,
    isGathering ? first.sinceMs + gather.waitMs() : 0,
  );
  return Math.max(0, dueMs - performance.now());
}

/**
 * Settles every promise of the batch; never rejects.
 * @returns the error that made trying further pointless, if there was one
 */
async function runOrSplit<Item, Result>(
  batch: readonly Waiting<Item, Result>[],
  options: BatcherOptions<Item, Result>,
): Promise<{ readonly outage?: unknown }> {
  try {
    const results = await runWithRetries(batch, options);
    batch.forEach(({ resolve }, index) => resolve(results[index] as Result));
    return {};
  } catch (error) {
    const poisoned = concernsItems(error);
    if (batch.length === 1 || !poisoned) {
      for (const { reject } of batch) reject(error);
      return poisoned ? {} : { outage: error };
    }
  }
  const half = Math.ceil(batch.length / 2);
  const first = await runOrSplit(batch.slice(0, half), options);
  const rest = batch.slice(half);
  if (!('outage' in first)) return runOrSplit(rest, options);
  for (const { reject } of rest) reject(first.outage);
  return first;
}

async function runWithRetries<Item, Result>(
  batch: readonly Waiting<Item, Result>[],
  { name, run, onError }: BatcherOptions<Item, Result>,
): Promise<readonly Result[]> {
  const items = batch.map(({ item }) => item);
  for (let retriesLeft = conflictRetriesMax; ; retriesLeft -= 1) {
    try {
      const results = await run(items);
      if (results.length === items.length) return results;
    } catch (error) {
      onError?.(error, items.length);
      if (retriesLeft === 0 || !isTransactionConflict(error)) throw error;
      continue;
    }
    throw new ResultCountError(`${name}: run must give one result per item`);
  }
}

/** A mistake in a `run` function, not in the rows it was given: the whole batch fails. */
class ResultCountError extends Error {
  override readonly name = 'ResultCountError';
}

/**
 * SQLSTATE classes that a single row can cause: cardinality (one row hit twice by an upsert), data, integrity,
 * WITH CHECK OPTION, program limits (an index entry too large), and what a trigger raises.
 */
const rowClasses = /^(21|22|23|44|54|P0)/;

/** True when another part of the same batch may well succeed. */
function concernsItems(error: unknown): boolean {
  if (error instanceof ResultCountError || isEngineUnavailable(error)) return false;
  const state = sqlState(error);
  if (state !== undefined) return rowClasses.test(state);
  // Not a database error: the code that turns items into parameters failed on one of them. An error with a `code` comes
  // from a socket or from TLS instead.
  return error instanceof Error && !('code' in error);
}
