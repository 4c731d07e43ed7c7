import { retryWhileUnavailable } from './retry-while-unavailable';

const backOff = { baseMs: 1, maxMs: 1 };

function refused(): Error {
  return Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
}

test('tries again until the engine is back', async () => {
  let calls = 0;
  const work = () => ((calls += 1) < 4 ? Promise.reject(refused()) : Promise.resolve('done'));
  await expect(retryWhileUnavailable(work, { backOff })).resolves.toBe('done');
  expect(calls).toBe(4);
});

test('does not repeat what the engine refused', async () => {
  let calls = 0;
  const work = (): Promise<never> => {
    calls += 1;
    return Promise.reject(Object.assign(new Error('duplicate key'), { code: '23505' }));
  };
  await expect(retryWhileUnavailable(work, { backOff })).rejects.toThrow('duplicate key');
  expect(calls).toBe(1);
});

test('ends when the caller says so, or its signal, with the error of the last attempt', async () => {
  const attempts: number[] = [];
  const mayRetry = (_error: unknown, attempt: number): boolean => attempts.push(attempt) < 3;
  await expect(retryWhileUnavailable(() => Promise.reject(refused()), { backOff, mayRetry })).rejects.toThrow(
    'ECONNREFUSED',
  );
  expect(attempts).toEqual([1, 2, 3]);

  const stopping = new AbortController();
  const waiting = retryWhileUnavailable(() => Promise.reject(refused()), {
    backOff: { baseMs: 60_000, maxMs: 60_000 },
    signal: stopping.signal,
  });
  setImmediate(() => stopping.abort());
  await expect(waiting).rejects.toThrow('ECONNREFUSED');
});
