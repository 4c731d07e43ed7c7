import assert from 'node:assert';
import type { SegmentFilter } from '@postrider/contracts';
import type { Pool } from '@postrider/db';
import {
  allAtOnce,
  filterSql,
  findSegmentTopics,
  joinsSql,
  joinTopics,
  parseStoredFilter,
  topicsOf,
  type Bind,
  type SegmentTopic,
} from './segment-sql';
import { createSharedCounts, type CountFilters } from './share-counts';

/**
 * How many contacts each of the stored filters holds now, or did when somebody asked shortly before (`share-counts.ts`). One
 * that no longer parses, or names a topic that is gone, holds nobody.
 * @throws AppError `service_unavailable` when far more is asked for than can be counted
 */
export type CountSegments = (organizationId: string, filters: readonly unknown[]) => Promise<number[]>;

export function createCountSegments({ pool }: { readonly pool: Pool }): CountSegments {
  const count = createSharedCounts({
    countFilters: (organizationId, filters) => countFilters(pool, organizationId, filters),
    nowMs: () => performance.now(),
  });
  return (organizationId, stored) =>
    Promise.all(
      stored.map((filter) => {
        const parsed = parseStoredFilter(filter);
        return parsed === null ? Promise.resolve(0) : count(organizationId, parsed);
      }),
    );
}

async function countFilters(
  pool: Pool,
  organizationId: string,
  filters: readonly SegmentFilter[],
): ReturnType<CountFilters> {
  const topics = await findSegmentTopics(pool, organizationId, filters.flatMap(topicsOf));
  const { text, values } = countStatement(organizationId, filters, topics);
  const { rows } = await pool.query<{ counts: number[] }>(text, [...values]);
  const [row] = rows;
  assert(row, 'a count has a row');
  return row.counts;
}

interface CountStatement {
  /** One row with one column, `counts`: an integer for each filter. */
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Counts the contacts of several segments in one pass. A million contacts take 0.2 s, with a topic 0.7 s. */
function countStatement(
  organizationId: string,
  filters: readonly SegmentFilter[],
  topics: readonly SegmentTopic[],
): CountStatement {
  const values: unknown[] = [];
  const bind: Bind = (value) => `$${values.push(value)}`;
  const organization = bind(organizationId);
  const joined = joinTopics({ filters, topics, join: allAtOnce }, bind);
  const counts = filters.map((filter) => `count(*) FILTER (WHERE ${filterSql(filter, joined, bind)})`);
  return {
    text: `SELECT ARRAY[${counts.join(', ')}]::int[] AS counts FROM contacts c${joinsSql(joined)} WHERE c.organization_id = ${organization}::uuid`,
    values,
  };
}
