import type { Pool } from '@postrider/db';
import { returnPlaces, takePlaces, type SourceDay } from './source-addresses.repository';

/**
 * How many recipients an address in warm-up may still hand over to a site on a day, for all workers together.
 *
 * Places are taken from Postgres in chunks and handed out here, so that a message costs no statement. What a worker that
 * dies had left of its chunks is lost for that day: the cap is never exceeded, and may be missed by as much.
 */
export interface WarmUpQuota {
  /** Takes a place; false: none is left. Rejects when the database does. */
  take(day: SourceDay, cap: number): Promise<boolean>;
  release(day: SourceDay): void;
  /** Returns what is left of the chunks. */
  close(): Promise<void>;
}

interface Chunk {
  readonly day: SourceDay;
  left: number;
  /** The cap under which there was no place left. */
  spentAt: number;
  taking: Promise<void> | null;
}

/** A twentieth of the cap: what twenty workers hold does not keep a small cap from being used. */
const chunksPerCap = 20;
const chunkMax = 100;
/** Each is an address and a site; beyond it what is left of the chunks is returned. */
const chunksMax = 20_000;

export function createWarmUpQuota({ pool }: { readonly pool: Pool }): WarmUpQuota {
  const chunks = new Map<string, Chunk>();

  const returnAll = async (): Promise<void> => {
    const idle = [...chunks].filter(([, chunk]) => chunk.taking === null);
    for (const [key] of idle) chunks.delete(key);
    const unused = idle.flatMap(([, { day, left }]) => (left > 0 ? [{ ...day, recipients: left }] : []));
    await returnPlaces(pool, unused);
  };

  const chunkOf = async (day: SourceDay): Promise<Chunk> => {
    const key = keyOf(day);
    const known = chunks.get(key);
    if (known) return known;
    if (chunks.size >= chunksMax) await returnAll();
    const chunk = chunks.get(key) ?? { day, left: 0, spentAt: 0, taking: null };
    chunks.set(key, chunk);
    return chunk;
  };

  const refill = async (chunk: Chunk, cap: number): Promise<void> => {
    let recipients = Math.min(chunkMax, Math.max(1, Math.floor(cap / chunksPerCap)));
    for (; recipients >= 1; recipients = Math.floor(recipients / 2)) {
      if (!(await takePlaces(pool, chunk.day, { recipients, cap }))) continue;
      chunk.left += recipients;
      return;
    }
    chunk.spentAt = cap;
  };

  return {
    take: async (day, cap) => {
      for (;;) {
        const chunk = await chunkOf(day);
        if (chunk.left > 0) {
          chunk.left -= 1;
          return true;
        }
        if (chunk.spentAt >= cap) return false;
        chunk.taking ??= refill(chunk, cap).finally(() => (chunk.taking = null));
        await chunk.taking;
      }
    },
    release: (day) => {
      const chunk = chunks.get(keyOf(day));
      if (chunk) chunk.left += 1;
    },
    close: returnAll,
  };
}

function keyOf({ sourceId, site, day }: SourceDay): string {
  return `${day} ${sourceId} ${site}`;
}
