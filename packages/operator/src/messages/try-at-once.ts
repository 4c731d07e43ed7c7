import assert from 'node:assert';
import { lanes, type Lane } from '@postrider/contracts/statuses';
import type { Pool } from '@postrider/db';

/** Deferred mail that waits for one cause: a site of recipients, or the transports of sending domains. */
export type WaitingFor = { readonly site: string } | { readonly transport: string };

/** Where to go on: all that is due until then in this lane, and all lanes before it, were looked at. */
export interface DuePosition {
  readonly lane: Lane;
  readonly dueAt: Date | null;
}

export interface TriedAtOnce {
  readonly messages: number;
  /** Null: all were looked at. */
  readonly next: DuePosition | null;
}

const pageRowsMax = 5_000;
/** Half a thousand million messages. */
const allPagesMax = 100_000;

/**
 * In the order of `messages_queued_idx`, and by the keys of each page, which LIMIT makes the planner use: a page costs the same however
 * many wait. Scheduled mail has had no attempt, and keeps its time. Held mail has no due time.
 */
const makeDueSql = `
WITH page AS MATERIALIZED (
  SELECT id, due_at, domain_id, first_attempt_at FROM messages
   WHERE status = 'queued' AND lane = $3 AND due_at > coalesce($4::timestamptz, now())
   ORDER BY due_at FETCH FIRST ${pageRowsMax} ROWS WITH TIES
), waiting AS (
  SELECT locked.id FROM page JOIN domains d ON d.id = page.domain_id
   CROSS JOIN LATERAL (
     SELECT r.message_id FROM recipients r WHERE r.message_id = page.id AND r.status = 'queued' AND r.detail IS NOT NULL
        AND ($1::text IS NULL OR coalesce(r.provider, split_part(r.address_key, '@', 2)) = $1) LIMIT 1) recipient
   CROSS JOIN LATERAL (
     SELECT m.id FROM messages m WHERE m.id = recipient.message_id AND m.status = 'queued' AND m.due_at > now()
      LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED) locked
   WHERE page.first_attempt_at IS NOT NULL AND ($2::text IS NULL OR d.transport = $2)
), changed AS (
  UPDATE messages SET due_at = now() WHERE id = ANY (ARRAY(SELECT id FROM waiting)) RETURNING id
)
SELECT (SELECT count(*)::int FROM changed) AS messages, (SELECT count(*)::int FROM page) AS looked_at,
  (SELECT max(due_at) FROM page) AS last_due_at`;

interface PageRow {
  readonly messages: number;
  readonly looked_at: number;
  readonly last_due_at: Date | null;
}

/** Makes it due now, a page at a time; workers find it by their sweep. */
export async function tryAtOnce(
  pool: Pool,
  waiting: WaitingFor,
  {
    after = null,
    pagesMax = allPagesMax,
  }: { readonly after?: DuePosition | null; readonly pagesMax?: number } = {},
): Promise<TriedAtOnce> {
  const given = 'site' in waiting ? [waiting.site, null] : [null, waiting.transport];
  let lane: Lane = after?.lane ?? lanes[0];
  let dueAt = after?.dueAt ?? null;
  let messages = 0;
  for (let page = 0; page < pagesMax; page += 1) {
    const { rows } = await pool.query<PageRow>(makeDueSql, [...given, lane, dueAt]);
    const [row] = rows;
    assert(row, 'a SELECT without FROM has one row');
    messages += row.messages;
    if (row.looked_at >= pageRowsMax) {
      dueAt = row.last_due_at;
      continue;
    }
    const nextLane = lanes[lanes.indexOf(lane) + 1];
    if (nextLane === undefined) return { messages, next: null };
    [lane, dueAt] = [nextLane, null];
  }
  return { messages, next: { lane, dueAt } };
}
