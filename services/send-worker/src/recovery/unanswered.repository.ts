import { type Pool, selectStatusByRecipients, withTransaction } from '@postrider/db';

const PAGE = 500;

const moveSql = `
WITH silent AS MATERIALIZED (
  SELECT id FROM messages WHERE status = 'sent' AND sent_at < now() - $1 * interval '1 ms'
  ORDER BY sent_at LIMIT ${PAGE} FOR NO KEY UPDATE SKIP LOCKED
), moved AS (
  UPDATE recipients r SET status = 'unconfirmed', updated_at = now()
  FROM silent WHERE r.message_id = silent.id AND r.status = 'sent'
)
SELECT id FROM silent`;

const settleSql = `
UPDATE messages m SET status = coalesce(d.status, m.status)
FROM unnest($1::uuid[]) AS i(id) CROSS JOIN LATERAL (${selectStatusByRecipients()}) d
WHERE m.id = i.id`;

/** Messages that left long ago and were never reported on become unconfirmed; answers how many of this page. */
export async function closeUnanswered(pool: Pool, silentMs: number): Promise<number> {
  return withTransaction(pool, async (client) => {
    const { rows } = await client.query<{ id: string }>(moveSql, [silentMs]);
    if (rows.length > 0) await client.query(settleSql, [rows.map((row) => row.id)]);
    return rows.length;
  });
}

export const unansweredPage = PAGE;
