import type { Pool } from '@postrider/db';
import type { Clock } from '@postrider/runtime';

/** A statement deletes some thousand rows in some ten milliseconds; so locks are short. */
const pageRows = 5_000;
const dayMs = 86_400_000;

/** Looks up one row of each broadcast that finished before $1. */
const findSql = `
SELECT b.id FROM broadcasts b
WHERE coalesce(b.finished_at, b.canceled_at) < $1
  AND EXISTS (SELECT FROM broadcast_recipients r WHERE r.broadcast_id = b.id)`;

const deleteSql = `
DELETE FROM broadcast_recipients WHERE broadcast_id = $1 AND contact_id IN (
  SELECT contact_id FROM broadcast_recipients WHERE broadcast_id = $1 LIMIT ${pageRows})`;

/** Deletes who got broadcasts that finished long ago; their counters stay. @returns how many rows */
export async function deleteBroadcastRecipients(options: {
  readonly pool: Pool;
  readonly clock: Clock;
  readonly stopping: AbortSignal;
  readonly broadcastRecipientsDays: number;
}): Promise<number> {
  const { pool, clock, stopping, broadcastRecipientsDays } = options;
  const before = new Date(clock.now().getTime() - broadcastRecipientsDays * dayMs);
  const { rows } = await pool.query<{ id: string }>({
    name: 'maintenance.find-old-broadcasts',
    text: findSql,
    values: [before],
  });
  let deleted = 0;
  for (const { id } of rows) {
    for (let page = pageRows; page === pageRows && !stopping.aborted; deleted += page) {
      const { rowCount } = await pool.query({
        name: 'maintenance.delete-broadcast-recipients',
        text: deleteSql,
        values: [id],
      });
      page = rowCount ?? 0;
    }
  }
  return deleted;
}
