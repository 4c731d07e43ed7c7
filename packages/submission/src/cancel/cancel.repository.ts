import type { EmailStatus, Mode } from '@postrider/contracts';
import type { PoolClient } from '@postrider/db';

interface LockedMessage {
  readonly status: EmailStatus;
  readonly domainId: string;
  readonly mode: Mode;
  readonly createdAt: Date;
  readonly recipientCount: number;
}

export async function lockMessage(
  client: PoolClient,
  organizationId: string,
  messageId: string,
): Promise<LockedMessage | undefined> {
  const { rows } = await client.query<LockedMessage>({
    name: 'cancel-lock-message',
    text: `SELECT status, domain_id AS "domainId", mode, created_at AS "createdAt",
             recipient_count AS "recipientCount"
           FROM messages
           WHERE id = $2 AND organization_id = $1 FOR UPDATE`,
    values: [organizationId, messageId],
  });
  return rows[0];
}

/**
 * Cancels a locked, queued message with its recipients and takes them off what was counted; false when one of them is settled
 * already.
 *
 * @param shard of `usage_shards`; no other statement uses it at the time
 */
export async function markCanceled(
  client: PoolClient,
  messageId: string,
  { now, shard }: { readonly now: Date; readonly shard: string },
): Promise<boolean> {
  const { rowCount } = await client.query({
    name: 'cancel-mark-canceled',
    text: `
      WITH message AS (
        UPDATE messages SET status = 'canceled', final_at = $2
        WHERE id = $1 AND NOT EXISTS (
          SELECT FROM recipients WHERE message_id = $1 AND status NOT IN ('queued', 'suppressed'))
        RETURNING id, organization_id, created_at, recipient_count, mode
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
