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

/** With what the spool keeps of it: the envelope's sender. */
const deletePageSql = `
WITH page AS MATERIALIZED (
  SELECT id, spool_id FROM inbound_emails WHERE ${isFromPerson} ORDER BY id LIMIT $3
), contents AS (
  DELETE FROM inbound_contents WHERE inbound_id IN (SELECT id FROM page)
), attachments AS (
  DELETE FROM inbound_attachments WHERE inbound_id IN (SELECT id FROM page)
), spool AS (
  UPDATE inbound_spool SET mail_from = '' WHERE id IN (SELECT spool_id FROM page)
), emails AS (
  DELETE FROM inbound_emails WHERE id IN (SELECT id FROM page) RETURNING id
)
SELECT count(*)::int AS count FROM emails`;

/** @returns how many mails */
export async function deleteInboundPage(
  client: PoolClient,
  { organizationId, address }: Person,
  limit: number,
): Promise<number> {
  const { rows } = await client.query<{ count: number }>({
    name: 'erasure.delete-inbound',
    text: deletePageSql,
    values: [organizationId, address, limit],
  });
  return rows[0]?.count ?? 0;
}
