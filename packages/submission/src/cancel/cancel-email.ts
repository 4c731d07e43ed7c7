import type { Mode, PlanName } from '@postrider/contracts';
import { deleteUnkeptContent, withTransaction, type Pool } from '@postrider/db';
import type { Clock } from '@postrider/runtime';
import { createUsageShards, type CountedMessage, type AdmissionControl } from '@postrider/admission';
import { lockMessage, markCanceled } from './cancel.repository';

export type CancelOutcome = 'canceled' | 'not_cancelable' | 'not_found' | 'test_key_not_allowed';

export interface Canceler {
  readonly mode: Mode;
  readonly organization: { readonly id: string; readonly plan: PlanName };
  /** Of a restricted key; messages of other domains do not exist for it. Null: not restricted. */
  readonly domainIds: readonly string[] | null;
}

export type CancelEmail = (canceler: Canceler, messageId: string) => Promise<CancelOutcome>;

/** What was counted is set when the message has been canceled. */
type Canceled = { readonly outcome: CancelOutcome; readonly counted?: CountedMessage };

/**
 * Takes back a message that no worker has picked up, scheduled ones included, and gives its recipients back to the
 * quota. A deferred message is queued again, but can only be taken back while none of its recipients is settled.
 */
export function createCancelEmail({
  pool,
  clock,
  admissionControl,
}: {
  readonly pool: Pool;
  readonly clock: Clock;
  readonly admissionControl: Pick<AdmissionControl, 'beginRefund'>;
}): CancelEmail {
  const shards = createUsageShards();

  const cancel = (
    { mode, organization, domainIds }: Canceler,
    messageId: string,
    shard: string,
  ): Promise<Canceled> =>
    withTransaction(pool, async (client) => {
      // The lock keeps the worker's claim out between the look and the change.
      const message = await lockMessage(client, organization.id, messageId);
      if (message === undefined) return { outcome: 'not_found' };
      if (domainIds !== null && !domainIds.includes(message.domainId)) return { outcome: 'not_found' };
      // What a test key does has no effect on anybody's mail.
      if (mode === 'test' && message.mode === 'live') return { outcome: 'test_key_not_allowed' };
      if (message.status !== 'queued') return { outcome: 'not_cancelable' };
      const changed = await markCanceled(client, messageId, { now: clock.now(), shard });
      if (!changed) return { outcome: 'not_cancelable' };
      await deleteUnkeptContent(client, [messageId]);
      const { createdAt, recipientCount } = message;
      const recipients = message.mode === 'live' ? recipientCount : 0;
      return { outcome: 'canceled', counted: { createdAt, recipients } };
    });

  return async (canceler, messageId) => {
    const refund = await admissionControl.beginRefund(canceler.organization);
    const { outcome, counted } = await shards.run((shard) => cancel(canceler, messageId, shard));
    if (counted !== undefined) await refund(counted);
    return outcome;
  };
}
