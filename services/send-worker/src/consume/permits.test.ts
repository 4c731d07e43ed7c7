import { createPermits } from './permits';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

test('a taker gets at once what it wants', async () => {
  const permits = createPermits(100);
  expect(await permits.acquire(3)).toBe(3);
  expect(await permits.acquire(200)).toBe(97);
});

test('permits that come back one by one are gathered up to a quarter of all', async () => {
  const permits = createPermits(8);
  await permits.acquire(8);
  const taken = permits.acquire(5);
  permits.release(1);
  permits.release(1);
  expect(await taken).toBe(2);
});

test('a taker that wants little does not wait for more', async () => {
  const permits = createPermits(8);
  await permits.acquire(8);
  const taken = permits.acquire(1);
  permits.release(1);
  expect(await taken).toBe(1);
});

test('where nothing more comes back, the taker gets the few that are free, and who comes after it waits again', async () => {
  const permits = createPermits(100);
  await permits.acquire(98);
  const [first, second] = [permits.acquire(50), permits.acquire(50)];
  jest.advanceTimersByTime(40);
  expect(await first).toBe(2);
  permits.release(1);
  jest.advanceTimersByTime(40);
  expect(await second).toBe(1);
});

test('closing sends away who waits', async () => {
  const permits = createPermits(1);
  await permits.acquire(1);
  const taken = permits.acquire(1);
  permits.close();
  expect(await taken).toBe(0);
  expect(await permits.acquire(1)).toBe(0);
  expect(jest.getTimerCount()).toBe(0);
});

test('who takes what is free does not wait, nor goes beyond it', async () => {
  const permits = createPermits(8);
  await permits.acquire(7);
  const waiting = permits.acquire(8);
  expect(permits.takeFree(5)).toBe(1);
  expect(permits.takeFree(5)).toBe(0);
  permits.release(8);
  expect(await waiting).toBe(8);
});
