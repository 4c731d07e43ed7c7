import { broadcastLinksMax, broadcastSeriesRows } from '@postrider/contracts/broadcasts';
import type { Pool } from '@postrider/db';
import type { BroadcastSummaryRow, CounterRow } from './broadcast-row';

export interface LinkRow {
  /** Null: links beyond those that are counted one by one. */
  readonly url: string | null;
  readonly clicks: number;
  readonly uniqueClicks: number;
  readonly variants: readonly {
    readonly variant: number;
    readonly clicks: number;
    readonly uniqueClicks: number;
  }[];
}

export type SeriesRow = Omit<CounterRow, 'variant'> & { readonly at: Date };

export interface BroadcastReportRepository {
  /** Those that most recipients clicked first, the rest of the links last. */
  listLinks(broadcast: Pick<BroadcastSummaryRow, 'organizationId' | 'id'>): Promise<readonly LinkRow[]>;
  /** Rows without gaps from the start of sending on, oldest first; days of the zone, hours of UTC. */
  listSeries(
    broadcast: Pick<BroadcastSummaryRow, 'organizationId' | 'id'>,
    interval: 'hour' | 'day',
    timezone: string,
  ): Promise<readonly SeriesRow[]>;
}

/** One range of the primary key: some 500 rows for each of up to five variants. */
const linksSql = `
SELECT nullif(url, '') AS url, sum(clicks)::float8 AS clicks, sum(unique_clicks)::float8 AS "uniqueClicks",
  json_agg(json_build_object('variant', variant, 'clicks', clicks, 'uniqueClicks', unique_clicks) ORDER BY variant) AS variants
FROM broadcast_links WHERE broadcast_id = $1 AND organization_id = $2
GROUP BY url_digest, url
ORDER BY url = '', sum(unique_clicks) DESC, sum(clicks) DESC, url LIMIT ${broadcastLinksMax}`;

const columns = {
  ...{ sent: 'sent', delivered: 'delivered', bouncedHard: 'bounced_hard', bouncedSoft: 'bounced_soft' },
  ...{ complained: 'complained', opened: 'opened', clicked: 'clicked', unsubscribed: 'unsubscribed' },
  failed: 'failed',
} as const satisfies Record<Exclude<keyof CounterRow, 'variant'>, string>;

/**
 * One range of the primary key, of hours before the last row. The first and last hour with a count bound the rows without one. Rows begin
 * by the clock of the zone, so that a day has 23 or 25 hours where clocks change.
 */
const seriesSql = (interval: 'hour' | 'day'): string => `
WITH counted AS (
  SELECT date_trunc('${interval}', hour AT TIME ZONE $3) AS local,
    ${Object.values(columns)
      .map((column) => `sum(${column})::float8 AS ${column}`)
      .join(', ')}
  FROM broadcast_hours
  WHERE broadcast_id = $1 AND organization_id = $2 AND hour < (
    SELECT (date_trunc('${interval}', min(hour) AT TIME ZONE $3) + interval '${broadcastSeriesRows[interval]} ${interval}s')
      AT TIME ZONE $3
    FROM broadcast_hours WHERE broadcast_id = $1)
  GROUP BY 1
)
SELECT local AT TIME ZONE $3 AS at, ${Object.entries(columns)
  .map(([name, column]) => `coalesce(${column}, 0) AS "${name}"`)
  .join(', ')}
FROM generate_series((SELECT min(local) FROM counted), (SELECT max(local) FROM counted), interval '1 ${interval}') AS local
LEFT JOIN counted USING (local) ORDER BY local`;

const series = {
  hour: { name: 'broadcasts.series-hour', text: seriesSql('hour') },
  day: { name: 'broadcasts.series-day', text: seriesSql('day') },
};

export function createBroadcastReportRepository({
  pool,
}: {
  readonly pool: Pool;
}): BroadcastReportRepository {
  return {
    listLinks: async ({ id, organizationId }) => {
      const { rows } = await pool.query<LinkRow>({
        name: 'broadcasts.list-links',
        text: linksSql,
        values: [id, organizationId],
      });
      return rows;
    },
    listSeries: async ({ id, organizationId }, interval, timezone) => {
      // By the clock of a zone, an hour would be there twice where clocks are set back.
      const zone = interval === 'hour' ? 'UTC' : timezone;
      const { rows } = await pool.query<SeriesRow>({
        ...series[interval],
        values: [id, organizationId, zone],
      });
      return rows;
    },
  };
}
