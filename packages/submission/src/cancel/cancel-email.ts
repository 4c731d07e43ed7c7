import { createUsageShards, type AdmissionControl, type CountedMessage } from '@postrider/admission';
import type { Principal } from '@postrider/contracts/access';
import type { EmailStatus, Mode } from '@postrider/contracts/statuses';
import { deleteUnkeptContent, withTransaction, type Pool, type PoolClient } from '@postrider/db';
import type { Clock } from '@postrider/runtime';
import type { MessageSource } from '../prepare/prepared-email';
import { takeBackRecipients } from './take-back-recipients';

export type CancelOutcome = 'canceled' | 'not_cancelable' | 'not_found' | 'test_key_not_allowed';

/** As much of a principal as canceling depends on. Messages of other domains do not exist for a restricted key. */
type CancelingPrincipal = Pick<Principal, 'mode' | 'domainIds'> & {
  readonly organization: Pick<Principal['organization'], 'id' | 'plan'>;
};

export type CancelEmail = (principal: CancelingPrincipal, messageId: string) => Promise<CancelOutcome>;

/** What was counted is set when the message has been canceled. */
type Canceled = { readonly outcome: CancelOutcome; readonly counted?: CountedMessage };

/**
 * Takes back a message that no worker has picked up, scheduled ones included, and refunds its recipients. A deferred
 * message is queued again, but can only be taken back while none of its recipients is settled.
 */
export function createCancelEmail(options: {
  readonly pool: Pool;
  readonly clock: Clock;
  readonly admissionControl: Pick<AdmissionControl, 'beginRefund'>;
}): CancelEmail {
  const { pool, clock, admissionControl } = options;
  const shards = createUsageShards();

  const cancel = (
    { mode, organization, domainIds }: CancelingPrincipal,
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
      const { source, createdAt, recipientCount } = message;
      if (source === 'broadcast') await takeBackRecipients(client, [{ messageId, outcome: 'canceled' }]);
      const recipients = message.mode === 'live' ? recipientCount : 0;
      return { outcome: 'canceled', counted: { createdAt, recipients } };
    });

  return async (principal, messageId) => {
    const refund = await admissionControl.beginRefund(principal.organization);
    const { outcome, counted } = await shards.run((shard) => cancel(principal, messageId, shard));
    if (counted !== undefined) await refund(counted);
    return outcome;
  };
}

interface LockedMessage {
  readonly status: EmailStatus;
  readonly domainId: string;
  readonly mode: Mode;
  readonly source: MessageSource;
  readonly createdAt: Date;
  readonly recipientCount: number;
}

async function lockMessage(
  client: PoolClient,
  organizationId: string,
  messageId: string,
): Promise<LockedMessage | undefined> {
  const { rows } = await client.query<LockedMessage>({
    name: 'cancel.lock-message',
    text: `SELECT status, domain_id AS "domainId", mode, source, created_at AS "createdAt",
             recipient_count AS "recipientCount"
           FROM messages
           WHERE id = $2 AND organization_id = $1 FOR UPDATE`,
    values: [organizationId, messageId],
  });
  return rows[0];
}

/**
 * Cancels a locked, queued message with its recipients and takes them off what was counted; false when one of them is settled
 * already. The day that a domain with a cap has reserved for it is free again, unless a server has met it: what is sent instead would
 * otherwise wait behind unused days.
 *
 * @param shard of `usage_shards`; no other statement uses it at the time
 */
async function markCanceled(
  client: PoolClient,
  messageId: string,
  { now, shard }: { readonly now: Date; readonly shard: string },
): Promise<boolean> {
  const { rowCount } = await client.query({
    name: 'cancel.mark-canceled',
    text: `
      WITH message AS (
        UPDATE messages SET status = 'canceled', final_at = $2
        WHERE id = $1 AND NOT EXISTS (
          SELECT FROM recipients WHERE message_id = $1 AND status NOT IN ('queued', 'suppressed'))
        RETURNING id, organization_id, domain_id, created_at, recipient_count, mode, reserved_day, first_attempt_at
      ), unreserved AS (
        UPDATE domain_sending_days d SET recipients = greatest(d.recipients - message.recipient_count, 0)
        FROM message
        WHERE d.domain_id = message.domain_id AND d.day = message.reserved_day AND message.first_attempt_at IS NULL
      ), uncounted AS (
        INSERT INTO usage_shards AS known (organization_id, day, shard, recipients)
        SELECT organization_id, (created_at AT TIME ZONE 'UTC')::date, $3, -recipient_count
        FROM message WHERE mode = 'live'
        ON CONFLICT (organization_id, day, shard) DO UPDATE
          SET recipients = known.recipients + excluded.recipients
      )
      UPDATE recipients SET status = 'canceled', updated_at = $2
      FROM message WHERE message_id = message.id AND status = 'queued'`,
    values: [messageId, now, shard],
  });
  return (rowCount ?? 0) > 0;
}
