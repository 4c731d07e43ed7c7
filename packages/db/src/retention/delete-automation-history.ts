import type { Pool } from 'pg';
import { uuidV7Floor } from '../uuid-v7';

interface Options {
  readonly pool: Pool;
  readonly clock: { now(): Date };
  readonly stopping: AbortSignal;
}

/** What was posted and what came of it; the mails themselves are kept as others are. */
const keptDays = 90;
const dayMs = 86_400_000;
/** A run takes its steps along, some dozens. */
const rowsPerPage = 1_000;
/** Ten million of each a night. */
const pagesMax = 10_000;

export interface DeletedAutomationHistory {
  readonly events: number;
  readonly runs: number;
  readonly keys: number;
  readonly days: number;
}

/**
 * Deletes events that were posted, runs that finished and days that were counted longer ago than they are kept, and
 * idempotency keys of events that have expired. A run that waits stays, however long ago it began.
 */
export async function deleteAutomationHistory(options: Options): Promise<DeletedAutomationHistory> {
  const now = options.clock.now();
  const before = new Date(now.getTime() - keptDays * dayMs);
  return {
    events: await deletePages(options, {
      name: 'retention.delete-automation-events',
      text: `DELETE FROM automation_events WHERE id IN
               (SELECT id FROM automation_events WHERE id < $1 ORDER BY id LIMIT $2 FOR UPDATE SKIP LOCKED)`,
      until: uuidV7Floor(before),
    }),
    runs: await deletePages(options, {
      name: 'retention.delete-automation-runs',
      text: `DELETE FROM automation_runs WHERE id IN
               (SELECT id FROM automation_runs WHERE finished_at < $1
                 ORDER BY finished_at LIMIT $2 FOR UPDATE SKIP LOCKED)`,
      until: before,
    }),
    keys: await deletePages(options, {
      name: 'retention.delete-automation-event-keys',
      text: `DELETE FROM automation_event_keys WHERE (organization_id, key) IN
               (SELECT organization_id, key FROM automation_event_keys WHERE expires_at < $1
                 ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED)`,
      until: now,
    }),
    days: await deletePages(options, {
      name: 'retention.delete-automation-usage',
      text: `DELETE FROM automation_usage WHERE (organization_id, day) IN
               (SELECT organization_id, day FROM automation_usage WHERE day < $1::timestamptz::date
                 LIMIT $2 FOR UPDATE SKIP LOCKED)`,
      until: before,
    }),
  };
}

interface Deletion {
  readonly name: string;
  readonly text: string;
  readonly until: Date | string;
}

async function deletePages({ pool, stopping }: Options, { name, text, until }: Deletion): Promise<number> {
  let deleted = 0;
  for (let page = 0; page < pagesMax && !stopping.aborted; page += 1) {
    const { rowCount } = await pool.query({ name, text, values: [until, rowsPerPage] });
    deleted += rowCount ?? 0;
    if ((rowCount ?? 0) < rowsPerPage) break;
  }
  return deleted;
}
