import type { Pool } from 'pg';
import type { Queryable } from '../client/create-database';
import { dropPartitionsBefore } from '../partitions/drop-partitions';
import { listPartitions, type Partition } from '../partitions/list-partitions';
import type { PartitionedTable } from '../partitions/partitioned-tables';
import { partitionName } from '../partitions/week';
import { uuidV7Floor } from '../uuid-v7';
import { hasWaiting, retentionBounds } from './content.repository';

const dayMs = 86_400_000;

/**
 * Messages with all that is theirs, then the replies of the same weeks. Messages come first: what an interrupted run leaves is invisible,
 * and the next run drops it.
 */
const tablesOfMail = [
  'messages',
  'message_terms',
  'content_terms',
  'recipients',
  'delivery_attempts',
  'email_events',
  'message_contents',
  'message_attachments',
  'inbound_emails',
  'inbound_contents',
  'inbound_attachments',
] as const satisfies readonly PartitionedTable[];

export interface DroppedMail {
  /** Names of partitions that are gone. */
  readonly dropped: readonly string[];
  /** Names of partitions of messages that are old enough, and stay. */
  readonly kept: readonly string[];
  /** Reviews of messages that are gone. */
  readonly reviewsDeleted: number;
}

/**
 * Drops the weeks of mail that end before `date`. Those stay that have mail which may still be sent, and those that a
 * broadcast's recipients refer to: without its opens, who has opened it would be sent to again as one who has not.
 */
export async function dropMailBefore(pool: Pool, date: Date): Promise<DroppedMail> {
  const weeks = (await listPartitions(pool)).filter(({ table, to }) => table === 'messages' && to <= date);
  const inUse: Partition[] = [];
  for (const week of weeks) {
    const range = { from: uuidV7Floor(week.from), before: uuidV7Floor(week.to) };
    if ((await hasWaiting(pool, range)) || (await hasBroadcastRecipients(pool, range))) inUse.push(week);
  }
  const dropped: string[] = [];
  for (const table of tablesOfMail) {
    const except = inUse.map(({ from }) => partitionName(table, from));
    dropped.push(...(await dropPartitionsBefore(pool, table, { date, except })));
  }
  return { dropped, kept: inUse.map(({ name }) => name), reviewsDeleted: await deleteReviews(pool, date) };
}

/**
 * Drops mail that is older than so many days, and than any organization keeps content. Safe to run twice at once.
 */
export async function dropOldMail(options: {
  readonly pool: Pool;
  readonly clock: { now(): Date };
  readonly keptDays: number;
}): Promise<DroppedMail> {
  const { pool, clock, keptDays } = options;
  const days = Math.max(keptDays, (await retentionBounds(pool))?.longest ?? 0);
  return dropMailBefore(pool, new Date(clock.now().getTime() - days * dayMs));
}

async function hasBroadcastRecipients(
  db: Queryable,
  { from, before }: { readonly from: string; readonly before: string },
): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'retention.find-broadcast-recipients',
    text: 'SELECT FROM broadcast_recipients WHERE message_id >= $1 AND message_id < $2 LIMIT 1',
    values: [from, before],
  });
  return rowCount === 1;
}

/** Those of an organization without approval stay if they went against it: by them it is known not to have proven itself. */
async function deleteReviews(pool: Pool, date: Date): Promise<number> {
  const { rowCount } = await pool.query({
    name: 'retention.delete-reviews',
    text: `DELETE FROM message_reviews r USING organizations o
            WHERE o.id = r.organization_id AND r.message_id < $1
              AND (o.approved_at IS NOT NULL OR r.status IN ('passed', 'released'))
              AND NOT EXISTS (SELECT FROM messages m WHERE m.id = r.message_id AND m.id < $1)`,
    values: [uuidV7Floor(date)],
  });
  return rowCount ?? 0;
}
