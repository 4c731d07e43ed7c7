import assert from 'node:assert';
import { setTimeout as delay } from 'node:timers/promises';
import type { SegmentFilter } from '@postrider/contracts/segments';
import type { Pool } from '@postrider/db';
import {
  contactByContact,
  filterSql,
  joinsSql,
  joinTopics,
  parseStoredFilter,
  prepareFilters,
  type Bind,
  type SegmentTopic,
} from './segment-sql';
import { createSharedCounts, type CountFilters } from './share-counts';

export interface SegmentCount {
  readonly count: number;
  readonly countedAt: Date;
}

/**
 * How many contacts a stored filter holds now, or held at a request shortly before (`share-counts.ts`). One that no
 * longer parses, or names a topic that is gone, holds no contacts. May take minutes: callers have a deadline of their own.
 * @throws AppError `service_unavailable` when far more is asked for than can be counted, or as `prepareFilters`
 */
export type CountSegment = (organizationId: string, filter: unknown) => Promise<SegmentCount>;

export function createCountSegment({ pool }: { readonly pool: Pool }): CountSegment {
  const count = createSharedCounts({
    countFilters: (organizationId, filters) => countFilters(pool, organizationId, filters),
    nowMs: () => performance.now(),
  });
  return (organizationId, stored) => {
    const filter = parseStoredFilter(stored);
    if (filter === null) return Promise.resolve({ count: 0, countedAt: new Date() });
    return count(organizationId, filter);
  };
}

/** Contacts that a statement looks at. With twenty conditions it takes some 100 ms. */
const chunkRows = 10_000;
const firstId = '00000000-0000-0000-0000-000000000000';

interface Chunk {
  /** An integer for each filter. */
  readonly counts: number[];
  /** The last contact that was looked at; null: no contact was left. */
  readonly lookedTo: string | null;
  readonly lookedAt: number;
}

/**
 * Counts the contacts of several segments in one walk. One statement over all contacts would take every processor of the
 * database for as long as it lasts, also when its caller has gone: a walk takes one, and rests as long as it works.
 */
async function countFilters(
  pool: Pool,
  organizationId: string,
  filters: readonly SegmentFilter[],
): ReturnType<CountFilters> {
  const topics = await prepareFilters(pool, organizationId, filters);
  const sums = filters.map(() => 0);
  for (let after: string = firstId; ;) {
    const beganMs = performance.now();
    const { text, values } = chunkStatement({ organizationId, filters, topics, after });
    const { rows } = await pool.query<Chunk>(text, [...values]);
    const [chunk] = rows;
    assert(chunk, 'a count has a row');
    for (const [index, count] of chunk.counts.entries()) sums[index] = (sums[index] ?? 0) + count;
    if (chunk.lookedTo === null || chunk.lookedAt < chunkRows) return sums;
    after = chunk.lookedTo;
    await delay(performance.now() - beganMs);
  }
}

interface ChunkOptions {
  readonly organizationId: string;
  readonly filters: readonly SegmentFilter[];
  readonly topics: readonly SegmentTopic[];
  readonly after: string;
}

function chunkStatement({ organizationId, filters, topics, after }: ChunkOptions): {
  readonly text: string;
  readonly values: readonly unknown[];
} {
  const values: unknown[] = [];
  const bind: Bind = (value) => `$${values.push(value)}`;
  const organization = bind(organizationId);
  const from = bind(after);
  const joined = joinTopics({ filters, topics, join: contactByContact }, bind);
  const counts = filters.map((filter) => `count(*) FILTER (WHERE ${filterSql(filter, joined, bind)})`);
  return {
    text: `SELECT ARRAY[${counts.join(', ')}]::int[] AS counts, (array_agg(c.id ORDER BY c.id DESC))[1] AS "lookedTo",
      count(*)::int AS "lookedAt"
    FROM (SELECT * FROM contacts
      WHERE (organization_id, id) > (${organization}::uuid, ${from}::uuid) AND organization_id <= ${organization}::uuid
      ORDER BY organization_id, id LIMIT ${chunkRows}) c${joinsSql(joined)}`,
    values,
  };
}
