import type { PoolClient, Queryable } from '@postrider/db';
import type { Person } from './person.repository';

const isFromPerson = `organization_id = $1 AND lower(from_address) = $2`;

export async function countInbound(db: Queryable, { organizationId, address }: Person): Promise<number> {
  const { rows } = await db.query<{ count: number }>({
    name: 'erasure.count-inbound',
    text: `SELECT count(*)::int AS count FROM inbound_emails WHERE ${isFromPerson}`,
    values: [organizationId, address],
  });
  return rows[0]?.count ?? 0;
}

/** No index finds senders: rows are looked at one by one. */
const pageRowsMax = 2_000;

/** With what the spool keeps of it: the envelope's sender. */
const deletePageSql = `
WITH looked_at AS MATERIALIZED (
  SELECT id, spool_id, lower(from_address) = $2 AS is_from_person FROM inbound_emails
   WHERE organization_id = $1 AND id > $3 ORDER BY id LIMIT ${pageRowsMax}
), page AS (
  SELECT id, spool_id FROM looked_at WHERE is_from_person
), contents AS (
  DELETE FROM inbound_contents WHERE inbound_id IN (SELECT id FROM page)
), attachments AS (
  DELETE FROM inbound_attachments WHERE inbound_id IN (SELECT id FROM page)
), spool AS (
  UPDATE inbound_spool SET mail_from = '' WHERE id IN (SELECT spool_id FROM page)
), emails AS (
  DELETE FROM inbound_emails WHERE id IN (SELECT id FROM page)
)
SELECT (SELECT count(*)::int FROM page) AS "inboundEmails", (SELECT id FROM looked_at ORDER BY id DESC LIMIT 1) AS last`;

/**
 * Deletes the next emails from the person.
 * @returns also the last email that was looked at; null: there were none behind `after`
 */
export async function deleteInboundPage(
  client: PoolClient,
  { organizationId, address }: Person,
  after: string,
): Promise<{ readonly inboundEmails: number; readonly last: string | null }> {
  const { rows } = await client.query<{ inboundEmails: number; last: string | null }>({
    name: 'erasure.delete-inbound',
    text: deletePageSql,
    values: [organizationId, address, after],
  });
  return rows[0] ?? { inboundEmails: 0, last: null };
}
