import type { Pool } from '@postrider/db';

/** Deferred mail that waits for one cause: a site of recipients, or the transports of sending domains. */
export type WaitingFor = { readonly site: string } | { readonly transport: string };

const pageRowsMax = 1_000;
/** A hundred million messages. */
const pagesMax = 100_000;

/** Scheduled mail has had no attempt, and keeps its time. Held mail has no due time. */
const makeDueSql = `
UPDATE messages SET due_at = now() WHERE id IN (
  SELECT m.id FROM messages m JOIN domains d ON d.id = m.domain_id
   WHERE m.status = 'queued' AND m.due_at > now() AND m.first_attempt_at IS NOT NULL
     AND ($2::text IS NULL OR d.transport = $2)
     AND EXISTS (SELECT FROM recipients r WHERE r.message_id = m.id AND r.status = 'queued' AND r.detail IS NOT NULL
                   AND ($1::text IS NULL OR coalesce(r.provider, split_part(r.address_key, '@', 2)) = $1))
   ORDER BY m.due_at LIMIT ${pageRowsMax} FOR NO KEY UPDATE OF m SKIP LOCKED)`;

/** Makes it due now, a page at a time; workers find it by their sweep. @returns how many messages */
export async function tryAtOnce(pool: Pool, waiting: WaitingFor): Promise<number> {
  const given = 'site' in waiting ? [waiting.site, null] : [null, waiting.transport];
  let messages = 0;
  for (let page = 0; page < pagesMax; page += 1) {
    const { rowCount } = await pool.query(makeDueSql, given);
    messages += rowCount ?? 0;
    if ((rowCount ?? 0) < pageRowsMax) break;
  }
  return messages;
}
