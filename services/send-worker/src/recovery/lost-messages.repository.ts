import type { EmailStatus, Lane } from '@postrider/contracts/statuses';
import { deleteUnkeptContent, selectStatusByRecipients, withTransaction, type Pool } from '@postrider/db';

/*
 * Messages whose outcome would never be recorded: the worker is gone, or a report did not come.
 */

export interface RecoveredMessage {
  readonly id: string;
  readonly organizationId: string;
  readonly lane: Lane;
  readonly round: number;
  /** `queued`, or the status that follows from its recipients. */
  readonly status: EmailStatus;
  /** Recipients that have become unconfirmed. */
  readonly unconfirmed: number;
}

/** Rows of one statement. */
export const pageSize = 500;

const closeAttemptsSql = `
WITH expired AS MATERIALIZED (
  SELECT id, rounds FROM messages
  WHERE status = 'sending' AND lease_until < now() - $1 * interval '1 ms'
  ORDER BY lease_until LIMIT ${pageSize} FOR NO KEY UPDATE SKIP LOCKED
), closed AS (
  UPDATE delivery_attempts a SET result = 'unconfirmed', finished_at = now()
  FROM expired WHERE a.message_id = expired.id AND a.round = expired.rounds AND a.result IS NULL
  RETURNING a.message_id, a.ordinal
), moved AS (
  UPDATE recipients r SET status = 'unconfirmed', updated_at = now(),
    detail = 'the sending process died between the body and the answer'
  FROM closed WHERE r.message_id = closed.message_id AND r.ordinal = closed.ordinal AND r.status = 'queued'
  RETURNING r.message_id
)
SELECT id, (SELECT count(*)::int FROM moved WHERE moved.message_id = expired.id) AS unconfirmed FROM expired`;

const settleExpiredSql = `
UPDATE messages m SET status = coalesce(d.status, 'queued'), lease_until = NULL, lease_owner = NULL,
  due_at = CASE WHEN d.status IS NULL THEN now() ELSE m.due_at END,
  final_at = CASE WHEN d.status IS NULL THEN NULL ELSE coalesce(m.final_at, now()) END
FROM unnest($1::uuid[]) AS i(id) CROSS JOIN LATERAL (${selectStatusByRecipients()}) d
WHERE m.id = i.id
RETURNING m.id, m.organization_id, m.lane, m.rounds, m.status`;

interface RecoveredRow {
  readonly id: string;
  readonly organization_id: string;
  readonly lane: Lane;
  readonly rounds: number;
  readonly status: EmailStatus;
}

/**
 * After a lease's end, a statement that its holder began before may still run, for at most the statement timeout (8 s). `graceMs`
 * is longer, so that no attempt can be committed after its message was taken away.
 *
 * Takes messages from workers that are gone: a recipient whose body may have left becomes unconfirmed and is never
 * sent to again; the others are queued again. At most 500 at once; several replicas share the work.
 * A message without a recorded outcome counts as never tried, because its domain's day may not have been reserved for it.
 */
export async function recoverExpired(pool: Pool, graceMs: number): Promise<readonly RecoveredMessage[]> {
  return withTransaction(pool, async (client) => {
    const expired = await client.query<{ id: string; unconfirmed: number }>(closeAttemptsSql, [graceMs]);
    if (expired.rows.length === 0) return [];
    const unconfirmedOf = new Map(expired.rows.map(({ id, unconfirmed }) => [id, unconfirmed]));
    const settled = await client.query<RecoveredRow>(settleExpiredSql, [expired.rows.map((row) => row.id)]);
    const final = settled.rows.filter(({ status }) => status !== 'queued');
    await deleteUnkeptContent(
      client,
      final.map(({ id }) => id),
    );
    return settled.rows.map((row) => ({
      id: row.id,
      organizationId: row.organization_id,
      lane: row.lane,
      round: row.rounds,
      status: row.status,
      unconfirmed: unconfirmedOf.get(row.id) ?? 0,
    }));
  });
}

const closeUnansweredSql = `
WITH silent AS MATERIALIZED (
  SELECT id FROM messages WHERE status = 'sent' AND sent_at < now() - $1 * interval '1 ms'
  ORDER BY sent_at LIMIT ${pageSize} FOR NO KEY UPDATE SKIP LOCKED
), moved AS (
  UPDATE recipients r SET status = 'unconfirmed', updated_at = now()
  FROM silent WHERE r.message_id = silent.id AND r.status = 'sent'
)
SELECT id FROM silent`;

const settleUnansweredSql = `
UPDATE messages m SET status = coalesce(d.status, m.status)
FROM unnest($1::uuid[]) AS i(id) CROSS JOIN LATERAL (${selectStatusByRecipients()}) d
WHERE m.id = i.id`;

/** Messages that left long ago without a report become unconfirmed; returns how many of this page. */
export async function closeUnanswered(pool: Pool, silentMs: number): Promise<number> {
  return withTransaction(pool, async (client) => {
    const { rows } = await client.query<{ id: string }>(closeUnansweredSql, [silentMs]);
    if (rows.length > 0) await client.query(settleUnansweredSql, [rows.map((row) => row.id)]);
    return rows.length;
  });
}
