import type { Pool } from 'pg';
import { dropPartitionsBefore } from '../partitions/drop-partitions';
import { uuidV7Floor } from '../uuid-v7';
import { retentionBounds } from './content.repository';

const dayMs = 86_400_000;
/** Each up to 40 kB. */
const rowsPerPage = 1_000;
/** A hundred million rows, kept ones included. */
const pagesMax = 100_000;
/** `ensurePartitions` keeps last week's, for hosts whose clock is behind. */
const partitionDaysMin = 7;

/**
 * Deletes headers and bodies of API requests that are older than their organization keeps content: by partition where no organization
 * keeps the week, else page by page. The log entries themselves stay. Safe to run twice at once.
 */
export async function deleteExpiredRequestContent(options: {
  readonly pool: Pool;
  readonly clock: { now(): Date };
  readonly stopping: AbortSignal;
}): Promise<{ readonly dropped: readonly string[]; readonly deleted: number }> {
  const { pool, clock, stopping } = options;
  const now = clock.now();
  const bounds = await retentionBounds(pool);
  if (bounds === null) return { dropped: [], deleted: 0 };
  const daysAgo = (days: number): Date => new Date(now.getTime() - days * dayMs);
  const date = daysAgo(Math.max(bounds.longest, partitionDaysMin));
  const dropped = await dropPartitionsBefore(pool, 'api_request_contents', { date });
  // Every organization keeps what came later.
  const before = uuidV7Floor(daysAgo(bounds.shortest));
  let after = uuidV7Floor(new Date(0));
  let deleted = 0;
  for (let page = 0; page < pagesMax && !stopping.aborted; page += 1) {
    const result = await deletePage(pool, { after, before, now });
    deleted += result.deleted;
    if (result.lastId === null) break;
    after = result.lastId;
  }
  return { dropped, deleted };
}

async function deletePage(
  pool: Pool,
  { after, before, now }: { readonly after: string; readonly before: string; readonly now: Date },
): Promise<{ readonly lastId: string | null; readonly deleted: number }> {
  const { rows } = await pool.query<{ last_id: string | null; deleted: number }>({
    name: 'retention.delete-request-contents',
    text: `WITH page AS MATERIALIZED (
             SELECT log_id, organization_id FROM api_request_contents
              WHERE log_id > $1 AND log_id < $2 ORDER BY log_id LIMIT $4
           ), due AS MATERIALIZED (
             SELECT page.log_id FROM page
               JOIN organizations o ON o.id = page.organization_id
               JOIN api_request_logs l ON l.organization_id = page.organization_id AND l.id = page.log_id
              WHERE l.created_at < $3::timestamptz - make_interval(days => o.body_retention_days)
           ), deleted AS (
             DELETE FROM api_request_contents WHERE log_id IN (SELECT log_id FROM due) RETURNING 1
           )
           SELECT (SELECT log_id FROM page ORDER BY log_id DESC LIMIT 1) AS last_id,
                  (SELECT count(*)::int FROM deleted) AS deleted`,
    values: [after, before, now, rowsPerPage],
  });
  return { lastId: rows[0]?.last_id ?? null, deleted: rows[0]?.deleted ?? 0 };
}
