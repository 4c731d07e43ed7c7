import { isPublishedSql, type Queryable, type SweepStretch, type SweptEvents } from '@postrider/db';
import type { EventKey } from '../events/recorded-events.repository';

/** A connection inside a transaction. */
/** What a sweep has looked at, and what of it some endpoint may want. */
export interface EventPage extends SweptEvents {
  readonly keys: readonly EventKey[];
}

/**
 * Looks at no more than `limit` rows, wanted or not: in an installation where few have endpoints, looking for the next
 * wanted one could read the whole table.
 */
export async function readEventPage(
  db: Queryable,
  { after, before, limit }: SweepStretch,
): Promise<EventPage> {
  const { rows } = await db.query<EventPageRow>({
    name: 'webhook-missed-event-page',
    text: `WITH page AS MATERIALIZED (
             SELECT id, message_id, organization_id, type FROM email_events
              WHERE id > $1 AND id < $2 ORDER BY id LIMIT $3
           ), wanted AS (
             SELECT * FROM page
              WHERE ${isPublishedSql}
                AND organization_id IN (SELECT organization_id FROM webhook_endpoints WHERE status = 'enabled')
           )
           SELECT (SELECT count(*) FROM page) AS size,
                  (SELECT id FROM page ORDER BY id DESC LIMIT 1) AS last_id,
                  coalesce((SELECT json_agg(json_build_object('id', id, 'messageId', message_id,
                    'organizationId', organization_id, 'type', 'email.' || type)) FROM wanted), '[]') AS keys`,
    values: [after, before, limit],
  });
  const [page] = rows;
  return page
    ? { keys: page.keys, size: page.size, lastId: page.last_id }
    : { keys: [], size: 0, lastId: null };
}

interface EventPageRow {
  readonly size: number;
  readonly last_id: string | null;
  readonly keys: EventKey[];
}
