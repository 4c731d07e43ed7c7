import type { Pool } from '@postrider/db';
import { counterColumns, type CounterColumn } from '../src/email-counters/countable-event';

/** A column of an organization's total that is not the sum of its events. */
export interface CounterFault {
  readonly domainId: string;
  readonly column: CounterColumn;
  readonly counted: number;
  readonly events: number;
}

/** The column that each event belongs to, said once more in SQL: a second opinion is what makes it an audit. */
const eventsOf: Record<CounterColumn, string> = {
  sent: `type = 'sent'`,
  delivered: `type = 'delivered'`,
  bounced_hard: `type = 'bounced' AND bounce_type = 'hard'`,
  bounced_soft: `type = 'bounced' AND bounce_type IS DISTINCT FROM 'hard'`,
  complained: `type = 'complained'`,
  opened: `type = 'opened' AND NOT machine AND NOT repeated`,
  clicked: `type = 'clicked' AND NOT machine AND NOT repeated`,
  unsubscribed: `type = 'unsubscribed'`,
  delayed: `type = 'delivery_delayed'`,
  blocked: `blocked AND type NOT IN ('queued', 'suppressed')`,
};

/**
 * Compares the totals of a UTC day with the events themselves.
 * @param day `yyyy-mm-dd`
 * @returns what differs; empty when counters and events agree
 */
export async function recountDay(pool: Pool, organizationId: string, day: string): Promise<CounterFault[]> {
  const sums = counterColumns.map((column) => `count(*) FILTER (WHERE ${eventsOf[column]}) AS ${column}`);
  const columns = (side: string): string =>
    counterColumns.map((name) => `coalesce(${side}.${name}, 0)`).join(', ');
  const { rows } = await pool.query<{ domain_id: string; events: number[]; counted: number[] }>(
    `WITH events AS (
       SELECT m.domain_id, ${sums.join(', ')}
         FROM email_events e JOIN messages m ON m.id = e.message_id
        WHERE e.organization_id = $1 AND e.mode = 'live'
          AND e.occurred_at >= $2::date::timestamp AT TIME ZONE 'UTC'
          AND e.occurred_at < ($2::date + 1)::timestamp AT TIME ZONE 'UTC'
        GROUP BY m.domain_id
     ), counters AS (
       SELECT * FROM daily_counters WHERE organization_id = $1 AND day = $2 AND facet = 'total'
     )
     SELECT domain_id, ARRAY[${columns('events')}] AS events, ARRAY[${columns('counters')}] AS counted
       FROM events FULL JOIN counters USING (domain_id) ORDER BY domain_id`,
    [organizationId, day],
  );
  return rows.flatMap((row) =>
    counterColumns.flatMap((column, position) => {
      const counted = Number(row.counted[position]);
      const events = Number(row.events[position]);
      return counted === events ? [] : [{ domainId: row.domain_id, column, counted, events }];
    }),
  );
}
