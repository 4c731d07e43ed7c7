import assert from 'node:assert';

/** Counts by key, usually an organization or a client. A key with a count of 0 takes no memory. */
export class CountByKey<Key = string> {
  private readonly counts = new Map<Key, number>();

  /** How many keys have any. */
  get size(): number {
    return this.counts.size;
  }

  of(key: Key): number {
    return this.counts.get(key) ?? 0;
  }

  /** Adds to a key, or subtracts. @returns its new count */
  add(key: Key, more: number): number {
    const count = this.of(key) + more;
    assert(count >= 0, 'no more is released than was taken');
    if (count === 0) this.counts.delete(key);
    else this.counts.set(key, count);
    return count;
  }
}
