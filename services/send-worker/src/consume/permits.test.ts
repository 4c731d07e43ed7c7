import { createSlots } from './permits';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

test('a taker gets at once what it wants', async () => {
  const slots = createSlots(100);
  expect(await slots.take(3)).toBe(3);
  expect(await slots.take(200)).toBe(97);
});

test('places that come back one by one are gathered up to a quarter of all', async () => {
  const slots = createSlots(8);
  await slots.take(8);
  const taken = slots.take(5);
  slots.give(1);
  slots.give(1);
  expect(await taken).toBe(2);
});

test('a taker that wants little does not wait for more', async () => {
  const slots = createSlots(8);
  await slots.take(8);
  const taken = slots.take(1);
  slots.give(1);
  expect(await taken).toBe(1);
});

test('where nothing more comes back, the taker gets the few that are free, and who comes after it waits again', async () => {
  const slots = createSlots(100);
  await slots.take(98);
  const [first, second] = [slots.take(50), slots.take(50)];
  jest.advanceTimersByTime(40);
  expect(await first).toBe(2);
  slots.give(1);
  jest.advanceTimersByTime(40);
  expect(await second).toBe(1);
});

test('closing sends away who waits', async () => {
  const slots = createSlots(1);
  await slots.take(1);
  const taken = slots.take(1);
  slots.close();
  expect(await taken).toBe(0);
  expect(await slots.take(1)).toBe(0);
  expect(jest.getTimerCount()).toBe(0);
});
