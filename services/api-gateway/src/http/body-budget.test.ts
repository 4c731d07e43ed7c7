import { createBodyBudget } from './body-budget';

const budget = (waitMs = 10_000) => createBodyBudget({ bytesMax: 100, waitMs });
const isSettled = async (promise: Promise<unknown>): Promise<boolean> => {
  const pending = Symbol('pending');
  await new Promise((resolve) => setImmediate(resolve));
  return (await Promise.race([promise, Promise.resolve(pending)])) !== pending;
};

it('makes whoever finds no room wait until there is', async () => {
  const { acquire } = budget();
  const [release] = await Promise.all([acquire('a', 50), acquire('b', 50)]);
  const waiting = acquire('c', 20);
  expect(await isSettled(waiting)).toBe(false);
  release();
  expect(await isSettled(waiting)).toBe(true);
});

it('gives one owner half at most, and others pass those of the owner that wait', async () => {
  const { acquire } = budget();
  await acquire('a', 50);
  const second = acquire('a', 10);
  expect([await isSettled(second), await isSettled(acquire('b', 50))]).toEqual([false, true]);
});

it('lets a body that is larger than all through when it is alone', async () => {
  const { acquire } = budget();
  const release = await acquire('a', 500);
  const next = acquire('b', 1);
  expect(await isSettled(next)).toBe(false);
  release();
  expect(await isSettled(next)).toBe(true);
});

it('refuses whoever has waited for too long, and forgets him', async () => {
  const { acquire } = budget(5);
  const release = await acquire('a', 100);
  await expect(acquire('b', 100)).rejects.toMatchObject({ code: 'service_unavailable' });
  release();
  await expect(acquire('c', 100)).resolves.toBeInstanceOf(Function);
});
