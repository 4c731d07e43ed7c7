import type { Pool } from 'pg';
import { dropPartitionsBefore } from '../partitions/drop-partitions';
import { listPartitions, type Partition } from '../partitions/list-partitions';
import { partitionName } from '../partitions/week';
import { uuidV7Floor } from '../uuid-v7';
import { compactWeek } from './compact-week';
import { emptyAttachments, hasWaiting } from './content.repository';

/** Each may hold megabytes. */
const attachmentsPerPage = 200;
/** Two million a run; what is left keeps its partition until the next. */
const pagesMax = 10_000;

export interface ExpiredWeeks {
  /** Names of partitions that are gone. */
  readonly dropped: readonly string[];
  /** Names of partitions that now hold nothing but the content of messages that may still be sent. */
  readonly compacted: readonly string[];
}

/**
 * Drops the weeks of content that no organization keeps any longer, before `expired`; of a week with messages that may
 * still be sent, all the rest. Attachments keep their rows, which the email's resource lists, and are emptied before.
 */
export async function dropExpiredContent(
  pool: Pool,
  { expired, stopping }: { readonly expired: Date; readonly stopping: AbortSignal },
): Promise<ExpiredWeeks> {
  const weeks = (await listPartitions(pool)).filter(
    ({ table, to }) => table === 'message_contents' && to <= expired,
  );
  const [first] = weeks;
  const last = weeks.at(-1);
  const nothing = { dropped: [], compacted: [] };
  if (!first || !last || !(await emptyAll(pool, { first, last, stopping }))) return nothing;
  const held: string[] = [];
  const compacted: string[] = [];
  for (const week of weeks) {
    if (stopping.aborted) return { dropped: [], compacted };
    if (!(await hasWaiting(pool, idRange(week, week)))) continue;
    held.push(week.name);
    if (await compactWeek(pool, week)) compacted.push(week.name);
  }
  // First: without its terms, content that is no longer kept is not found; without their content, terms would reveal it.
  await dropPartitionsBefore(pool, 'content_terms', {
    date: last.to,
    except: weeks
      .filter(({ name }) => held.includes(name))
      .map(({ from }) => partitionName('content_terms', from)),
  });
  const dropped = await dropPartitionsBefore(pool, 'message_contents', { date: last.to, except: held });
  return { dropped, compacted };
}

/** @returns false when it was asked to stop, or there are more than one run can do */
async function emptyAll(
  pool: Pool,
  { first, last, stopping }: { first: Partition; last: Partition; stopping: AbortSignal },
): Promise<boolean> {
  const { from, before } = idRange(first, last);
  let after = { messageId: from, ordinal: -1 };
  for (let page = 0; page < pagesMax && !stopping.aborted; page += 1) {
    const next = await emptyAttachments(pool, { after, before, limit: attachmentsPerPage });
    if (next === null) return true;
    after = next;
  }
  return false;
}

function idRange(first: Partition, last: Partition): { from: string; before: string } {
  return { from: uuidV7Floor(first.from), before: uuidV7Floor(last.to) };
}
