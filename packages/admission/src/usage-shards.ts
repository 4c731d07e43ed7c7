import { newId } from '@postrider/contracts/ids';

/**
 * The rows of `usage_shards` that this process adds to. Two statements under way at the same time never add to the same
 * row, so none waits for the commit of another; with one counter per organization all gateways would wait in line there.
 */
export interface UsageShards {
  /** Runs a statement with a shard of its own. */
  run<T>(statement: (shard: string) => Promise<T>): Promise<T>;
}

interface Shard {
  readonly id: string;
  readonly endMs: number;
}

/**
 * While a session holds an old snapshot (a dump, a long report) PostgreSQL keeps every version of a row, and finding the
 * newest takes longer with each. A new row every minute bounds that.
 */
const keptMs = 60_000;

export function createUsageShards(nowMs: () => number = () => performance.now()): UsageShards {
  /** The one released last comes first: as few as there are statements at a time are in use. */
  const free: Shard[] = [];

  const take = (): Shard => {
    const known = free.pop();
    if (known !== undefined && nowMs() < known.endMs) return known;
    return { id: newId(), endMs: nowMs() + keptMs };
  };

  return {
    run: async (statement) => {
      const shard = take();
      const result = await statement(shard.id);
      // Not after a failure: a statement without an answer may still hold the row.
      free.push(shard);
      return result;
    },
  };
}
