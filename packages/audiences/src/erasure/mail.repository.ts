import { deleteContentOf, type Pool, type PoolClient, type Queryable } from '@postrider/db';
import type { Person, PersonCounts } from './person.repository';

const countSql = `
SELECT count(*) FILTER (WHERE m.final_at IS NOT NULL)::int AS messages,
       count(*) FILTER (WHERE m.final_at IS NULL)::int AS "openMessages"
FROM (SELECT DISTINCT message_id FROM recipients WHERE organization_id = $1 AND address_key = $2) r
JOIN messages m ON m.id = r.message_id`;

export async function countMail(
  db: Queryable,
  { organizationId, address }: Person,
): Promise<Pick<PersonCounts, 'messages' | 'openMessages'>> {
  const { rows } = await db.query<Pick<PersonCounts, 'messages' | 'openMessages'>>({
    name: 'erasure.count-mail',
    text: countSql,
    values: [organizationId, address],
  });
  return rows[0] ?? { messages: 0, openMessages: 0 };
}

/** Messages to the person, oldest first. */
export async function findMailPage(
  pool: Pool,
  { organizationId, address }: Person,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<readonly string[]> {
  const { rows } = await pool.query<{ message_id: string }>({
    name: 'erasure.find-mail',
    text: `SELECT DISTINCT message_id FROM recipients
            WHERE organization_id = $1 AND address_key = $2 AND message_id > $3
            ORDER BY message_id LIMIT $4`,
    values: [organizationId, address, after, limit],
  });
  return rows.map(({ message_id: id }) => id);
}

/** The bounds on the id let PostgreSQL leave out the other weeks' partitions; an array parameter alone does not. */
const lockSql = `
SELECT id FROM messages WHERE id = ANY($1::uuid[]) AND id >= $2 AND id <= $3 AND final_at IS NOT NULL
ORDER BY id FOR NO KEY UPDATE`;

/** Links of broadcasts that the person alone clicked: their URLs may name them. Before the events lose theirs. */
const eraseLinksSql = `
DELETE FROM broadcast_links l
USING email_events e, broadcast_recipients r
WHERE e.message_id = ANY($1::uuid[]) AND e.message_id >= $2 AND e.message_id <= $3 AND e.type = 'clicked'
  AND r.message_id = e.message_id AND l.broadcast_id = r.broadcast_id AND l.url_digest = md5(e.url)::uuid
  AND l.url <> '' AND l.unique_clicks <= 1`;

const erasePersonSql = `
WITH erased AS (
  UPDATE recipients SET address = $5, address_key = $5, detail = NULL
  WHERE message_id = ANY($1::uuid[]) AND message_id >= $2 AND message_id <= $3 AND address_key = $4
  RETURNING message_id, ordinal
), events AS (
  UPDATE email_events e SET recipient = $5, detail = NULL, url = NULL, reply = NULL
  FROM erased WHERE e.message_id = erased.message_id AND e.ordinal = erased.ordinal AND e.message_id >= $2 AND e.message_id <= $3
)
UPDATE delivery_attempts a SET reply = NULL, conversation = NULL
FROM erased WHERE a.message_id = erased.message_id AND a.ordinal = erased.ordinal AND a.message_id >= $2 AND a.message_id <= $3`;

/** The lists of addresses are made again from the rows of the recipients, without names. */
const eraseMessagesSql = `
UPDATE messages m SET subject = '(erased)', warnings = NULL, to_addresses = r."to", cc_addresses = r.cc, bcc_addresses = r.bcc
FROM (
  SELECT message_id,
         coalesce(array_agg(address ORDER BY ordinal) FILTER (WHERE role = 'to'), '{}') AS "to",
         coalesce(array_agg(address ORDER BY ordinal) FILTER (WHERE role = 'cc'), '{}') AS cc,
         coalesce(array_agg(address ORDER BY ordinal) FILTER (WHERE role = 'bcc'), '{}') AS bcc
  FROM recipients WHERE message_id = ANY($1::uuid[]) AND message_id >= $2 AND message_id <= $3
  GROUP BY message_id
) r
WHERE m.id = r.message_id AND m.id >= $2 AND m.id <= $3`;

const eraseReviewsSql = `UPDATE message_reviews SET reasons = '[]' WHERE message_id = ANY($1::uuid[])`;

/** @returns of how many messages; not of those that may still be sent */
export async function eraseMailPage(
  client: PoolClient,
  { address }: Person,
  { ids, digest }: { readonly ids: readonly string[]; readonly digest: string },
): Promise<number> {
  const { rows } = await client.query<{ id: string }>({
    name: 'erasure.lock-messages',
    text: lockSql,
    values: [ids, ids[0], ids.at(-1)],
  });
  if (rows.length === 0) return 0;
  const settled = rows.map(({ id }) => id);
  const bounds = [settled, settled[0], settled.at(-1)];
  await deleteContentOf(client, settled);
  await client.query({ name: 'erasure.erase-links', text: eraseLinksSql, values: bounds });
  await client.query({
    name: 'erasure.erase-recipients',
    text: erasePersonSql,
    values: [...bounds, address, digest],
  });
  await client.query({ name: 'erasure.erase-messages', text: eraseMessagesSql, values: bounds });
  await client.query({ name: 'erasure.erase-reviews', text: eraseReviewsSql, values: [settled] });
  return settled.length;
}
