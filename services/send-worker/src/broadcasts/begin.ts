import { parseStoredFilter } from '@postrider/audiences';
import type { SegmentFilter } from '@postrider/contracts';
import type { Pool } from '@postrider/db';
import { markStarted } from './broadcasts.repository';
import type { ReadContent } from './contents';
import { idle, moved, type OpenBroadcast, type TurnEnd } from './open-broadcast';

/** What keeps a broadcast from beginning is for its sender to mend. */
const unfitRetryMs = 60_000;

/**
 * Copies the segment's filter: whatever becomes of the segment later, the recipients of one broadcast are chosen by one filter. What
 * nobody could be sent does not begin.
 */
export async function begin(
  { pool, readContent }: { readonly pool: Pool; readonly readContent: ReadContent },
  broadcast: OpenBroadcast,
): Promise<TurnEnd> {
  const filter = await findFilter(pool, broadcast);
  if (typeof filter === 'string') return { kind: 'waits', reason: filter, retryMs: unfitRetryMs };
  const variants = broadcast.abTest?.variants.map((_, index) => index) ?? [null];
  for (const variant of variants) {
    const content = await readContent(broadcast, variant);
    if ('kind' in content) return content;
  }
  return (await markStarted(pool, broadcast.id, filter)) ? moved : idle;
}

/** In words, why there is none; null where the audience is no segment. */
async function findFilter(
  pool: Pool,
  { organizationId, segmentId, audience }: OpenBroadcast,
): Promise<SegmentFilter | string | null> {
  if (audience !== 'segment') return null;
  const { rows } = await pool.query<{ filter: unknown }>({
    name: 'broadcasts.find-filter',
    text: `SELECT filter FROM segments WHERE organization_id = $1 AND id = $2`,
    values: [organizationId, segmentId],
  });
  const [segment] = rows;
  if (segment === undefined) return 'its segment is gone (unknown_segment)';
  return (
    parseStoredFilter(segment.filter) ?? "its segment's filter cannot be read any more (invalid_segment)"
  );
}
