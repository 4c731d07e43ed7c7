import { lowestId } from '@postrider/contracts/ids';
import { withTransaction, type Pool, type PoolClient } from '@postrider/db';

/** What was due when a restoration was found, held in pages. */
export interface HeldPage {
  readonly messages: number;
  readonly broadcasts: number;
  readonly runs: number;
  /** Nothing is left: workers may send. */
  readonly isDone: boolean;
}

/** A page of messages is held in some 50 ms. */
const pageSize = 1_000;
/** Above the second by which a message may be claimed too early: what is held expires on time, and is never sent. */
const afterExpiryMs = 2_000;

/**
 * A message `m` that may have been sent already, of the restoration `r`. Not scheduled mail whose time is still to come, nor what an
 * operator holds. Mail that a review holds is held twice: it needs both to let it go.
 */
const isDoubtful = `m.status = 'queued' AND m.mode = 'live'
  AND (m.id <= r.last_message_id OR m.source IN ('broadcast', 'automation'))
  AND (m.scheduled_at IS NULL OR m.scheduled_at <= now() OR m.rounds > 0)
  AND NOT EXISTS (SELECT FROM message_holds h WHERE h.message_id = m.id)`;

/** By index: those of a lane that are due at some time, and those of a review that have no time. */
const places = [
  `m.lane = 'transactional' AND m.due_at > '-infinity'`,
  `m.lane = 'bulk' AND m.due_at > '-infinity'`,
  `m.id IN (SELECT v.message_id FROM message_reviews v WHERE v.status IN ('pending', 'flagged')) AND m.due_at IS NULL`,
];

const holdMessagesSql = (place: string) => `
WITH page AS MATERIALIZED (
  SELECT m.id, m.organization_id, m.due_at, m.expires_at
  FROM restorations r JOIN messages m ON ${isDoubtful}
  WHERE r.id = $1 AND ${place}
  LIMIT ${pageSize} FOR NO KEY UPDATE OF m SKIP LOCKED
), held AS (
  INSERT INTO message_holds (message_id, organization_id, reason, operator, held_at, due_at)
  SELECT id, organization_id, 'restored', 'postrider', now(), coalesce(due_at, now()) FROM page
)
UPDATE messages m SET due_at = page.expires_at + interval '${afterExpiryMs} ms' FROM page WHERE m.id = page.id`;

const holdRunsSql = `
UPDATE automation_runs SET held_at = now(), due_at = NULL, lease_until = NULL, lease_owner = NULL
WHERE id IN (
  SELECT id FROM automation_runs WHERE status = 'running' AND due_at <= now()
  LIMIT ${pageSize} FOR UPDATE SKIP LOCKED)`;

const holdBroadcastsSql = `
UPDATE broadcasts SET held_at = now(), waiting_for = 'an operator decides about it, after a restored backup'
WHERE id IN (
  SELECT id FROM broadcasts
  WHERE status IN ('scheduled', 'testing') AND held_at IS NULL AND (scheduled_at <= now() OR started_at IS NOT NULL)
  LIMIT ${pageSize} FOR UPDATE SKIP LOCKED)`;

/** Not while a message is claimed of which no body has left: the end of its lease queues it, and it is held too. */
const finishSql = `
UPDATE restorations r SET held_at = now()
WHERE r.id = $1 AND r.found_at < now() - $2 * interval '1 ms'
  ${places.map((place) => `AND NOT EXISTS (SELECT FROM messages m WHERE ${isDoubtful} AND ${place})`).join('\n  ')}
  AND NOT EXISTS (
    SELECT FROM messages m WHERE m.status = 'sending' AND m.mode = 'live' AND m.id <= r.last_message_id
      AND NOT EXISTS (
        SELECT FROM delivery_attempts a WHERE a.message_id = m.id AND a.round = m.rounds AND a.result IS NULL))`;

/**
 * One worker at a time, a page a transaction.
 * @param noticedMs after so long each worker knows of the restoration: it is not finished before
 * @returns null: another worker holds, or nothing is to be held
 */
export async function holdPage(pool: Pool, noticedMs: number): Promise<HeldPage | null> {
  return withTransaction(pool, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      `SELECT id FROM restorations WHERE held_at IS NULL ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED`,
    );
    const id = rows[0]?.id ?? lowestId;
    if (id === lowestId) return null;
    const messages = await holdMessages(client, id);
    const runs = (await client.query(holdRunsSql)).rowCount ?? 0;
    const broadcasts = (await client.query(holdBroadcastsSql)).rowCount ?? 0;
    await client.query(
      `UPDATE restorations SET messages = messages + $2, broadcasts = broadcasts + $3, runs = runs + $4 WHERE id = $1`,
      [id, messages, broadcasts, runs],
    );
    const isFull = messages > 0 || runs > 0 || broadcasts > 0;
    const isDone = !isFull && (await client.query(finishSql, [id, noticedMs])).rowCount === 1;
    return { messages, broadcasts, runs, isDone };
  });
}

async function holdMessages(client: PoolClient, id: string): Promise<number> {
  let held = 0;
  for (const place of places) held += (await client.query(holdMessagesSql(place), [id])).rowCount ?? 0;
  return held;
}
