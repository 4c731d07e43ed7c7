import type { MetricCounters, MetricFacet } from '@postrider/contracts/metrics';
import type { Pool } from '@postrider/db';

/** Whole UTC days as `yyyy-mm-dd`; both ends belong to the window. */
export interface MetricsWindow {
  readonly firstDay: string;
  readonly lastDay: string;
  /** Null: all domains of the organization. */
  readonly domainId: string | null;
}

export interface DayRow extends MetricCounters {
  readonly day: string;
}

export interface FacetRow extends MetricCounters {
  readonly key: string;
  readonly label: string;
  readonly delayed: number;
  readonly blocked: number;
}

export interface MetricsRepository {
  /** Days on which something was counted, oldest first. */
  series(organizationId: string, window: MetricsWindow): Promise<DayRow[]>;
  /** Sums of the window for each key of the facet (or the one key asked for), most sent first. */
  breakdown(organizationId: string, window: MetricsWindow, facet: FacetChoice): Promise<FacetRow[]>;
}

export interface FacetChoice {
  readonly facet: MetricFacet;
  readonly key: string | null;
}

/** Reads daily counters only: its cost does not grow with the number of messages. */
export function createMetricsRepository(pool: Pool): MetricsRepository {
  return {
    series: async (organizationId, { firstDay, lastDay, domainId }) => {
      const { rows } = await pool.query<DayRow>({
        name: 'metrics.sum-days',
        text: selectSeriesSql,
        values: [organizationId, firstDay, lastDay, domainId],
      });
      return rows;
    },
    breakdown: async (organizationId, { firstDay, lastDay, domainId }, { facet, key }) => {
      const { rows } = await pool.query<FacetRow>({
        name: 'metrics.sum-facets',
        text: selectBreakdownSql,
        values: [organizationId, firstDay, lastDay, domainId, facet, key],
      });
      return rows;
    },
  };
}

/** A tenant may invent any number of kinds; the answer stays below some 3 MB. */
const breakdownRowsMax = 10_000;

// sum(bigint) is numeric, which arrives as text.
const counters = `sum(sent)::int8 AS sent, sum(delivered)::int8 AS delivered, sum(bounced_hard)::int8 AS "bouncedHard",
  sum(bounced_soft)::int8 AS "bouncedSoft", sum(complained)::int8 AS complained, sum(opened)::int8 AS opened,
  sum(clicked)::int8 AS clicked, sum(unsubscribed)::int8 AS unsubscribed`;

const inWindow = `organization_id = $1 AND day BETWEEN $2::date AND $3::date
  AND ($4::uuid IS NULL OR domain_id = $4)`;

const selectSeriesSql = `
SELECT day, ${counters} FROM daily_counters WHERE facet = 'total' AND ${inWindow} GROUP BY day ORDER BY day`;

const selectBreakdownSql = `
SELECT by.*, coalesce(k.name, t.slug, by.key) AS label
  FROM (SELECT facet_key AS key, ${counters}, sum(delayed)::int8 AS delayed, sum(blocked)::int8 AS blocked
          FROM daily_counters WHERE facet = $5 AND ${inWindow} AND ($6::text IS NULL OR facet_key = $6)
         GROUP BY facet_key ORDER BY sum(sent) DESC, facet_key LIMIT ${breakdownRowsMax}) by
  LEFT JOIN api_keys k ON $5 = 'key' AND k.organization_id = $1 AND k.id::text = by.key
  LEFT JOIN templates t ON $5 = 'template' AND t.organization_id = $1 AND t.id::text = by.key
 ORDER BY by.sent DESC, by.key`;
