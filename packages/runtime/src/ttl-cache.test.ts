import { createTtlCache } from './ttl-cache';

function createTurnableClock(): { now(): Date; turnMs(ms: number): void } {
  let nowMs = 1_000_000;
  return { now: () => new Date(nowMs), turnMs: (ms) => (nowMs += ms) };
}

test('keeps the most recently used entries and drops the others', () => {
  const cache = createTtlCache<string, number>({ entriesMax: 2, ttlMs: 1_000 });
  cache.set('a', 1);
  cache.set('b', 2);
  cache.get('a');
  cache.set('c', 3);
  expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([1, undefined, 3]);
});

test('a cache returns no entry that is older than its time to live', () => {
  const clock = createTurnableClock();
  const cache = createTtlCache<string, number>({ entriesMax: 2, ttlMs: 1_000, clock });
  cache.set('a', 1);
  clock.turnMs(999);
  expect(cache.get('a')).toBe(1);
  clock.turnMs(1);
  expect(cache.get('a')).toBeUndefined();
});

test('callers that ask at the same time share one load', async () => {
  const cache = createTtlCache<string, number>({ entriesMax: 2, ttlMs: 1_000 });
  let loads = 0;
  const load = (): Promise<number> => Promise.resolve(++loads);
  expect(await Promise.all([cache.fetch('a', load), cache.fetch('a', load)])).toEqual([1, 1]);
  expect(await cache.fetch('a', load)).toBe(1);
});

test('a load that began before the entry was forgotten is not kept', async () => {
  const cache = createTtlCache<string, string>({ entriesMax: 2, ttlMs: 1_000 });
  const old = Promise.withResolvers<string>();
  const first = cache.fetch('key', () => old.promise);
  cache.delete('key');
  const second = cache.fetch('key', () => Promise.resolve('revoked'));
  old.resolve('valid');
  expect(await Promise.all([first, second])).toEqual(['valid', 'revoked']);
  expect(cache.get('key')).toBe('revoked');
});

test('a load that failed is tried again by the next caller', async () => {
  const cache = createTtlCache<string, number>({ entriesMax: 2, ttlMs: 1_000 });
  await expect(cache.fetch('a', () => Promise.reject(new Error('down')))).rejects.toThrow('down');
  expect(await cache.fetch('a', () => Promise.resolve(2))).toBe(2);
});

it.each([0, 1])('keeps nothing with a lifetime of %i ms', async (ttlMs) => {
  const cache = createTtlCache<string, number>({ entriesMax: 2, ttlMs });
  let loads = 0;
  const load = () => Promise.resolve((loads += 1));
  cache.set('a', 7);
  expect(cache.get('a')).toBeUndefined();
  expect([await cache.fetch('a', load), await cache.fetch('a', load)]).toEqual([1, 2]);
});
