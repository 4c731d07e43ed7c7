import assert from 'node:assert';
import { LRUCache } from 'lru-cache';
import { systemClock, type Clock } from './time/clock';

export interface TtlCache<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): void;
  /** Also of a load under way: earlier callers get its value, which may be the old one, later callers do not. */
  delete(key: Key): void;
  clear(): void;
  /** Takes the value from the cache or loads it; callers that ask at the same time share one load. */
  fetch(key: Key, load: (key: Key) => Promise<Value>): Promise<Value>;
  readonly size: number;
}

/** A bounded map: the least recently used entry goes first, and none is older than `ttlMs`; 0 keeps nothing. */
export function createTtlCache<
  Key extends NonNullable<unknown>,
  Value extends NonNullable<unknown>,
>(options: {
  readonly entriesMax: number;
  readonly ttlMs: number;
  readonly clock?: Clock;
}): TtlCache<Key, Value> {
  const { entriesMax, ttlMs, clock = systemClock } = options;
  // To the library a lifetime of 0 is for ever.
  const keepsNothing = ttlMs <= 1;
  const cache = new LRUCache<Key, Value, (key: Key) => Promise<Value>>({
    // By size: with `max` it would take the room for all entries at once, 40 bytes for each.
    maxSize: entriesMax,
    sizeCalculation: () => 1,
    // It keeps an entry of exactly that age, and we do not.
    ttl: keepsNothing ? 1 : ttlMs - 1,
    ttlResolution: 0,
    perf: { now: () => clock.now().getTime() },
    fetchMethod: (key, _stale, { context: load }) => load(key),
    ignoreFetchAbort: true,
  });
  return {
    get: (key) => cache.get(key),
    set: (key, value) => {
      if (!keepsNothing) cache.set(key, value);
    },
    delete: (key) => void cache.delete(key),
    clear: () => cache.clear(),
    fetch: async (key, load) => {
      if (keepsNothing) return load(key);
      const value = await cache.fetch(key, { context: load });
      assert(value !== undefined, 'what is loaded is a value');
      return value;
    },
    get size() {
      return cache.size;
    },
  };
}
