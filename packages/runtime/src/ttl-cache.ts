import { systemClock, type Clock } from './time/clock';

export interface TtlCache<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): void;
  delete(key: Key): void;
  clear(): void;
  /** Takes the value from the cache or loads it; callers that ask at the same time share one load. */
  fetch(key: Key, load: (key: Key) => Promise<Value>): Promise<Value>;
  readonly size: number;
}

interface Entry<Value> {
  readonly value: Value;
  readonly expiresAtMs: number;
}

/** A bounded map: the least recently used entry goes first, and none is older than `ttlMs`. */
export function createTtlCache<Key, Value>(options: {
  readonly entriesMax: number;
  readonly ttlMs: number;
  readonly clock?: Clock;
}): TtlCache<Key, Value> {
  const { entriesMax, ttlMs, clock = systemClock } = options;
  // A Map keeps insertion order: re-inserting on read makes its first key the least recently used one.
  const entries = new Map<Key, Entry<Value>>();
  const loads = new Map<Key, Promise<Value>>();

  const get = (key: Key): Value | undefined => {
    const entry = entries.get(key);
    if (!entry) return undefined;
    entries.delete(key);
    if (entry.expiresAtMs <= clock.now().getTime()) return undefined;
    entries.set(key, entry);
    return entry.value;
  };

  const set = (key: Key, value: Value): void => {
    entries.delete(key);
    entries.set(key, { value, expiresAtMs: clock.now().getTime() + ttlMs });
    if (entries.size <= entriesMax) return;
    const oldest = entries.keys().next();
    if (!oldest.done) entries.delete(oldest.value);
  };

  const forget = (key: Key): void => {
    entries.delete(key);
    // A load that began before the invalidation may carry the old value; later callers must not join it.
    loads.delete(key);
  };

  const fetch = (key: Key, load: (key: Key) => Promise<Value>): Promise<Value> => {
    const cached = get(key);
    if (cached !== undefined) return Promise.resolve(cached);
    const running = loads.get(key);
    if (running) return running;
    const loading = load(key)
      .then((value) => {
        if (loads.get(key) === loading) set(key, value);
        return value;
      })
      .finally(() => {
        if (loads.get(key) === loading) loads.delete(key);
      });
    loads.set(key, loading);
    return loading;
  };

  return {
    get,
    set,
    delete: forget,
    clear: () => {
      entries.clear();
      loads.clear();
    },
    fetch,
    get size() {
      return entries.size;
    },
  };
}
