import { parseStoredFilter, prepareFilters, segmentPageSql } from '@postrider/audiences';
import { AppError } from '@postrider/contracts/errors';
import type { SegmentFilter } from '@postrider/contracts/segments';
import { withTransaction, type Pool, type PoolClient } from '@postrider/db';
import type { RoundResult } from '@postrider/runtime';

/** Contacts that a page looks at: some 20 ms. */
const lookedAtMax = 5_000;
/** From the end of a pass to the next; an organization whose pass takes longer waits longer, so a segment costs a twentieth of the time. */
const restSeconds = 60;
const restFactor = 20;
/** Organizations that a look tries, least recently served first: others may hold the rows of the first ones. */
const triedMax = 8;
/** A contact that leaves and comes back within this time starts nothing again. */
const returnHours = 24;

interface ClaimedWatch {
  readonly organizationId: string;
  readonly segmentId: string;
  /** Of the pass. */
  readonly filter: unknown;
  readonly isFilling: boolean;
  readonly afterId: string | null;
  /** Of the segment as it is now; null: it is gone. */
  readonly current: unknown;
  readonly isChanged: boolean;
  /** An active automation starts by it. */
  readonly isUsed: boolean;
}

/** The row is held until the page is committed: two processes never take one page. */
const claimSql = `
WITH organization AS (
  SELECT organization_id, max(paged_at) AS paged_at FROM segment_watches
  GROUP BY organization_id HAVING min(due_at) <= now()
  ORDER BY max(paged_at) NULLS FIRST, organization_id LIMIT ${triedMax}
), candidate AS MATERIALIZED (
  SELECT o.paged_at, turn.segment_id FROM organization o CROSS JOIN LATERAL (
    SELECT segment_id FROM segment_watches w
    WHERE w.organization_id = o.organization_id AND w.due_at <= now() ORDER BY w.due_at LIMIT 1) turn
), held AS MATERIALIZED (
  SELECT w.* FROM candidate c JOIN segment_watches w ON w.segment_id = c.segment_id
  WHERE w.due_at <= now()
  ORDER BY c.paged_at NULLS FIRST LIMIT 1 FOR UPDATE OF w SKIP LOCKED
)
SELECT w.organization_id AS "organizationId", w.segment_id AS "segmentId", w.filter, w.is_filling AS "isFilling",
  w.after_id AS "afterId", s.filter AS current, s.filter IS DISTINCT FROM w.filter AS "isChanged",
  EXISTS (SELECT FROM automations a WHERE a.organization_id = w.organization_id
    AND a.trigger_segment_id = w.segment_id AND a.status = 'active' AND a.deleted_at IS NULL) AS "isUsed"
FROM held w LEFT JOIN segments s ON s.id = w.segment_id AND s.organization_id = w.organization_id`;

/**
 * Looks at one page of contacts of one segment by which automations start, and notes who is in it: who was not before, is due to start
 * runs. A pass goes through all contacts; one that fills starts nothing: the first, and the first after a change of the filter.
 */
export function createWalkSegments({ pool }: { readonly pool: Pool }): () => Promise<RoundResult> {
  return () =>
    withTransaction(pool, async (client) => {
      const { rows } = await client.query<ClaimedWatch>({ name: 'segment-watches.claim', text: claimSql });
      const [watch] = rows;
      if (watch === undefined) return 'idle';
      // A pass ends with the filter that it began with.
      const stored = watch.afterId === null ? watch.current : watch.filter;
      const filter = parseStoredFilter(stored);
      if (!watch.isUsed || watch.current === null) await endWatch(client, watch);
      else if (filter === null) await postpone(client, watch);
      else await takePage(client, watch, { stored, filter });
      return undefined;
    });
}

