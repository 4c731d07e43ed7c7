import { segmentFilter, type SegmentFilter } from '@postrider/contracts';
import type { Pool } from '@postrider/db';
import type { TopicsRepository } from '../topics/topics.repository';
import { countStatement } from './segment-statement';

/**
 * How many contacts each of the stored filters holds now. One that no longer parses, or names a topic that is gone,
 * holds nobody.
 */
export type CountSegments = (organizationId: string, filters: readonly unknown[]) => Promise<number[]>;

const nobody = null;

export function createCountSegments(given: {
  readonly pool: Pool;
  readonly topics: Pick<TopicsRepository, 'findMany'>;
}): CountSegments {
  const { pool, topics } = given;
  return async (organizationId, stored) => {
    const parsed = stored.map((filter) => segmentFilter.safeParse(filter).data ?? nobody);
    const filters = parsed.filter((filter): filter is SegmentFilter => filter !== nobody);
    if (filters.length === 0) return parsed.map(() => 0);
    const known = await topics.findMany(organizationId, filters.flatMap(topicsOf));
    const { text, values } = countStatement(organizationId, filters, known);
    const { rows } = await pool.query<{ counts: number[] }>(text, [...values]);
    const counts = new Map(filters.map((filter, index) => [filter, rows[0]?.counts[index] ?? 0]));
    return parsed.map((filter) => (filter === nobody ? 0 : (counts.get(filter) ?? 0)));
  };
}

/** Slugs of the topics that a filter names. */
export function topicsOf({ all }: SegmentFilter): string[] {
  return all.flatMap((condition) => ('topic' in condition ? condition.topic : []));
}
