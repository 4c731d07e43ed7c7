import { lowestId } from '@postrider/contracts/ids';
import type { Lane } from '@postrider/contracts/statuses';
import type { Queryable } from '../client/create-database';

/** Whose row has the deliveries of all organizations. */
export const allOrganizations = lowestId;

/** How long rows are kept: `sameHourOfLastWeek` goes back seven days and an hour. */
export const deliveryHoursKeptDays = 8;

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** An hour (UTC) of the past, and how much of it counts: 0 to 1. */
export interface WeightedHour {
  readonly hour: Date;
  readonly weight: number;
}

/** The sixty minutes before `now`: the hour that has begun, and of the one before as much as makes sixty minutes. */
export function lastHour(now: Date): [WeightedHour, WeightedHour] {
  const begun = Math.floor(now.getTime() / hourMs) * hourMs;
  const share = (now.getTime() - begun) / hourMs;
  return [
    { hour: new Date(begun), weight: 1 },
    { hour: new Date(begun - hourMs), weight: 1 - share },
  ];
}

/** The same sixty minutes of the seven days before. */
export function sameHourOfLastWeek(now: Date): WeightedHour[] {
  return Array.from({ length: 7 }, (_none, n) => new Date(now.getTime() - (n + 1) * dayMs)).flatMap(
    (then) => {
      const [begun, before] = lastHour(then);
      return [{ hour: begun.hour, weight: 1 - before.weight }, before];
    },
  );
}

export interface DeliveryCounts<Period extends string> {
  readonly organizationId: string;
  /** `other`: all that `isMailboxProvider` of packages/mail does not know. */
  readonly provider: string;
  readonly period: Period;
  /** By bucket; `deliveryTimesOf` reads p50 and p95 from them. */
  readonly counts: number[];
}

/**
 * Deliveries by how long they took from acceptance (or from `scheduled_at`), counted by metrics-aggregator: a row for each
 * organization, provider and period that had some. The last seven days are kept, by UTC hour.
 *
 * ```ts
 * const rows = await readDeliveryHours(pool, {
 *   organizationIds: [organizationId, allOrganizations],
 *   providers: ['google'], // null: all
 *   lanes: ['transactional'], // bulk waits for its turn: its times say little about a provider
 *   periods: { now: lastHour(clock.now()), usual: sameHourOfLastWeek(clock.now()) },
 * });
 * deliveryTimesOf(rows[0].counts); // {p50: 3.9, p95: 12}
 * ```
 *
 * Of all organizations, show the times alone, and only of twenty deliveries or more: fewer may be those of one other organization.
 */
export async function readDeliveryHours<Period extends string>(
  db: Queryable,
  of: {
    readonly organizationIds: readonly string[];
    readonly providers: readonly string[] | null;
    readonly lanes: readonly Exclude<Lane, 'test'>[];
    readonly periods: { readonly [Name in Period]: readonly WeightedHour[] };
  },
): Promise<DeliveryCounts<Period>[]> {
  const hours = Object.entries<readonly WeightedHour[]>(of.periods).flatMap(([period, weighted]) =>
    weighted.map(({ hour, weight }) => ({ period, hour: hour.toISOString(), weight })),
  );
  const { rows } = await db.query<DeliveryCounts<Period>>({
    name: 'delivery-hours.read',
    text: readSql,
    values: [of.organizationIds, of.lanes, of.providers, JSON.stringify(hours)],
  });
  return rows;
}

const readSql = `
WITH counted AS (
  SELECT d.organization_id, d.provider, h.period, u.bucket, sum(u.deliveries * h.weight) AS deliveries
    FROM json_to_recordset($4) AS h (period text, hour timestamptz, weight float8)
   CROSS JOIN unnest($1::uuid[]) AS o (organization_id)
   CROSS JOIN unnest($2::text[]) AS l (lane)
    JOIN delivery_hours d ON d.organization_id = o.organization_id AND d.lane = l.lane AND d.hour = h.hour
     AND ($3::text[] IS NULL OR d.provider = ANY($3))
   CROSS JOIN unnest(d.deliveries) WITH ORDINALITY AS u (deliveries, bucket)
   GROUP BY 1, 2, 3, 4
)
SELECT organization_id AS "organizationId", provider, period, array_agg(deliveries ORDER BY bucket) AS counts
  FROM counted GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`;
