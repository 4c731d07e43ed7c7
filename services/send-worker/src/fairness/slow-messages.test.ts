/** @jest-environment node */
import { createLogger, createMetrics } from '@postrider/runtime';
import { createSlowMessages } from './slow-messages';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

function start(slowMax: number) {
  let nowMs = 0;
  const slow = createSlowMessages({
    slowMax,
    log: createLogger({ name: 'slow test', level: 'error' }),
    metrics: createMetrics(),
    nowMs: () => nowMs,
  });
  const pass = async (ms: number): Promise<void> => {
    nowMs += ms;
    await jest.advanceTimersByTimeAsync(2_000);
  };
  return { slow, pass };
}

it('a message that takes five seconds gives its permit back, a quicker one keeps it to its end', async () => {
  const { slow, pass } = start(10);
  const given: string[] = [];
  const endOld = slow.begin('a', () => given.push('old'));
  await pass(3_000);
  const endNew = slow.begin('a', () => given.push('new'));
  await pass(3_000);
  expect(given).toEqual(['old']);
  expect([endOld(), endNew()]).toEqual([true, false]);
  await slow.close();
});

it('one organization has no more slow ones than are left for others', async () => {
  const { slow, pass } = start(10);
  const given: string[] = [];
  for (let count = 0; count < 20; count += 1) slow.begin('flood', () => given.push('flood'));
  for (let count = 0; count < 20; count += 1) slow.begin('other', () => given.push('other'));
  await pass(6_000);
  expect(given.filter((owner) => owner === 'flood')).toHaveLength(5);
  expect(given.filter((owner) => owner === 'other').length).toBeGreaterThanOrEqual(2);
  await slow.close();
});

it('what has ended makes room for the next', async () => {
  const { slow, pass } = start(2);
  const given: number[] = [];
  const ends = Array.from({ length: 2 }, (_, index) => slow.begin('a', () => given.push(index)));
  await pass(6_000);
  expect(given).toEqual([0]);
  ends[0]?.();
  await pass(1);
  expect(given).toEqual([0, 1]);
  await slow.close();
});
