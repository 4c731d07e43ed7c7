import type { Pool } from 'pg';
import { uuidV7Floor } from '../uuid-v7';
import { deleteContentPage, retentionBounds } from './content.repository';
import { dropExpiredContent } from './drop-expired-content';

const dayMs = 86_400_000;
const rowsPerPage = 1_000;
/** `ensurePartitions` keeps last week's, for hosts whose clock is behind. */
const partitionDaysMin = 7;
/** A hundred million rows, kept ones included, since each run looks at all that an organization might not keep. */
const pagesMax = 100_000;

export interface DeletedContent {
  /** Weeks that no organization keeps: partitions, by name. */
  readonly dropped: readonly string[];
  /** Weeks of which only what may still be sent is kept. */
  readonly compacted: readonly string[];
  /** Messages that lost their content in the weeks that some organizations keep. */
  readonly deleted: number;
}

/**
 * Deletes the content of mail that is older than its organization keeps it: by partition where no organization keeps the week,
 * else page by page so that no lock is held for long. Safe to run twice at once.
 */
export async function deleteExpiredContent(options: {
  readonly pool: Pool;
  readonly clock: { now(): Date };
  readonly stopping: AbortSignal;
  /** Called after each page with the number of messages that have lost their content. */
  readonly onPage?: (deleted: number) => void;
}): Promise<DeletedContent> {
  const { pool, clock, stopping } = options;
  const now = clock.now();
  const bounds = await retentionBounds(pool);
  if (bounds === null) return { dropped: [], compacted: [], deleted: 0 };
  const daysAgo = (days: number): Date => new Date(now.getTime() - days * dayMs);
  const weeks = await dropExpiredContent(pool, {
    expired: daysAgo(Math.max(bounds.longest, partitionDaysMin)),
    stopping,
  });
  const before = uuidV7Floor(daysAgo(bounds.shortest));
  let after = uuidV7Floor(new Date(0));
  let deleted = 0;
  for (let page = 0; page < pagesMax && !stopping.aborted; page += 1) {
    const result = await deleteContentPage(pool, { after, before, now, limit: rowsPerPage });
    deleted += result.deleted;
    options.onPage?.(deleted);
    if (result.lastId === null) break;
    after = result.lastId;
  }
  return { ...weeks, deleted };
}
