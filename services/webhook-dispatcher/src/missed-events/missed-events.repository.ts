import { isPublishedSql, type Database } from '@postrider/db';
import type { EventKey } from '../events/recorded-events.repository';

/** A connection inside a transaction. */
type Queryable = Pick<Database['pool'], 'query'>;

/** A stretch of the events, with those in it that some endpoint may want. */
export interface EventPage {
  readonly keys: readonly EventKey[];
  /** How many events were looked at, and the last of them. */
  readonly size: number;
  readonly lastId: string | null;
}

/**
 * The next events by id, after `after` and before `before`. Looks at no more than `limit` rows, wanted or not: in an
 * installation where few have endpoints, looking for the next wanted one could read the whole table.
 */
export async function readEventPage(
  db: Queryable,
  { after, before, limit }: { after: string; before: string; limit: number },
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
