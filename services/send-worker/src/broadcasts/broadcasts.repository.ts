import type { BroadcastAbTest } from '@postrider/audiences';
import type { SegmentFilter } from '@postrider/contracts/segments';
import { isPublishedSql, type Pool, type PoolClient } from '@postrider/db';
import { broadcastKind, type OpenBroadcast, type Waits } from './open-broadcast';

export interface DueBroadcast {
  readonly id: string;
  readonly organizationId: string;
  /** Of its turns, in a row. */
  readonly failures: number;
  /** For how long it could have had its turn. */
  readonly waitedSeconds: number;
}

/** As `broadcasts_open_idx` says it. */
const isOpenSql = `(status IN ('scheduled', 'testing')
    OR (status = 'canceled' AND started_at IS NOT NULL AND finished_at IS NULL))`;

/** Neither held by an operator nor paused; what is canceled is cleared all the same. */
const isFreeSql = `(status = 'canceled' OR (held_at IS NULL AND paused_at IS NULL))`;

const findDueSql = `
SELECT DISTINCT ON (organization_id) id, organization_id AS "organizationId", failures,
  extract(epoch FROM now() - greatest(turn_at, scheduled_at))::float8 AS "waitedSeconds"
FROM broadcasts
WHERE ${isOpenSql} AND ${isFreeSql} AND organization_id > $1
  AND (scheduled_at <= now() OR status = 'canceled') AND (turn_at IS NULL OR turn_at <= now())
  AND (status <> 'testing' OR decide_at <= now())
ORDER BY organization_id, turn_at NULLS FIRST, id
LIMIT $2`;

/** One of each organization: that which had its last turn the longest time ago. */
export async function findDueBroadcasts(
  pool: Pool,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<DueBroadcast[]> {
  const { rows } = await pool.query<DueBroadcast>({
    name: 'broadcasts.find-due',
    text: findDueSql,
    values: [after, limit],
  });
  return rows;
}

const readBroadcastSql = `
SELECT id, organization_id AS "organizationId", segment_id AS "segmentId", topic_id AS "topicId",
  domain_id AS "domainId", api_key_id AS "apiKeyId", from_header AS "fromHeader", reply_to AS "replyTo", subject,
  preview_text AS "previewText", html, text, template, ab_test AS "abTest", track_opens AS "trackOpens",
  track_clicks AS "trackClicks", utm, status, audience, parent_id AS "parentId", local_time AS "localTime", started_at AS "startedAt",
  expanded_at AS "expandedAt", canceled_at AS "canceledAt", winner, xmin::text AS version,
  (SELECT tracking_label FROM domains d WHERE d.id = domain_id) AS "trackingLabel"
FROM broadcasts WHERE id = $1 AND organization_id = $2 AND ${isFreeSql} AND ${isOpenSql}`;

/** As it is now; null: it has ended meanwhile. */
export async function readBroadcast(
  pool: Pool,
  { id, organizationId }: Pick<DueBroadcast, 'id' | 'organizationId'>,
): Promise<OpenBroadcast | null> {
  const { rows } = await pool.query<OpenBroadcast>({
    name: 'broadcasts.read',
    text: readBroadcastSql,
    values: [id, organizationId],
  });
  return rows[0] ?? null;
}

/** False: since it was read it was canceled or paused, or an operator has held it. */
export async function isStillOpen(pool: Pool, id: string): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'broadcasts.is-still-open',
    text: `SELECT FROM broadcasts WHERE id = $1 AND status IN ('scheduled', 'testing') AND held_at IS NULL
             AND paused_at IS NULL`,
    values: [id],
  });
  return rowCount === 1;
}

interface EndOfTurn {
  /** Null: nothing keeps it. */
  readonly waits: Pick<Waits, 'obstacle' | 'reason' | 'until'> | null;
  readonly retryMs: number;
  readonly failures: number;
}

/** `since` stays as long as the same obstacle keeps it. */
const endTurnSql = `
UPDATE broadcasts SET turn_at = now() + $2 * interval '1 ms', waiting_for = $3, failures = $4,
  waiting = CASE WHEN $5::text IS NOT NULL THEN jsonb_build_object(
    'obstacle', $5::text, 'detail', $3::text, 'until', $6::timestamptz,
    'since', CASE WHEN waiting_for IS NOT NULL AND waiting->>'obstacle' = $5 THEN (waiting->>'since')::timestamptz ELSE now() END)
  END
WHERE id = $1 AND held_at IS NULL`;

/** Where its turn ends: others of its organization go before it. */
export async function endTurn(
  pool: Pool,
  id: string,
  { waits, retryMs, failures }: EndOfTurn,
): Promise<void> {
  await pool.query({
    name: 'broadcasts.end-turn',
    text: endTurnSql,
    values: [
      ...[id, retryMs, waits?.reason ?? null, failures],
      ...[waits?.obstacle ?? null, waits?.until ?? null],
    ],
  });
}

/**
 * Keeps others from changing what is about to begin. `xmin` changes with each version of a row: also with the end of another worker's
 * turn, which costs one more look.
 * @returns false when it is no longer what was read, or has got a later time
 */
