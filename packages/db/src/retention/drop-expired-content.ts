import type { Pool } from 'pg';
import { dropPartitionsBefore } from '../partitions/drop-partitions';
import { listPartitions } from '../partitions/list-partitions';
import { uuidV7Floor } from '../uuid-v7';
import { emptyAttachments, oldestWaitingSince } from './content.repository';

/** Each may hold megabytes. */
const ATTACHMENTS_PER_PAGE = 200;
/** Two million a run; what is left keeps its partition until the next. */
const PAGES_MAX = 10_000;
/** An id's time and `created_at` are taken one after the other, and a week may end between them. */
const MARGIN_MS = 3_600_000;

/**
 * Drops the weeks of content that no organization keeps any longer, before `expired`, and that hold nothing which may
 * still be sent. Attachments keep their rows, which the email's resource lists, and are emptied before.
 * @returns the names of the partitions that were dropped
 */
export async function dropExpiredContent(
  pool: Pool,
  { expired, stopping }: { readonly expired: Date; readonly stopping: AbortSignal },
): Promise<string[]> {
  const waitingMs = (await oldestWaitingSince(pool))?.getTime() ?? Infinity;
  const bound = new Date(Math.min(expired.getTime(), waitingMs - MARGIN_MS));
  const weeks = (await listPartitions(pool)).filter(
    ({ table, to }) => table === 'message_contents' && to <= bound,
  );
  const [first] = weeks;
  const last = weeks.at(-1);
  if (!first || !last) return [];
  const range = { from: uuidV7Floor(first.from), before: uuidV7Floor(last.to) };
  for (let page = 0; page < PAGES_MAX && !stopping.aborted; page += 1) {
    const emptied = await emptyAttachments(pool, { ...range, limit: ATTACHMENTS_PER_PAGE });
    if (emptied === 0) return dropPartitionsBefore(pool, 'message_contents', last.to);
  }
  return [];
}
