import { asksForActivity, parseStoredFilter } from '@postrider/audiences';
import type { SegmentFilter } from '@postrider/contracts/segments';
import { isContactActivityKnown, withTransaction, type Pool, type PoolClient } from '@postrider/db';
import { lockUnchanged, markStarted } from './broadcasts.repository';
import type { ReadContent } from './contents';
import { moved, waits, type OpenBroadcast, type TurnEnd, type Waits } from './open-broadcast';

/** Only its owner can mend what keeps a broadcast from beginning. */
const unfitRetryMs = 60_000;

/**
 * Begins a broadcast: from then on it cannot be changed. One whose content cannot be rendered does not begin.
 *
 * Content is checked first, since that may take seconds. Then the row is locked, and the broadcast begins if the row has not changed
 * since. So a change that was answered before counts, and a later one is refused. The same holds for the segment: its filter is
 * copied while it is locked.
 */
export async function begin(
  { pool, readContent }: { readonly pool: Pool; readonly readContent: ReadContent },
  broadcast: OpenBroadcast,
): Promise<TurnEnd> {
  const variants = broadcast.abTest?.variants.map((_, index) => index) ?? [null];
  for (const variant of variants) {
    const content = await readContent(broadcast, variant);
    if ('kind' in content) return content;
  }
  return withTransaction(pool, async (client) => {
    // Changed, canceled or begun meanwhile: it is read again.
    if (!(await lockUnchanged(client, broadcast))) return moved;
    const found = await lockFilter(client, broadcast);
    if ('kind' in found) return found;
    await markStarted(client, broadcast.id, found.filter);
    return moved;
  });
}

/** The filter of its segment; null: the audience is not a segment. */
async function lockFilter(
  client: PoolClient,
  { organizationId, segmentId, audience }: OpenBroadcast,
): Promise<{ readonly filter: SegmentFilter | null } | Waits> {
  if (audience !== 'segment') return { filter: null };
  const { rows } = await client.query<{ filter: unknown }>({
    name: 'broadcasts.lock-filter',
    text: `SELECT filter FROM segments WHERE organization_id = $1 AND id = $2 FOR SHARE`,
    values: [organizationId, segmentId],
  });
  const [segment] = rows;
  if (segment === undefined)
    return waits('content', 'the segment was deleted (unknown_segment)', unfitRetryMs);
  const filter = parseStoredFilter(segment.filter);
  if (!filter)
    return waits('content', 'the filter of the segment is no longer valid (invalid_segment)', unfitRetryMs);
  if (asksForActivity(filter) && !(await isContactActivityKnown(client))) {
    return waits('busy', 'opens, clicks and deliveries of stored emails are still being read', unfitRetryMs);
  }
  return { filter };
}