async function takePage(
  client: PoolClient,
  watch: ClaimedWatch,
  { stored, filter }: { readonly stored: unknown; readonly filter: SegmentFilter },
): Promise<void> {
  const { organizationId, segmentId, afterId } = watch;
  const isFilling = watch.isFilling || (afterId === null && watch.isChanged);
  const topics = await prepareFilters(client, organizationId, [filter]).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'service_unavailable') return null;
    throw error;
  });
  if (topics === null) return postpone(client, watch);
  const beganMs = performance.now();
  const values: unknown[] = [];
  const bind = (value: unknown): string => `$${values.push(value)}`;
  const page = segmentPageSql({ organizationId, filter, topics, after: afterId, lookedAtMax }, bind);
  const [segment, organization] = [`${bind(segmentId)}::uuid`, `${bind(organizationId)}::uuid`];
  const starts = `${bind(!isFilling)}::boolean`;
  const { rows } = await client.query<{ lookedTo: string | null; looked: number }>(
    `WITH ${page}, known AS MATERIALIZED (
      SELECT m.* FROM looked l JOIN segment_members m ON m.segment_id = ${segment} AND m.contact_id = l.id
    ), entered AS (
      INSERT INTO segment_members AS m (segment_id, contact_id, organization_id, entered_at, due_at)
      SELECT ${segment}, p.id, ${organization}, CASE WHEN ${starts} THEN now() END, CASE WHEN ${starts} THEN now() END
      FROM page p WHERE NOT EXISTS (SELECT FROM known k WHERE k.contact_id = p.id AND k.left_at IS NULL)
      ORDER BY p.id
      ON CONFLICT (segment_id, contact_id) DO UPDATE SET left_at = NULL,
        entered_at = CASE WHEN ${hasReturned} THEN m.entered_at ELSE coalesce(excluded.entered_at, m.entered_at) END,
        due_at = CASE WHEN ${hasReturned} THEN m.due_at ELSE coalesce(excluded.due_at, m.due_at) END
    ), outside AS (
      SELECT k.* FROM known k WHERE NOT EXISTS (SELECT FROM page p WHERE p.id = k.contact_id)
    ), gone AS (
      UPDATE segment_members m SET left_at = now() FROM outside o
      WHERE m.segment_id = o.segment_id AND m.contact_id = o.contact_id AND o.left_at IS NULL
    ), forgotten AS (
      DELETE FROM segment_members m USING outside o
      WHERE m.segment_id = o.segment_id AND m.contact_id = o.contact_id AND o.left_at IS NOT NULL AND o.due_at IS NULL
        AND coalesce(o.entered_at, '-infinity') < now() - interval '${returnHours} hours'
    )
    SELECT (SELECT id FROM looked ORDER BY id DESC LIMIT 1) AS "lookedTo", (SELECT count(*) FROM looked)::int AS looked`,
    values,
  );
  const [{ lookedTo, looked } = { lookedTo: null, looked: 0 }] = rows;
  const isEnd = lookedTo === null || looked < lookedAtMax;
  await client.query({
    name: 'segment-watches.record-page',
    text: `UPDATE segment_watches SET filter = $2::jsonb, paged_at = clock_timestamp(),
        is_filling = $3 AND NOT $5, after_id = CASE WHEN $5 THEN NULL ELSE $4::uuid END,
        work_ms = CASE WHEN $5 THEN 0 ELSE work_ms + $6 END,
        due_at = CASE WHEN $5 THEN now() + make_interval(secs => greatest(${restSeconds}, (work_ms + $6) / 1000.0 * ${restFactor}))
          ELSE clock_timestamp() END
      WHERE segment_id = $1`,
    values: [
      segmentId,
      JSON.stringify(stored),
      isFilling,
      lookedTo,
      isEnd,
      Math.ceil(performance.now() - beganMs),
    ],
  });
}

const hasReturned = `m.entered_at > now() - interval '${returnHours} hours'`;

/** The filter cannot be evaluated for now. */
async function postpone(client: PoolClient, { segmentId }: ClaimedWatch): Promise<void> {
  await client.query({
    name: 'segment-watches.postpone',
    text: `UPDATE segment_watches SET due_at = now() + interval '${restSeconds} s', paged_at = clock_timestamp() WHERE segment_id = $1`,
    values: [segmentId],
  });
}

/** No automation needs it any more: its rows go page by page. */
async function endWatch(client: PoolClient, { segmentId }: ClaimedWatch): Promise<void> {
  const { rowCount } = await client.query({
    name: 'segment-watches.delete-members',
    text: `DELETE FROM segment_members WHERE segment_id = $1 AND contact_id = ANY (ARRAY(
      SELECT contact_id FROM segment_members WHERE segment_id = $1 LIMIT ${lookedAtMax}))`,
    values: [segmentId],
  });
  if ((rowCount ?? 0) >= lookedAtMax) {
    await client.query({
      name: 'segment-watches.end-later',
      text: `UPDATE segment_watches SET paged_at = clock_timestamp(), due_at = clock_timestamp() WHERE segment_id = $1`,
      values: [segmentId],
    });
    return;
  }
  await client.query({
    name: 'segment-watches.end',
    text: 'DELETE FROM segment_watches WHERE segment_id = $1',
    values: [segmentId],
  });
}
