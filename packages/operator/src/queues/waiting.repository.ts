import type { Lane } from '@postrider/contracts/statuses';
import { drainedQueuesSql, dueQueueSql, type Pool } from '@postrider/db';
import type { Row } from '../output/render-answer';

export const groupings = ['lane', 'organization', 'site', 'reason'] as const;
export type Grouping = (typeof groupings)[number];

export interface WaitingQuery {
  readonly lanes: readonly Lane[];
  /** Null: all. */
  readonly organizationId: string | null;
  readonly by: readonly Grouping[];
  /** Messages of each lane that are looked at: those that are due first. */
  readonly messagesMax: number;
}

export interface WaitingGroup extends Row {
  readonly recipients: number;
  readonly messages: number;
  /** Recipients whose message is due. */
  readonly due: number;
  readonly oldest_due_at: Date | null;
  /** How long the oldest has been due; null: none is. */
  readonly oldest_due_seconds: number | null;
}

/**
 * The reason is a cause of an email's `waiting`, as far as one statement about many tells it: all email that is due is `backlog`. What
 * a server deferred has the class of its reply behind it.
 *
 * In the order of `messages_queued_idx`: what is due first costs the same however many wait, and what is over costs nothing.
 * Held ones have no due time and come last.
 */
const waitingSql = `
WITH waiting AS MATERIALIZED (
  SELECT first.* FROM unnest($1::text[]) AS each(lane) CROSS JOIN LATERAL (
    SELECT id, organization_id, lane, rounds, due_at, scheduled_at, created_at, reserved_day, deferral FROM messages
    WHERE status = 'queued' AND lane = each.lane AND ($2::uuid IS NULL OR organization_id = $2)
    ORDER BY due_at LIMIT $3
  ) first
), recipient AS (
  SELECT w.*, o.slug AS organization, coalesce(r.provider, split_part(r.address_key, '@', 2)) AS site,
    CASE
      WHEN h.message_id IS NOT NULL THEN CASE WHEN h.operator = 'postrider' THEN 'restoration_hold' ELSE 'operator_hold' END
      WHEN w.due_at IS NULL THEN 'review'
      WHEN w.scheduled_at > now() THEN 'scheduled'
      WHEN o.under_review_at IS NOT NULL THEN 'review'
      WHEN o.sending_paused_at IS NOT NULL THEN 'sending_paused'
      WHEN w.due_at <= now() AND ${dueQueueSql('w')} = ANY (${drainedQueuesSql}) THEN 'queue_paused'
      WHEN w.due_at <= now() THEN 'backlog'
      ELSE coalesce(w.deferral->>'cause', CASE WHEN w.reserved_day IS NOT NULL THEN 'daily_cap' ELSE 'retry' END)
    END AS cause, split_part(left(r.detail, 60), ':', 1) AS class
  FROM waiting w
  JOIN organizations o ON o.id = w.organization_id
  JOIN recipients r ON r.message_id = w.id AND r.status = 'queued'
  LEFT JOIN message_holds h ON h.message_id = w.id
), explained AS (
  SELECT *, cause || CASE WHEN cause = 'retry' THEN coalesce(': ' || class, '') ELSE '' END AS reason FROM recipient
)`;

/** Recipients that wait, the largest group first. */
export async function countWaiting(pool: Pool, query: WaitingQuery): Promise<readonly WaitingGroup[]> {
  const columns = query.by.join(', ');
  const { rows } = await pool.query<WaitingGroup>(
    `${waitingSql}
     SELECT ${columns}, count(*)::int AS recipients, count(DISTINCT id)::int AS messages,
       count(*) FILTER (WHERE due_at <= now())::int AS due, min(due_at) AS oldest_due_at,
       round(extract(epoch FROM now() - min(due_at) FILTER (WHERE due_at <= now())))::int AS oldest_due_seconds,
       min(created_at) AS oldest_accepted_at
     FROM explained GROUP BY ${columns} ORDER BY recipients DESC, ${columns} LIMIT 1000`,
    [query.lanes, query.organizationId, query.messagesMax],
  );
  return rows;
}

/** Whether more of the lane wait than are looked at. */
export async function isMore(
  pool: Pool,
  lane: Lane,
  { organizationId, messagesMax }: WaitingQuery,
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `SELECT FROM messages WHERE status = 'queued' AND lane = $1 AND ($2::uuid IS NULL OR organization_id = $2)
     ORDER BY due_at OFFSET $3 LIMIT 1`,
    [lane, organizationId, messagesMax],
  );
  return rowCount === 1;
}
