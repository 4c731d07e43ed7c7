import { lowestId, newId } from '@postrider/contracts/ids';
import { dueQueues, type Pool } from '@postrider/db';
import type { ClaimedMessage } from '../src/claims/claimed-message';
import { claimMessages } from '../src/claims/claims.repository';
import { findDueMessages } from '../src/claims/find-due.repository';

/** Claims the due messages of an organization, in each queue so many. */
export async function claimDue(
  pool: Pool,
  organizationId: string,
  { workerId = newId(), messagesMax = 1_000 }: { workerId?: string; messagesMax?: number } = {},
): Promise<ClaimedMessage[]> {
  const claimed = await Promise.all(
    dueQueues.map(async (queue) => {
      const shares = [{ organizationId, messagesMax }];
      const found = await findDueMessages(pool, { queue, shares, ids: { low: lowestId, high: newId() } });
      const ids = found.map(({ id }) => id).sort();
      return ids.length === 0 ? [] : claimMessages(pool, { ids, workerId, leaseMs: 60_000 });
    }),
  );
  return claimed.flat();
}
