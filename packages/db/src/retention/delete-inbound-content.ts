import type { Pool } from 'pg';
import { dropPartitionsBefore } from '../partitions/drop-partitions';
import { uuidV7Floor } from '../uuid-v7';
import { retentionBounds } from './content.repository';

const dayMs = 86_400_000;
/** Each with its files, which may be 25 MB. */
const rowsPerPage = 200;
/** Twenty million rows, kept ones included. */
const pagesMax = 100_000;
/** `ensurePartitions` keeps last week's, for hosts whose clock is behind. */
const partitionDaysMin = 7;

export interface DeletedInboundContent {
  /** Weeks that no organization keeps: partitions, by name. */
  readonly dropped: readonly string[];
  /** Replies that lost their content in the weeks that some organizations keep. */
  readonly deleted: number;
}

/**
 * Deletes content and files of replies that are older than their organization keeps content: by partition where no organization
 * keeps the week, else page by page. The replies themselves stay, as messages do. Safe to run twice at once.
 */
export async function deleteExpiredInboundContent(options: {
  readonly pool: Pool;
  readonly clock: { now(): Date };
  readonly stopping: AbortSignal;
}): Promise<DeletedInboundContent> {
  const { pool, clock, stopping } = options;
  const now = clock.now();
  const bounds = await retentionBounds(pool);
  if (bounds === null) return { dropped: [], deleted: 0 };
  const daysAgo = (days: number): Date => new Date(now.getTime() - days * dayMs);
  const date = daysAgo(Math.max(bounds.longest, partitionDaysMin));
  const dropped = [
    ...(await dropPartitionsBefore(pool, 'inbound_attachments', { date })),
    ...(await dropPartitionsBefore(pool, 'inbound_contents', { date })),
  ];
  // An id is made when a reply is recorded; it came before that.
  const before = uuidV7Floor(now);
  let after = uuidV7Floor(new Date(0));
  let deleted = 0;
  for (let page = 0; page < pagesMax && !stopping.aborted; page += 1) {
    const result = await deletePage(pool, { after, before, now, shortest: daysAgo(bounds.shortest) });
    deleted += result.deleted;
    if (result.lastId === null) break;
    after = result.lastId;
  }
  return { dropped, deleted };
}

interface Page {
  readonly after: string;
  readonly before: string;
  readonly now: Date;
  /** What came later is kept by everybody. */
  readonly shortest: Date;
}

async function deletePage(
  pool: Pool,
  { after, before, now, shortest }: Page,
): Promise<{ readonly lastId: string | null; readonly deleted: number }> {
  const { rows } = await pool.query<{ last_id: string | null; deleted: number }>({
    name: 'retention.delete-inbound-contents',
    text: `WITH page AS MATERIALIZED (
             SELECT inbound_id, organization_id FROM inbound_contents
              WHERE inbound_id > $1 AND inbound_id < $2 ORDER BY inbound_id LIMIT $5
           ), due AS MATERIALIZED (
             SELECT page.inbound_id FROM page
               JOIN organizations o ON o.id = page.organization_id
               JOIN inbound_emails i ON i.id = page.inbound_id
              WHERE i.received_at < $4 AND i.received_at < $3::timestamptz - make_interval(days => o.body_retention_days)
           ), files AS (
             DELETE FROM inbound_attachments WHERE inbound_id IN (SELECT inbound_id FROM due)
           ), deleted AS (
             DELETE FROM inbound_contents WHERE inbound_id IN (SELECT inbound_id FROM due) RETURNING 1
           )
           SELECT (SELECT inbound_id FROM page ORDER BY inbound_id DESC LIMIT 1) AS last_id,
                  (SELECT count(*)::int FROM deleted) AS deleted`,
    values: [after, before, now, shortest, rowsPerPage],
  });
  return { lastId: rows[0]?.last_id ?? null, deleted: rows[0]?.deleted ?? 0 };
}
