import type { Queryable } from '@postrider/db';
import type { CountableEvent } from './countable-event';

/**
 * Links of a variant that are counted one by one. Content may make another URL for each recipient: without a bound that is a row
 * for each of them. A few more can come in at once.
 */
const linksMax = 500;

/**
 * $1 clicks. The first click of a recipient on a link is the one with the lowest id: events are committed before they are
 * counted, so the answer does not depend on the order in which they are counted. Two clicks of one recipient that two replicas
 * record within milliseconds may both count as the first.
 *
 * `OFFSET 0` keeps the look an event's own: joined, the planner may read all events of a week. The digest of the empty URL is
 * the row of the links beyond the bound.
 */
const addToLinksSql = `
WITH click AS MATERIALIZED (
  SELECT r.broadcast_id, coalesce(r.variant, b.winner, 0) AS variant, r.organization_id, e.url,
    NOT EXISTS (
      SELECT FROM email_events p
      WHERE p.message_id = e.message_id AND p.type = 'clicked' AND NOT p.machine AND p.url = e.url AND p.id < e.id OFFSET 0
    ) AS is_first
  FROM json_to_recordset($1) AS e (id uuid, message_id uuid, organization_id uuid, url text)
  JOIN broadcast_recipients r ON r.message_id = e.message_id AND r.organization_id = e.organization_id
  JOIN broadcasts b ON b.id = r.broadcast_id
), variants AS (
  SELECT v.*, (SELECT count(*) FROM (SELECT FROM broadcast_links l
    WHERE l.broadcast_id = v.broadcast_id AND l.variant = v.variant LIMIT ${linksMax}) known) = ${linksMax} AS is_full
  FROM (SELECT DISTINCT broadcast_id, variant FROM click) v
), placed AS (
  SELECT k.broadcast_id, k.variant, k.organization_id, k.is_first,
    CASE WHEN v.is_full AND NOT EXISTS (SELECT FROM broadcast_links l
      WHERE l.broadcast_id = k.broadcast_id AND l.variant = k.variant AND l.url_digest = md5(k.url)::uuid)
    THEN '' ELSE k.url END AS url
  FROM click k JOIN variants v USING (broadcast_id, variant)
)
INSERT INTO broadcast_links AS c (broadcast_id, variant, url_digest, organization_id, url, clicks, unique_clicks)
SELECT broadcast_id, variant, md5(url)::uuid, organization_id, url, count(*), count(*) FILTER (WHERE is_first)
  FROM placed
 GROUP BY broadcast_id, variant, url, organization_id
 ORDER BY 1, 2, 3
ON CONFLICT (broadcast_id, variant, url_digest) DO UPDATE
   SET clicks = c.clicks + excluded.clicks, unique_clicks = c.unique_clicks + excluded.unique_clicks`;

/** Adds clicks of people to the links of their broadcasts: every click, also repeated ones. */
export async function countBroadcastLinks(db: Queryable, events: readonly CountableEvent[]): Promise<void> {
  const clicks = events.flatMap(({ type, machine, url, id, messageId, organizationId }) =>
    type === 'email.clicked' && !machine && url !== null
      ? [{ id, message_id: messageId, organization_id: organizationId, url }]
      : [],
  );
  if (clicks.length === 0) return;
  await db.query({
    name: 'email-counters.add-to-broadcast-links',
    text: addToLinksSql,
    values: [JSON.stringify(clicks)],
  });
}
