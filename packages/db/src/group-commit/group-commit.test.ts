import fc from 'fast-check';
import { isDatabaseUnavailable, OverloadedError } from '../database-errors';
import { createGroupCommit } from './group-commit';

/** A data error as pg reports it. */
function dataError(): Error {
  return Object.assign(new Error('invalid byte sequence'), { code: '22021' });
}

function refused(): Error {
  return Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' });
}

/** A `run` that waits to be let go, and tells what it was given. */
function gatedRun() {
  const calls: { items: readonly number[]; open: () => void }[] = [];
  const run = (items: readonly number[]) =>
    new Promise<number[]>((resolve) => {
      calls.push({ items, open: () => resolve(items.map((item) => item * 10)) });
    });
  return { calls, run };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('group commit', () => {
  it('sends a lone item at once and gives its result', async () => {
    const commit = createGroupCommit({
      name: 't',
      run: (items: readonly number[]) => Promise.resolve(items.map(String)),
    });
    await expect(commit.submit(7)).resolves.toBe('7');
  });

  it('puts all that arrives in one turn of the event loop into one batch', async () => {
    const { calls, run } = gatedRun();
    const commit = createGroupCommit({ name: 't', run });
    void commit.submit(1);
    await Promise.resolve();
    void commit.submit(2);
    await turn();
    expect(calls.map((call) => call.items)).toEqual([[1, 2]]);
  });

  it('fills the next batch while the allowed number is in flight', async () => {
    const { calls, run } = gatedRun();
    const commit = createGroupCommit({ name: 't', run, maxInFlight: 1, maxBatch: 3 });
    const results = [commit.submit(1)];
    await turn();
    for (const item of [2, 3, 4, 5]) results.push(commit.submit(item));
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

  it('fails the whole batch, and does not split it, when the database cannot be reached', async () => {
    const errors: number[] = [];
    const commit = createGroupCommit({
      name: 't',
      run: (_items: readonly number[]): Promise<never[]> => Promise.reject(refused()),
      onError: (_error, batchSize) => errors.push(batchSize),
    });
    const outcomes = await Promise.allSettled([1, 2, 3, 4].map((item) => commit.submit(item)));
    expect(outcomes.every((it) => it.status === 'rejected' && isDatabaseUnavailable(it.reason))).toBe(true);
    expect(errors).toEqual([4]);
  });

  it('stops splitting when the database goes away in the middle of it', async () => {
    let calls = 0;
    const run = (_items: readonly number[]): Promise<never[]> => {
      calls += 1;
      return Promise.reject(calls === 1 ? dataError() : refused());
    };
    const commit = createGroupCommit({ name: 't', run });
    const outcomes = await Promise.allSettled([1, 2, 3, 4, 5, 6, 7, 8].map((item) => commit.submit(item)));
    expect(outcomes.every((it) => it.status === 'rejected' && isDatabaseUnavailable(it.reason))).toBe(true);
    expect(calls).toBe(2);
  });

  it('runs the same batch again after a deadlock', async () => {
    const failures = [Object.assign(new Error('deadlock detected'), { code: '40P01' })];
    const run = (items: readonly number[]) => {
      const failure = failures.pop();
      return failure ? Promise.reject(failure) : Promise.resolve(items);
    };
    const commit = createGroupCommit({ name: 't', run });
    await expect(Promise.all([commit.submit(1), commit.submit(2)])).resolves.toEqual([1, 2]);
  });

  it('fails the batch when run does not give one result per item', async () => {
    const commit = createGroupCommit({
      name: 'short',
      run: (_items: readonly number[]) => Promise.resolve([1]),
    });
    const outcomes = await Promise.allSettled([commit.submit(1), commit.submit(2)]);
    expect(outcomes.map((it) => it.status)).toEqual(['rejected', 'rejected']);
  });

  it('refuses more items than may wait, and takes items again afterwards', async () => {
    const { calls, run } = gatedRun();
    const commit = createGroupCommit({ name: 't', run, maxInFlight: 1, maxBatch: 1, maxWaiting: 2 });
    const first = commit.submit(1);
    await turn();
    const waiting = [commit.submit(2), commit.submit(3)];
    await expect(commit.submit(4)).rejects.toBeInstanceOf(OverloadedError);
    calls[0]?.open();
    await first;
    await turn();
    const late = commit.submit(5);
    for (let index = 1; index <= 3; index += 1) {
      await turn();
      calls[index]?.open();
    }
    await expect(Promise.all([...waiting, late])).resolves.toEqual([20, 30, 50]);
  });

  it('starts a second batch beside one under way only for as many items as are worth it', async () => {
    const { calls, run } = gatedRun();
    const commit = createGroupCommit({ name: 't', run, minBesides: 3, besidesWaitMs: 60_000 });
    const results = [commit.submit(1)];
    await turn();
    results.push(commit.submit(2), commit.submit(3));
    await turn();
    expect(calls.map(({ items }) => items)).toEqual([[1]]);
    results.push(commit.submit(4));
    await turn();
    expect(calls.map(({ items }) => items)).toEqual([[1], [2, 3, 4]]);
    results.push(commit.submit(5));
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
    const { calls, run } = gatedRun();
    const commit = createGroupCommit({ name: 't', run, minBesides: 3, besidesWaitMs: 1 });
    const hanging = commit.submit(1);
    await turn();
    const late = commit.submit(2);
    while (calls.length < 2) await turn();
    calls[1]?.open();
    await expect(late).resolves.toBe(20);
    calls[0]?.open();
    await hanging;
  });

  it('drains: resolves when the last batch is done, at once when idle', async () => {
    const { calls, run } = gatedRun();
    const commit = createGroupCommit({ name: 't', run });
    await commit.drain();
    let drained = false;
    const result = commit.submit(1);
    const drain = commit.drain().then(() => (drained = true));
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
          maxBatch: fc.integer({ min: 1, max: 16 }),
          maxInFlight: fc.integer({ min: 1, max: 3 }),
          minBesides: fc.integer({ min: 1, max: 20 }),
        }),
        async (items, limits) => {
          const committed: number[] = [];
          let running = 0;
          const run = async (batch: readonly number[]) => {
            running += 1;
            expect(running).toBeLessThanOrEqual(limits.maxInFlight);
            expect(batch.length).toBeLessThanOrEqual(limits.maxBatch);
            await turn();
            running -= 1;
            if (batch.some((index) => items[index]?.poison)) throw dataError();
            committed.push(...batch);
            return batch;
          };
          const commit = createGroupCommit({ name: 't', run, ...limits });
          const submitted: Promise<number>[] = [];
          for (const [index, { pause }] of items.entries()) {
            submitted.push(commit.submit(index));
            if (pause) await turn();
          }
          const outcomes = await Promise.allSettled(submitted);
          await commit.drain();
          const expected = items.map(({ poison }, index) => (poison ? 'failed' : index));
          expect(outcomes.map((it) => (it.status === 'fulfilled' ? it.value : 'failed'))).toEqual(expected);
          expect(committed.sort((a, b) => a - b)).toEqual(expected.filter((it) => it !== 'failed'));
        },
      ),
      { numRuns: 100 },
    );
  });
});
