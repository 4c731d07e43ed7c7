import { setImmediate } from 'node:timers/promises';
import { collectGarbage, createGarbageRule } from './collect-garbage';

/** How many collections so many messages of this size bring. */
function collections(messages: number, bytes: number): number {
  let count = 0;
  const doneWith = createGarbageRule(() => (count += 1));
  for (let i = 0; i < messages; i += 1) doneWith(bytes);
  return count;
}

it('collects after every second mail of 10 MB, and after each larger one', () => {
  expect(collections(10, 14_000_000)).toBe(5);
  expect(collections(10, 25_000_000)).toBe(10);
});

it('never collects for small mail, however much of it', () => {
  expect(collections(100_000, 10_000)).toBe(0);
  expect(collections(10_000, 999_999)).toBe(0);
});

it('collects on request, in a process that was started without --expose-gc', async () => {
  const garbage = Array.from({ length: 100 }, () => new WeakRef({}));
  // What a reference was made to stays at least until the end of the turn (ECMA-262, section 9.10.4.1).
  await setImmediate();
  collectGarbage();
  expect(garbage.filter((reference) => reference.deref() !== undefined)).toEqual([]);
  expect(() => collectGarbage('last-resort')).not.toThrow();
});
