import type { Pool } from '@postrider/db';
import { findOrganizationPrincipal, type CancelEmail } from '@postrider/submission';
import { markCleared } from './broadcasts.repository';
import { idle, broadcastKind, moved, type OpenBroadcast, type TurnEnd } from './open-broadcast';
import { recipientLeaseMs } from './submit-page';

/** Each is a transaction. */
const pageMax = 100;
const atOnceMax = 4;
/** By then no worker submits what it claimed before the broadcast was canceled. */
const clearedAfterMs = 2 * recipientLeaseMs;

/** Cancels a page of what was submitted and no worker has taken, as a request would: quota comes back. */
export async function clearCanceled(
  { pool, cancelEmail }: { readonly pool: Pool; readonly cancelEmail: CancelEmail },
  broadcast: OpenBroadcast,
): Promise<TurnEnd> {
  const { id, organizationId, apiKeyId: keyId, canceledAt } = broadcast;
  const principal = await findOrganizationPrincipal(pool, { organizationId, keyId });
  const ids = principal === null ? [] : await findQueued(pool, broadcast);
  let canceled = 0;
  for (let at = 0; principal !== null && at < ids.length; at += atOnceMax) {
    const outcomes = await Promise.all(
      ids.slice(at, at + atOnceMax).map((messageId) => cancelEmail(principal, messageId)),
    );
    canceled += outcomes.filter((outcome) => outcome === 'canceled').length;
  }
  if (canceled > 0) return moved;
  if (canceledAt !== null && Date.now() - canceledAt.getTime() < clearedAfterMs) return idle;
  await markCleared(pool, id);
  return moved;
}

async function findQueued(pool: Pool, broadcast: OpenBroadcast): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>({
    name: 'broadcasts.find-queued',
    text: `SELECT id FROM messages
           WHERE kind = $1 AND organization_id = $2 AND source = 'broadcast' AND status = 'queued' LIMIT $3`,
    values: [broadcastKind(broadcast), broadcast.organizationId, pageMax],
  });
  return rows.map(({ id }) => id);
}
