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

/**
 * How many contacts each of the stored filters holds now. One that no longer parses, or names a topic that is gone,
 * holds nobody.
 */
export type CountSegments = (organizationId: string, filters: readonly unknown[]) => Promise<number[]>;

const nobody = null;

export function createCountSegments({ pool }: { readonly pool: Pool }): CountSegments {
  return async (organizationId, stored) => {
    const parsed = stored.map((filter) => parseStoredFilter(filter));
    const filters = parsed.filter((filter) => filter !== nobody);
    if (filters.length === 0) return parsed.map(() => 0);
    const known = await findSegmentTopics(pool, organizationId, filters.flatMap(topicsOf));
    const { text, values } = countStatement(organizationId, filters, known);
    const { rows } = await pool.query<{ counts: number[] }>(text, [...values]);
    const counts = new Map(filters.map((filter, index) => [filter, rows[0]?.counts[index]]));
    return parsed.map((filter) => {
      if (filter === nobody) return 0;
      const count = counts.get(filter);
      assert(count !== undefined, 'a count for each filter');
      return count;
    });
  };
}

interface CountStatement {
  /** One row with one column, `counts`: an integer for each filter. */
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Counts the contacts of several segments in one pass. Half a million contacts and one topic take 0.4 s. */
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
