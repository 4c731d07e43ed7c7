import { createLogger } from '../log/logger';
import { backOffMs } from './back-off';
import { intervalAfter, startRecurringTask } from './recurring-task';
import { TimeoutError, wait, withTimeout } from './wait';

const log = createLogger({ name: 'test', level: 'silent' });

test('delays double up to their maximum and lose a random share', () => {
  const backOff = { baseMs: 100, maxMs: 1_000, jitter: 0.5 };
  const longest = [1, 2, 3, 4, 5, 1_000].map((attempt) => backOffMs(attempt, backOff, () => 0));
  const shortest = [1, 2, 3, 4, 5, 1_000].map((attempt) => backOffMs(attempt, backOff, () => 1));
  expect(longest).toEqual([100, 200, 400, 800, 1_000, 1_000]);
  expect(shortest).toEqual([50, 100, 200, 400, 500, 500]);
});

test('a wait ends at once when it is broken off, and says so', async () => {
  const controller = new AbortController();
  const waiting = wait(60_000, controller.signal);
  controller.abort();
  expect(await waiting).toBe(false);
  expect(await wait(60_000, controller.signal)).toBe(false);
  expect(await wait(1)).toBe(true);
});

test('work that takes too long is aborted by its signal', async () => {
  let aborted = false;
  const endless = withTimeout(5, (signal) => {
    signal.addEventListener('abort', () => (aborted = true));
    return new Promise(() => undefined);
  });
  await expect(endless).rejects.toThrow(TimeoutError);
  expect(aborted).toBe(true);
  expect(await withTimeout(1_000, () => Promise.resolve('quick'))).toBe('quick');
});

test('who need not have the work in time says what to go on with', async () => {
  const endless = new Promise<string>(() => undefined);
  expect(await withTimeout(5, endless, { orElse: 'late' })).toBe('late');
  expect(await withTimeout(1_000, Promise.resolve('quick'), { orElse: 'late' })).toBe('quick');
  await expect(withTimeout(1_000, Promise.reject(new Error('failed')), { orElse: 'late' })).rejects.toThrow(
    'failed',
  );
});

test('a recurring task goes on after a round that failed, at once when there is more, and ends when closed', async () => {
  const rounds: number[] = [];
  const third = Promise.withResolvers<void>();
  const task = startRecurringTask({
    name: 'sweep',
    intervalMs: 60_000,
    log,
    run: () => {
      rounds.push(rounds.length + 1);
      if (rounds.length === 1) return Promise.resolve('again');
      if (rounds.length === 2) return Promise.reject(new Error('engine unavailable'));
      third.resolve();
      return Promise.resolve();
    },
  });
  task.wake();
  await third.promise;
  expect(rounds).toEqual([1, 2, 3]);
  await task.close();
  task.wake();
  expect(rounds).toHaveLength(3);
});

test('closing a recurring task waits for the round that runs', async () => {
  const started = Promise.withResolvers<void>();
  let finished = false;
  const task = startRecurringTask({
    name: 'sweep',
    intervalMs: 1,
    log,
    run: async (signal) => {
      started.resolve();
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      finished = true;
    },
  });
  await started.promise;
  await task.close();
  expect(finished).toBe(true);
});

test('the interval of a recurring task doubles while there is nothing to do, and is short again after a round with work', () => {
  const intervals = { intervalMs: 250, idleIntervalMs: 900 };
  const waits: number[] = [];
  for (const result of ['idle', 'idle', 'idle', undefined, 'idle', 'again'] as const) {
    waits.push(intervalAfter(result, waits.at(-1) ?? intervals.intervalMs, intervals));
  }
  expect(waits).toEqual([500, 900, 900, 250, 500, 250]);
  // Tests and operators may set an interval that is longer than the idle one.
  expect(intervalAfter('idle', 5_000, { intervalMs: 5_000, idleIntervalMs: 900 })).toBe(5_000);
});
