import type { Pool, PoolClient } from '@postrider/db';

export interface TakenBack {
  readonly messageId: string;
  readonly outcome: 'suppressed' | 'unsubscribed' | 'canceled';
}

/**
 * $1 messages, $2 outcomes. Locks rows in the order of their keys, recipients before broadcasts, as settling a page does.
 * A recipient may have no outcome yet: a message can have its turn before the page in which it was submitted is settled.
 */
const takeBackSql = `
WITH held AS MATERIALIZED (
  SELECT r.broadcast_id, r.contact_id, r.outcome AS before, given.outcome
  FROM unnest($1::uuid[], $2::text[]) AS given (message_id, outcome)
  JOIN broadcast_recipients r ON r.message_id = given.message_id
  WHERE r.outcome IS NULL OR r.outcome = 'submitted'
  ORDER BY r.broadcast_id, r.contact_id FOR NO KEY UPDATE OF r
), moved AS (
  UPDATE broadcast_recipients r SET outcome = held.outcome, lease_until = NULL
  FROM held WHERE r.broadcast_id = held.broadcast_id AND r.contact_id = held.contact_id
), counted AS (
  SELECT broadcast_id, count(*) FILTER (WHERE before = 'submitted') AS submitted,
    count(*) FILTER (WHERE outcome = 'suppressed') AS suppressed,
    count(*) FILTER (WHERE outcome = 'unsubscribed') AS unsubscribed,
    count(*) FILTER (WHERE outcome = 'canceled') AS canceled
  FROM held GROUP BY broadcast_id
), locked AS MATERIALIZED (
  SELECT id FROM broadcasts WHERE id IN (SELECT broadcast_id FROM counted) ORDER BY id FOR NO KEY UPDATE
)
UPDATE broadcasts b SET submitted = b.submitted - counted.submitted, suppressed = b.suppressed + counted.suppressed,
  unsubscribed = b.unsubscribed + counted.unsubscribed, canceled = b.canceled + counted.canceled
FROM counted JOIN locked ON locked.id = counted.broadcast_id WHERE b.id = counted.broadcast_id`;

/**
 * Counts recipients of broadcasts by the outcome of their message, and no longer as submitted, when the message ends before
 * anything of it was sent. Call it in the transaction that ends the message; other messages have no row.
 */
export async function takeBackRecipients(
  client: Pool | PoolClient,
  taken: readonly TakenBack[],
): Promise<void> {
  if (taken.length === 0) return;
  await client.query({
    name: 'broadcasts.take-back-recipients',
    text: takeBackSql,
    values: [taken.map(({ messageId }) => messageId), taken.map(({ outcome }) => outcome)],
  });
}
