import {
  lookedToSql,
  parseStoredFilter,
  prepareFilters,
  segmentPageSql,
  type SegmentTopic,
} from '@postrider/audiences';
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

const firstId = '00000000-0000-0000-0000-000000000000';
const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

interface ClaimedWatch {
  readonly organizationId: string;
  readonly segmentId: string;
  /** Of the pass. */
  readonly filter: unknown;
  readonly isFilling: boolean;
  readonly afterId: string | null;
}

/** The segment as it is now. */
interface WatchedSegment {
  readonly filter: unknown;
  /** Since the last pass began. */
  readonly isChanged: boolean;
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
SELECT organization_id AS "organizationId", segment_id AS "segmentId", filter, is_filling AS "isFilling", after_id AS "afterId"
FROM held`;

/**
 * After the row is held: an automation that becomes active writes it, so it is either seen, or waits and makes the row again. None: the
 * segment is gone, or no active automation starts by it.
 */
const findSql = `
SELECT s.filter, s.filter <> w.filter AS "isChanged"
FROM segment_watches w JOIN segments s ON s.id = w.segment_id AND s.organization_id = w.organization_id
WHERE w.segment_id = $1 AND EXISTS (SELECT FROM automations a WHERE a.organization_id = w.organization_id
  AND a.trigger_segment_id = w.segment_id AND a.status = 'active' AND a.deleted_at IS NULL)`;

/**
 * Looks at one page of contacts of one segment by which automations start, and notes who is in it: who was not before, is due to start
 * runs. A pass goes through all contacts; one that fills starts nothing: the first, and the first after a change of the filter.
 */
export function createWalkSegments({ pool }: { readonly pool: Pool }): () => Promise<RoundResult> {
  return async () => {
    let watch: ClaimedWatch | undefined;
    const takeTurn = async (client: PoolClient): Promise<RoundResult> => {
      const { rows } = await client.query<ClaimedWatch>({ name: 'segment-watches.claim', text: claimSql });
      [watch] = rows;
      if (watch === undefined) return 'idle';
      const { rows: found } = await client.query<WatchedSegment>({
        name: 'segment-watches.find-segment',
        text: findSql,
        values: [watch.segmentId],
      });
      const [segment] = found;
      if (segment === undefined) await endWatch(client, watch);
      else await continuePass(client, watch, segment);
      return undefined;
    };
    try {
      return await withTransaction(pool, takeTurn);
    } catch (error) {
      // Its turn would come again at once, and no other's.
      if (watch !== undefined) await postpone(pool, watch);
      throw error;
    }
  };
}

/** A pass ends with the filter that it began with. */
async function continuePass(client: PoolClient, watch: ClaimedWatch, segment: WatchedSegment): Promise<void> {
  const begins = watch.afterId === null;
  const stored = begins ? segment.filter : watch.filter;
  const filter = parseStoredFilter(stored);
  const topics = filter && (await findTopics(client, watch.organizationId, filter));
  if (filter === null || topics === null) return postpone(client, watch);
  const isFilling = watch.isFilling || (begins && segment.isChanged);
  return takePage(client, watch, { stored, filter, topics, isFilling });
}

/** @returns null while who opened what is not known */
async function findTopics(client: PoolClient, organizationId: string, filter: SegmentFilter) {
  return prepareFilters(client, organizationId, [filter]).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'service_unavailable') return null;
    throw error;
  });
}

interface Pass {
  /** As its row has it. */
  readonly stored: unknown;
  readonly filter: SegmentFilter;
  readonly topics: readonly SegmentTopic[];
  readonly isFilling: boolean;
}

async function takePage(
  client: PoolClient,
  { organizationId, segmentId, afterId }: ClaimedWatch,
  { stored, filter, topics, isFilling }: Pass,
): Promise<void> {
  const beganMs = performance.now();
  const values: unknown[] = [];
  const bind = (value: unknown): string => `$${values.push(value)}`;
  const page = segmentPageSql({ organizationId, filter, topics, after: afterId, lookedAtMax }, bind);
  const [segment, organization] = [`${bind(segmentId)}::uuid`, `${bind(organizationId)}::uuid`];
  const starts = `${bind(!isFilling)}::boolean`;
  const { rows } = await client.query<{ lookedTo: string | null; looked: number }>(
    `WITH ${page}, known AS MATERIALIZED (
      -- Also of a contact that was deleted while its page was taken: it has left.
      SELECT * FROM segment_members WHERE segment_id = ${segment} AND contact_id > ${bind(afterId ?? firstId)}::uuid
        AND contact_id <= CASE WHEN (SELECT count(*) FROM looked) < ${lookedAtMax} THEN '${lastId}'::uuid ELSE ${lookedToSql} END
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
    SELECT ${lookedToSql} AS "lookedTo", (SELECT count(*) FROM looked)::int AS looked`,
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

/** Its page cannot be taken for now. */
async function postpone(client: Pick<Pool, 'query'>, { segmentId }: ClaimedWatch): Promise<void> {
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
