import fc from 'fast-check';
import { isEngineUnavailable } from '../engines/engine-unavailable';
import { createBatcher, OverloadedError } from './batcher';

/** A data error as pg reports it. */
function dataError(): Error {
  return Object.assign(new Error('invalid byte sequence'), { code: '22021' });
}

function refused(): Error {
  return Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' });
}

/** A `run` that waits until it is opened, and tells what it was given. */
function heldRun() {
  const calls: { items: readonly number[]; open: () => void }[] = [];
  const run = (items: readonly number[]) =>
    new Promise<number[]>((resolve) => {
      calls.push({ items, open: () => resolve(items.map((item) => item * 10)) });
    });
  return { calls, run };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('batcher', () => {
  it('sends a lone item at once and gives its result', async () => {
    const batcher = createBatcher({
      name: 't',
      run: (items: readonly number[]) => Promise.resolve(items.map(String)),
    });
    await expect(batcher.submit(7)).resolves.toBe('7');
  });

  it('puts all that arrives in one turn of the event loop into one batch', async () => {
    const { calls, run } = heldRun();
    const batcher = createBatcher({ name: 't', run });
    void batcher.submit(1);
    await Promise.resolve();
    void batcher.submit(2);
    await turn();
    expect(calls.map((call) => call.items)).toEqual([[1, 2]]);
  });

  it('puts no more together than the weight allows, and what is heavier alone', async () => {
    const { calls, run } = heldRun();
    const weights = { weightOf: (item: number) => item, weightMax: 10 };
    const batcher = createBatcher({ name: 't', run, inFlightMax: 1, batchMax: 3, ...weights });
    const items = [30, 4, 6, 1, 11, 1, 1, 1, 1];
    const results = items.map((item) => batcher.submit(item));
    for (let open = 0; open < 6; open += 1) {
      await turn();
      calls[open]?.open();
    }
    await expect(Promise.all(results)).resolves.toEqual(items.map((item) => item * 10));
    expect(calls.map((call) => call.items)).toEqual([[30], [4, 6], [1], [11], [1, 1, 1], [1]]);
  });

  it('fills the next batch while the allowed number is in flight', async () => {
    const { calls, run } = heldRun();
    const batcher = createBatcher({ name: 't', run, inFlightMax: 1, batchMax: 3 });
    const results = [batcher.submit(1)];
    await turn();
    for (const item of [2, 3, 4, 5]) results.push(batcher.submit(item));
    await turn();
    expect(calls).toHaveLength(1);
    calls[0]?.open();
    await turn();
    expect(calls.map((call) => call.items)).toEqual([[1], [2, 3, 4]]);
    calls[1]?.open();
    await turn();
    calls[2]?.open();
    await expect(Promise.all(results)).resolves.toEqual([10, 20, 30, 40, 50]);
  });

  it('puts callers that come together into one batch, in the turn in which they come', async () => {
    const { calls, run } = heldRun();
    const batcher = createBatcher({ name: 't', run, callersComeTogether: true });
    let isNextTurn = false;
    setImmediate(() => (isNextTurn = true));
    const together = Promise.resolve();
    const results = [together.then(() => batcher.submit(1)), together.then().then(() => batcher.submit(2))];
    while (calls.length < 1) await new Promise((resolve) => process.nextTick(resolve));
    expect(calls.map((call) => call.items)).toEqual([[1, 2]]);
    expect(isNextTurn).toBe(false);
    calls[0]?.open();
    await expect(Promise.all(results)).resolves.toEqual([10, 20]);
  });

  it('fails the whole batch, and does not split it, when the database cannot be reached', async () => {
    const errors: number[] = [];
    const batcher = createBatcher({
      name: 't',
      run: (_items: readonly number[]): Promise<never[]> => Promise.reject(refused()),
      onError: (_error, batchSize) => errors.push(batchSize),
    });
    const outcomes = await Promise.allSettled([1, 2, 3, 4].map((item) => batcher.submit(item)));
    expect(outcomes.every((it) => it.status === 'rejected' && isEngineUnavailable(it.reason))).toBe(true);
    expect(errors).toEqual([4]);
  });

  it('stops splitting when the database becomes unavailable in the middle of it', async () => {
    let calls = 0;
    const run = (_items: readonly number[]): Promise<never[]> => {
      calls += 1;
      return Promise.reject(calls === 1 ? dataError() : refused());
    };
    const batcher = createBatcher({ name: 't', run });
    const outcomes = await Promise.allSettled([1, 2, 3, 4, 5, 6, 7, 8].map((item) => batcher.submit(item)));
    expect(outcomes.every((it) => it.status === 'rejected' && isEngineUnavailable(it.reason))).toBe(true);
    expect(calls).toBe(2);
  });

  it('runs the same batch again after a deadlock', async () => {
    const failures = [Object.assign(new Error('deadlock detected'), { code: '40P01' })];
    const run = (items: readonly number[]) => {
      const failure = failures.pop();
      return failure ? Promise.reject(failure) : Promise.resolve(items);
    };
    const batcher = createBatcher({ name: 't', run });
    await expect(Promise.all([batcher.submit(1), batcher.submit(2)])).resolves.toEqual([1, 2]);
  });

  it('fails the batch when run does not give one result per item', async () => {
    const batcher = createBatcher({
      name: 'short',
      run: (_items: readonly number[]) => Promise.resolve([1]),
    });
    const outcomes = await Promise.allSettled([batcher.submit(1), batcher.submit(2)]);
    expect(outcomes.map((it) => it.status)).toEqual(['rejected', 'rejected']);
  });

  it('counts a full queue of this process as unavailable', () => {
    expect(isEngineUnavailable(new OverloadedError('full'))).toBe(true);
  });

  it('refuses more items than may wait, and takes items again afterwards', async () => {
    const { calls, run } = heldRun();
    const batcher = createBatcher({ name: 't', run, inFlightMax: 1, batchMax: 1, waitingMax: 2 });
    const first = batcher.submit(1);
    await turn();
    const waiting = [batcher.submit(2), batcher.submit(3)];
    await expect(batcher.submit(4)).rejects.toBeInstanceOf(OverloadedError);
    calls[0]?.open();
    await first;
    await turn();
    const late = batcher.submit(5);
    for (let index = 1; index <= 3; index += 1) {
      await turn();
      calls[index]?.open();
    }
    await expect(Promise.all([...waiting, late])).resolves.toEqual([20, 30, 50]);
  });

  it('starts a second batch beside one under way only for as many items as are worth it', async () => {
    const { calls, run } = heldRun();
    const batcher = createBatcher({ name: 't', run, besidesMin: 3, besidesWaitMs: 60_000 });
    const results = [batcher.submit(1)];
    await turn();
    results.push(batcher.submit(2), batcher.submit(3));
    await turn();
    expect(calls.map(({ items }) => items)).toEqual([[1]]);
    results.push(batcher.submit(4));
    await turn();
    expect(calls.map(({ items }) => items)).toEqual([[1], [2, 3, 4]]);
    results.push(batcher.submit(5));
    calls[0]?.open();
    await turn();
    expect(calls).toHaveLength(2);
    // The last one under way ends: whatever waits goes.
    calls[1]?.open();
    await turn();
    calls[2]?.open();
    await expect(Promise.all(results)).resolves.toEqual([10, 20, 30, 40, 50]);
  });

  it('does not leave a few waiting behind a batch that hangs', async () => {
    const { calls, run } = heldRun();
    const batcher = createBatcher({ name: 't', run, besidesMin: 3, besidesWaitMs: 1 });
    const hanging = batcher.submit(1);
    await turn();
    const late = batcher.submit(2);
    while (calls.length < 2) await turn();
    calls[1]?.open();
    await expect(late).resolves.toBe(20);
    calls[0]?.open();
    await hanging;
  });

  it('lets few wait for others that are on their way, and sends them when there are enough', async () => {
    const { calls, run } = heldRun();
    let enough = 3;
    const batcher = createBatcher({ name: 't', run, gather: { enough: () => enough, waitMs: () => 60_000 } });
    const results = [batcher.submit(1), batcher.submit(2)];
    await turn();
    expect(calls).toHaveLength(0);
    results.push(batcher.submit(3));
    await turn();
    enough = 0;
    results.push(batcher.submit(4));
    calls[0]?.open();
    await turn();
    calls[1]?.open();
    await expect(Promise.all(results)).resolves.toEqual([10, 20, 30, 40]);
    expect(calls.map(({ items }) => items)).toEqual([[1, 2, 3], [4]]);
  });

  it('does not leave few waiting for others that do not come', async () => {
    const { calls, run } = heldRun();
    const batcher = createBatcher({ name: 't', run, gather: { enough: () => 3, waitMs: () => 1 } });
    const result = batcher.submit(1);
    while (calls.length < 1) await turn();
    calls[0]?.open();
    await expect(result).resolves.toBe(10);
  });

  it('drains: resolves when the last batch is done, at once when idle', async () => {
    const { calls, run } = heldRun();
    const batcher = createBatcher({ name: 't', run });
    await batcher.drain();
    let drained = false;
    const result = batcher.submit(1);
    const drain = batcher.drain().then(() => (drained = true));
    await turn();
    expect(drained).toBe(false);
    calls[0]?.open();
    await Promise.all([result, drain]);
  });

  it('commits every good item exactly once and fails exactly the poison ones', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ poison: fc.boolean(), pause: fc.boolean() }), { maxLength: 60 }),
        fc.record({
          batchMax: fc.integer({ min: 1, max: 16 }),
          inFlightMax: fc.integer({ min: 1, max: 3 }),
          besidesMin: fc.integer({ min: 1, max: 20 }),
        }),
        async (items, limits) => {
          const committed: number[] = [];
          let running = 0;
          const run = async (batch: readonly number[]) => {
            running += 1;
            expect(running).toBeLessThanOrEqual(limits.inFlightMax);
            expect(batch.length).toBeLessThanOrEqual(limits.batchMax);
            await turn();
            running -= 1;
            if (batch.some((index) => items[index]?.poison)) throw dataError();
            committed.push(...batch);
            return batch;
          };
          const batcher = createBatcher({ name: 't', run, ...limits });
          const submitted: Promise<number>[] = [];
          for (const [index, { pause }] of items.entries()) {
            submitted.push(batcher.submit(index));
            if (pause) await turn();
          }
          const outcomes = await Promise.allSettled(submitted);
          await batcher.drain();
          const expected = items.map(({ poison }, index) => (poison ? 'failed' : index));
          expect(outcomes.map((it) => (it.status === 'fulfilled' ? it.value : 'failed'))).toEqual(expected);
          expect(committed.sort((a, b) => a - b)).toEqual(expected.filter((it) => it !== 'failed'));
        },
      ),
      { numRuns: 100 },
    );
  });
});
