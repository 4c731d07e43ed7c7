import { dropPartitionsBefore, type PartitionedTable, type Pool } from '@postrider/db';
import type { Clock } from '@postrider/runtime';

const DAY_MS = 86_400_000;

/** How long the rows of tables are kept that are retained as a whole. Mail itself is not among them. */
export type RetentionDays = Readonly<
  Record<'api_request_logs' | 'counted_events' | 'webhook_deliveries' | 'webhook_attempts', number>
>;

/** Drops the weekly partitions whose whole week is older than the table's retention. @returns their names */
export async function dropOldPartitions(options: {
  readonly pool: Pool;
  readonly clock: Clock;
  readonly retentionDays: RetentionDays;
}): Promise<string[]> {
  const { pool, clock, retentionDays } = options;
  const dropped: string[] = [];
  for (const [table, days] of Object.entries(retentionDays) as [PartitionedTable, number][]) {
    const date = new Date(clock.now().getTime() - days * DAY_MS);
    dropped.push(...(await dropPartitionsBefore(pool, table, { date })));
  }
  return dropped;
}