export async function lockUnchanged(
  client: PoolClient,
  { id, version }: Pick<OpenBroadcast, 'id' | 'version'>,
): Promise<boolean> {
  const { rows } = await client.query<{ isUnchanged: boolean }>({
    name: 'broadcasts.lock-unchanged',
    text: `SELECT xmin::text = $2 AND scheduled_at <= now() AS "isUnchanged" FROM broadcasts WHERE id = $1
           FOR NO KEY UPDATE`,
    values: [id, version],
  });
  return rows[0]?.isUnchanged ?? false;
}

/** From then on it has the filter that it ends with. By the clock: the transaction may have begun before what it has waited for. */
export async function markStarted(
  client: PoolClient,
  id: string,
  filter: SegmentFilter | null,
): Promise<void> {
  await client.query({
    name: 'broadcasts.mark-started',
    text: `UPDATE broadcasts SET started_at = clock_timestamp(), filter = $2 WHERE id = $1`,
    values: [id, filter && JSON.stringify(filter)],
  });
}

/** The sample has been submitted: it is measured for the time that was asked for. */
export async function markTesting(
  pool: Pool,
  id: string,
  { waitMinutes }: BroadcastAbTest,
): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'broadcasts.mark-testing',
    text: `UPDATE broadcasts SET status = 'testing', decide_at = now() + $2 * interval '1 minute'
           WHERE id = $1 AND status = 'scheduled' AND winner IS NULL AND paused_at IS NULL`,
    values: [id, waitMinutes],
  });
  return rowCount === 1;
}

/**
 * No recipient of the sample has a message, since there are too few or they get none: nothing can be measured, and
 * the rest gets the first variant.
 */
export async function markUntested(pool: Pool, id: string): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'broadcasts.mark-untested',
    text: `UPDATE broadcasts SET winner = 0 WHERE id = $1 AND status = 'scheduled' AND winner IS NULL AND submitted = 0`,
    values: [id],
  });
  return rowCount === 1;
}

/** Everybody's email has been tried, or is none. */
export async function markSent(pool: Pool, id: string): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'broadcasts.mark-sent',
    text: `UPDATE broadcasts SET status = 'sent', finished_at = now(), waiting_for = NULL
           WHERE id = $1 AND status = 'scheduled' AND expanded_at IS NOT NULL AND paused_at IS NULL`,
    values: [id],
  });
  return rowCount === 1;
}

/** Nothing of a canceled one is left. */
export async function markCleared(pool: Pool, id: string): Promise<void> {
  await pool.query({
    name: 'broadcasts.mark-cleared',
    text: `UPDATE broadcasts SET finished_at = now(), waiting_for = NULL WHERE id = $1 AND status = 'canceled'`,
    values: [id],
  });
}

/** How many of its messages no worker has attempted yet, up to a bound. */
export async function countUnsent(
  pool: Pool,
  { kind, max }: { readonly kind: string; readonly max: number },
): Promise<number> {
  const { rows } = await pool.query<{ unsent: number }>({
    name: 'broadcasts.count-unsent',
    text: `SELECT count(*)::int AS unsent FROM (
             SELECT FROM messages
             WHERE kind = $1 AND source = 'broadcast' AND status = 'queued' AND first_attempt_at IS NULL LIMIT $2
           ) unsent`,
    values: [kind, max],
  });
  return rows[0]?.unsent ?? 0;
}

/**
 * One snapshot: an outcome is committed with its events, so a message is in its first attempt or its events are there. Everything
 * before the cursor of metrics-aggregator's sweep is counted. Of what comes after the mail was sent, such as opens, there is always more.
 * `OFFSET 0` keeps the look an event's own: joined, the planner may read all events ever counted.
 */
const isBeingCountedSql = `
SELECT EXISTS (
  SELECT FROM messages m
  WHERE m.organization_id = $1 AND m.status = 'sending' AND m.kind = $2 AND (m.first_attempt_at IS NULL OR m.rounds = 1)
) OR EXISTS (
  SELECT FROM email_events e
  WHERE e.organization_id = $1 AND e.mode = 'live' AND ${isPublishedSql}
    AND e.type NOT IN ('opened', 'clicked', 'unsubscribed', 'complained')
    AND e.id > coalesce(
      (SELECT position FROM sweep_cursors WHERE name = 'metrics-aggregator.missed-events'),
      '00000000-0000-0000-0000-000000000000')
    AND NOT EXISTS (SELECT FROM counted_events c WHERE c.event_id = e.id OFFSET 0)
    AND EXISTS (SELECT FROM messages m WHERE m.id = e.message_id AND m.kind = $2 OFFSET 0)
) AS "isBeingCounted"`;

/** Whether its counters lack what its emails became: some are in their first attempt, or metrics-aggregator has not counted their events. */
export async function isBeingCounted(
  pool: Pool,
  broadcast: Pick<OpenBroadcast, 'id' | 'organizationId'>,
): Promise<boolean> {
  const { rows } = await pool.query<{ isBeingCounted: boolean }>({
    name: 'broadcasts.is-being-counted',
    text: isBeingCountedSql,
    values: [broadcast.organizationId, broadcastKind(broadcast)],
  });
  return rows[0]?.isBeingCounted ?? false;
}
