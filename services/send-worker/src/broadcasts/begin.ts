import { parseStoredFilter } from '@postrider/audiences';
import type { SegmentFilter } from '@postrider/contracts';
import { withTransaction, type Pool, type PoolClient } from '@postrider/db';
import { lockUnchanged, markStarted } from './broadcasts.repository';
import type { ReadContent } from './contents';
import { moved, type OpenBroadcast, type TurnEnd } from './open-broadcast';

/** What keeps a broadcast from beginning is for its sender to mend. */
const unfitRetryMs = 60_000;

/**
 * Fixes what a broadcast is: from then on nobody changes it. What nobody could be sent does not begin.
 *
 * Its content is looked at before, since that may take seconds; then its row is held, and it begins if it still is what was looked at.
 * A change that was answered before counts, one that comes later is refused. So with the segment: its filter is copied while nobody can
 * change it.
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
    const filter = await holdFilter(client, broadcast);
    if (typeof filter === 'string') return { kind: 'waits', reason: filter, retryMs: unfitRetryMs };
    await markStarted(client, broadcast.id, filter);
    return moved;
  });
}

/** In words, why there is none; null where the audience is no segment. */
async function holdFilter(
  client: PoolClient,
  { organizationId, segmentId, audience }: OpenBroadcast,
): Promise<SegmentFilter | string | null> {
  if (audience !== 'segment') return null;
  const { rows } = await client.query<{ filter: unknown }>({
    name: 'broadcasts.hold-filter',
    text: `SELECT filter FROM segments WHERE organization_id = $1 AND id = $2 FOR SHARE`,
    values: [organizationId, segmentId],
  });
  const [segment] = rows;
  if (segment === undefined) return 'its segment is gone (unknown_segment)';
  return (
    parseStoredFilter(segment.filter) ?? "its segment's filter cannot be read any more (invalid_segment)"
  );
}
