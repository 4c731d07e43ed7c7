/** @jest-environment node */
import { createPacer, type Pacer } from './pacer';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

const flood = { priority: 0, owner: 'flood' };
const other = { priority: 0, owner: 'other' };

const create = (): Pacer => createPacer({ priorities: 1, nowMs: () => Date.now() });

/** Begins as many as may, at most twenty at once, for so long; returns how many that were a second. */
async function send(
  pacer: Pacer,
  { seconds, tookMs }: { seconds: number; tookMs?: number },
): Promise<number> {
  let begun = 0;
  let inHand = 0;
  for (let tick = 0; tick < seconds * 100; tick += 1) {
    for (; inHand < 20; inHand += 1) {
      void pacer.turn(flood).then(() => {
        begun += 1;
        setTimeout(() => (inHand -= 1), 40);
      });
    }
    if (tookMs !== undefined && tick % 5 === 0) pacer.observe(tookMs);
    await jest.advanceTimersByTimeAsync(10);
  }
  return begun / seconds;
}

/** Statements take 2 ms without a flood. */
async function usual(pacer: Pacer): Promise<void> {
  for (let count = 0; count < 300; count += 1) pacer.observe(2);
  await jest.advanceTimersByTimeAsync(2_000);
}

test('a flood that delays no other mail is not paced', async () => {
  const pacer = create();
  await usual(pacer);
  expect(await send(pacer, { seconds: 5, tookMs: 2.5 })).toBeGreaterThan(400);
  expect(pacer.pace()).toBeUndefined();
});

test('a flood that delays others is slowed down to a third at most, and gets its speed back when it does not', async () => {
  const pacer = create();
  await usual(pacer);
  const reached = await send(pacer, { seconds: 2, tookMs: 2 });
  await send(pacer, { seconds: 3, tookMs: 12 });
  const paced = (await send(pacer, { seconds: 5, tookMs: 12 })) / reached;
  expect(paced).toBeGreaterThan(0.3);
  expect(paced).toBeLessThan(0.4);
  await send(pacer, { seconds: 10, tookMs: 2 });
  expect(pacer.pace()).toBeUndefined();
});

test('no flood is paced for organizations that do not send', async () => {
  const pacer = create();
  await usual(pacer);
  await send(pacer, { seconds: 5, tookMs: 12 });
  expect(pacer.pace()).toBeDefined();
  await send(pacer, { seconds: 2 });
  expect(pacer.pace()).toBeUndefined();
  expect(await send(pacer, { seconds: 2 })).toBeGreaterThan(400);
});

test('a database that has become slow for good is not blamed on a flood', async () => {
  const pacer = create();
  await usual(pacer);
  await send(pacer, { seconds: 5, tookMs: 6 });
  expect(pacer.pace()).toBeDefined();
  await send(pacer, { seconds: 180, tookMs: 6 });
  expect(pacer.pace()).toBeUndefined();
});

test('who comes after a thousand of a flood waits for one of them', async () => {
  const pacer = create();
  await usual(pacer);
  await send(pacer, { seconds: 5, tookMs: 12 });
  const began: string[] = [];
  for (let count = 0; count < 1_000; count += 1) void pacer.turn(flood).then(() => began.push('flood'));
  void pacer.turn(other).then(() => began.push('other'));
  await jest.advanceTimersByTimeAsync(100);
  expect(began.indexOf('other')).toBeLessThan(3);
  expect(began.indexOf('other')).toBeGreaterThanOrEqual(0);
});

test('closing lets everybody begin', async () => {
  const pacer = create();
  await usual(pacer);
  await send(pacer, { seconds: 5, tookMs: 12 });
  const all = Promise.all(Array.from({ length: 100 }, () => pacer.turn(flood)));
  pacer.close();
  await all;
  await pacer.turn(flood);
  jest.clearAllTimers();
  expect(pacer.pace()).toBeUndefined();
});
