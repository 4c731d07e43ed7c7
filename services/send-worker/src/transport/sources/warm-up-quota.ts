import type { Pool } from '@postrider/db';
import { releaseReservation, reserveFromDay, type SourceDay } from './source-addresses.repository';

/**
 * How many recipients an address in warm-up may still hand over to a site on a day, for all workers together.
 *
 * Recipients are reserved in Postgres in chunks and handed out here, so that a message costs no statement. When a worker
 * dies, what it had left of its chunks is lost for that day: the cap is never exceeded, and may be missed by as much.
 */
export interface WarmUpQuota {
  /** For one recipient; false: none is left. Rejects when the database does. */
  reserve(day: SourceDay, cap: number): Promise<boolean>;
  release(day: SourceDay): void;
  /** Releases what is left of the chunks. */
  close(): Promise<void>;
}

interface Chunk {
  readonly day: SourceDay;
  left: number;
  /** The cap under which nothing was left. */
  spentAt: number;
  refilling: Promise<void> | null;
}

/** A twentieth of the cap: what twenty workers hold does not keep a small cap from being used. */
const chunksPerCap = 20;
const chunkMax = 100;
/** Each is an address and a site; beyond it what is left of the chunks is released. */
const chunksMax = 20_000;

export function createWarmUpQuota({ pool }: { readonly pool: Pool }): WarmUpQuota {
  const chunks = new Map<string, Chunk>();

  const releaseAll = async (): Promise<void> => {
    const idle = [...chunks].filter(([, chunk]) => chunk.refilling === null);
    for (const [key] of idle) chunks.delete(key);
    const unused = idle.flatMap(([, { day, left }]) => (left > 0 ? [{ ...day, recipients: left }] : []));
    await releaseReservation(pool, unused);
  };

  const chunkOf = async (day: SourceDay): Promise<Chunk> => {
    const key = keyOf(day);
    const known = chunks.get(key);
    if (known) return known;
    if (chunks.size >= chunksMax) await releaseAll();
    const chunk = chunks.get(key) ?? { day, left: 0, spentAt: 0, refilling: null };
    chunks.set(key, chunk);
    return chunk;
  };

  const refill = async (chunk: Chunk, cap: number): Promise<void> => {
    let recipients = Math.min(chunkMax, Math.max(1, Math.floor(cap / chunksPerCap)));
    for (; recipients >= 1; recipients = Math.floor(recipients / 2)) {
      if (!(await reserveFromDay(pool, chunk.day, { recipients, cap }))) continue;
      chunk.left += recipients;
      return;
    }
    chunk.spentAt = cap;
  };

  return {
    reserve: async (day, cap) => {
      for (;;) {
        const chunk = await chunkOf(day);
        if (chunk.left > 0) {
          chunk.left -= 1;
          return true;
        }
        if (chunk.spentAt >= cap) return false;
        chunk.refilling ??= refill(chunk, cap).finally(() => (chunk.refilling = null));
        await chunk.refilling;
      }
    },
    release: (day) => {
      const chunk = chunks.get(keyOf(day));
      if (chunk) chunk.left += 1;
    },
    close: releaseAll,
  };
}

function keyOf({ sourceId, site, day }: SourceDay): string {
  return `${day} ${sourceId} ${site}`;
}
