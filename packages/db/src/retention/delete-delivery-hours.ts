import type { Pool } from 'pg';
import { deliveryHoursKeptDays } from '../delivery-hours/read-delivery-hours';

const dayMs = 86_400_000;
const rowsPerPage = 5_000;
/** A million rows a run: more than a few hours bring. */
const pagesMax = 200;

/** Deletes how long deliveries took, after a week. @returns how many rows */
export async function deleteOldDeliveryHours(options: {
  readonly pool: Pool;
  readonly clock: { now(): Date };
  readonly stopping: AbortSignal;
}): Promise<number> {
  const { pool, clock, stopping } = options;
  const before = new Date(clock.now().getTime() - deliveryHoursKeptDays * dayMs);
  let deleted = 0;
  for (let page = 0; page < pagesMax && !stopping.aborted; page += 1) {
    const { rowCount } = await pool.query({
      name: 'retention.delete-delivery-hours',
      text: `DELETE FROM delivery_hours WHERE ctid = ANY (ARRAY(
               SELECT ctid FROM delivery_hours WHERE hour < $1 ORDER BY hour LIMIT $2 FOR UPDATE SKIP LOCKED))`,
      values: [before, rowsPerPage],
    });
    deleted += rowCount ?? 0;
    if ((rowCount ?? 0) < rowsPerPage) break;
  }
  return deleted;
}
