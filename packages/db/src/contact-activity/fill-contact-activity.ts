import assert from 'node:assert';
import type { Pool, PoolClient } from 'pg';
import type { Queryable } from '../client/create-database';
import {
  sweepEvents,
  type SweepPass,
  type SweepStretch,
  type SweptEvents,
} from '../email-events/sweep-events';
import { uuidV7Floor } from '../uuid-v7';

const cursor = 'metrics-aggregator.contact-activity';

/**
 * Both begin with the oldest event that is kept, so what was stored before this version is walked through as what comes after it is. The
 * second catches events that were committed long after their ids were made.
 */
export const contactActivityPasses: readonly [SweepPass, SweepPass] = [
  { cursor, lagMs: 10_000 },
  { cursor: 'metrics-aggregator.late-contact-activity', lagMs: 15 * 60_000 },
];

/** A statement of some 20 ms: contacts are locked against deletion until it is committed. */
const eventsPerPage = 1_000;

/**
 * Adds the next events to the activity of their contacts: a page and its cursor are one transaction, one replica does it at a time, and a
 * page that is done again changes nothing.
 * @returns whether the page was full: there is more
 */
export function fillContactActivity(
  { pool, clock }: { readonly pool: Pool; readonly clock: { now(): Date } },
  pass: SweepPass,
): Promise<boolean> {
  return sweepEvents(pool, pass, {
    ...{ table: 'email_events', now: clock.now(), limit: eventsPerPage },
    look: fillPage,
  });
}

/** An hour is nothing to conditions in days, and longer than a sweep ever needs when it works. */
const behindMsMax = 3_600_000;

/**
 * False until what is stored has been walked through after an upgrade, and while the sweep is an hour behind: contacts may have opened what is
 * not known yet.
 */
export async function isContactActivityKnown(db: Queryable): Promise<boolean> {
  const { rows } = await db.query<{ known: boolean }>({
    name: 'contact-activity.is-known',
    text: 'SELECT position > $2 AS known FROM sweep_cursors WHERE name = $1',
    values: [cursor, uuidV7Floor(new Date(Date.now() - behindMsMax))],
  });
  return rows[0]?.known ?? false;
}

async function fillPage(client: PoolClient, { after, before, limit }: SweepStretch): Promise<SweptEvents> {
  const { rows } = await client.query<{ size: number; lastId: string | null }>({
    name: 'contact-activity.fill',
    text: fillSql,
    values: [after, before, limit],
  });
  const [page] = rows;
  assert(page !== undefined, 'a count is one row');
  return page;
}

/**
 * Live events of people, by the address that the recipient's row has, as the timeline of a contact finds them: after an erasure it is no
 * contact's. Each is looked up by key (`OFFSET 0`): joined, the planner may read all recipients of a week. A contact is locked so that
 * one that is being deleted is waited for, and then is no contact. A provider may say that something happens tomorrow.
 */
const fillSql = `
WITH page AS MATERIALIZED (
  SELECT id, message_id, ordinal, type, mode, machine, occurred_at FROM email_events
   WHERE id > $1 AND id < $2 ORDER BY id LIMIT $3
), seen AS MATERIALIZED (
  SELECT r.organization_id, r.address_key,
         max(least(p.occurred_at, now())) FILTER (WHERE p.type IN ('sent', 'delivered')) AS received_at,
         max(least(p.occurred_at, now())) FILTER (WHERE p.type = 'opened') AS opened_at,
         max(least(p.occurred_at, now())) FILTER (WHERE p.type = 'clicked') AS clicked_at
    FROM page p CROSS JOIN LATERAL (
      SELECT organization_id, address_key FROM recipients WHERE message_id = p.message_id AND ordinal = p.ordinal OFFSET 0) r
   WHERE p.mode = 'live' AND NOT p.machine AND p.type IN ('sent', 'delivered', 'opened', 'clicked')
   GROUP BY r.organization_id, r.address_key
), newer AS MATERIALIZED (
  SELECT c.id, s.* FROM seen s CROSS JOIN LATERAL (
    SELECT id FROM contacts WHERE organization_id = s.organization_id AND email_key = s.address_key OFFSET 0) c
    LEFT JOIN LATERAL (SELECT * FROM contact_activity WHERE contact_id = c.id OFFSET 0) a ON true
   WHERE s.received_at > coalesce(a.last_received_at, '-infinity')
      OR s.opened_at > coalesce(a.last_opened_at, '-infinity')
      OR s.clicked_at > coalesce(a.last_clicked_at, '-infinity')
), locked AS MATERIALIZED (
  SELECT n.* FROM (SELECT * FROM newer ORDER BY id) n
   CROSS JOIN LATERAL (SELECT FROM contacts WHERE id = n.id FOR KEY SHARE) c
), written AS (
  INSERT INTO contact_activity AS a (contact_id, organization_id, last_received_at, last_opened_at, last_clicked_at)
  SELECT id, organization_id, received_at, opened_at, clicked_at FROM locked
  ON CONFLICT (contact_id) DO UPDATE SET
    last_received_at = greatest(a.last_received_at, excluded.last_received_at),
    last_opened_at = greatest(a.last_opened_at, excluded.last_opened_at),
    last_clicked_at = greatest(a.last_clicked_at, excluded.last_clicked_at)
)
SELECT count(*)::int AS size, (SELECT id FROM page ORDER BY id DESC LIMIT 1) AS "lastId" FROM page`;
