import { deleteUnkeptContent, withTransaction, type Pool } from '@postrider/db';
import type { Clock } from '@postrider/runtime';
import { lockMessage, markCanceled } from './cancel.repository';

export type CancelOutcome = 'canceled' | 'not_cancelable' | 'not_found';

export type CancelEmail = (
  organizationId: string,
  messageId: string,
  /** Domains of a restricted key; messages of others do not exist for it. Null: not restricted. */
  domainIds: readonly string[] | null,
) => Promise<CancelOutcome>;

/**
 * Takes back a message that no worker has picked up, scheduled ones included. A deferred message is queued again, but
 * can only be taken back while none of its recipients is settled.
 */
export function createCancelEmail({ pool, clock }: { pool: Pool; clock: Clock }): CancelEmail {
  return (organizationId, messageId, domainIds) =>
    withTransaction(pool, async (client) => {
      // The lock keeps the worker's claim out between the look and the change.
      const message = await lockMessage(client, organizationId, messageId);
      if (message === undefined) return 'not_found';
      if (domainIds !== null && !domainIds.includes(message.domainId)) return 'not_found';
      if (message.status !== 'queued') return 'not_cancelable';
      const changed = await markCanceled(client, messageId, clock.now());
      if (!changed) return 'not_cancelable';
      await deleteUnkeptContent(client, [messageId]);
      return 'canceled';
    });
}
