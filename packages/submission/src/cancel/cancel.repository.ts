import type { PoolClient } from '@postrider/db';

interface LockedMessage {
  readonly status: string;
  readonly domainId: string;
  readonly mode: string;
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

/** Cancels a locked, queued message with its recipients; false when one of them is settled already. */
export async function markCanceled(client: PoolClient, messageId: string, now: Date): Promise<boolean> {
  const { rowCount } = await client.query({
    name: 'cancel-mark-canceled',
    text: `
      WITH message AS (
        UPDATE messages SET status = 'canceled', final_at = $2
        WHERE id = $1 AND NOT EXISTS (
          SELECT FROM recipients WHERE message_id = $1 AND status NOT IN ('queued', 'suppressed'))
        RETURNING id
      )
      UPDATE recipients SET status = 'canceled', updated_at = $2
      FROM message WHERE message_id = message.id AND status = 'queued'`,
    values: [messageId, now],
  });
  return (rowCount ?? 0) > 0;
}
