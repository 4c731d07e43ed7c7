import assert from 'node:assert';

/** How many each has, usually an organization or a client: who has none takes no memory. */
export class CountByKey<Key = string> {
  private readonly counts = new Map<Key, number>();

  /** How many have any. */
  get size(): number {
    return this.counts.size;
  }

  of(key: Key): number {
    return this.counts.get(key) ?? 0;
  }

  /** Fewer, when it is negative. @returns what it has then */
  add(key: Key, more: number): number {
    const count = this.of(key) + more;
    assert(count >= 0, 'nobody gives back more than was taken');
    if (count === 0) this.counts.delete(key);
    else this.counts.set(key, count);
    return count;
  }
}
