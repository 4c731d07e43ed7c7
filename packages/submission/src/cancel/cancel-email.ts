import { deleteUnkeptContent, withTransaction, type Pool } from '@postrider/db';
import type { Clock } from '@postrider/runtime';
import type { Gate } from '../gate/gate';
import type { CountedMessage } from '../gate/give-back';
import { lockMessage, markCanceled } from './cancel.repository';

export type CancelOutcome = 'canceled' | 'not_cancelable' | 'not_found';

export type CancelEmail = (
  organization: { readonly id: string; readonly plan: string },
  messageId: string,
  /** Domains of a restricted key; messages of others do not exist for it. Null: not restricted. */
  domainIds: readonly string[] | null,
) => Promise<CancelOutcome>;

/** What was counted is set when the message has been canceled. */
type Canceled = { readonly outcome: CancelOutcome; readonly counted?: CountedMessage };

/**
 * Takes back a message that no worker has picked up, scheduled ones included, and gives its recipients back to the
 * quota. A deferred message is queued again, but can only be taken back while none of its recipients is settled.
 */
export function createCancelEmail({
  pool,
  clock,
  gate,
}: {
  readonly pool: Pool;
  readonly clock: Clock;
  readonly gate: Pick<Gate, 'beginGiveBack'>;
}): CancelEmail {
  const cancel: (...given: Parameters<CancelEmail>) => Promise<Canceled> = ({ id }, messageId, domainIds) =>
    withTransaction(pool, async (client) => {
      // The lock keeps the worker's claim out between the look and the change.
      const message = await lockMessage(client, id, messageId);
      if (message === undefined) return { outcome: 'not_found' };
      if (domainIds !== null && !domainIds.includes(message.domainId)) return { outcome: 'not_found' };
      if (message.status !== 'queued') return { outcome: 'not_cancelable' };
      const changed = await markCanceled(client, messageId, clock.now());
      if (!changed) return { outcome: 'not_cancelable' };
      await deleteUnkeptContent(client, [messageId]);
      const { mode, createdAt, recipientCount } = message;
      const units = mode === 'live' ? recipientCount : 0;
      return { outcome: 'canceled', counted: { createdAt, units } };
    });

  return async (organization, messageId, domainIds) => {
    const giveBack = await gate.beginGiveBack(organization);
    const { outcome, counted } = await cancel(organization, messageId, domainIds);
    if (counted !== undefined) await giveBack(counted);
    return outcome;
  };
}
