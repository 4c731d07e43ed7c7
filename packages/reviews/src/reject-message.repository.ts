import { newId } from '@postrider/contracts';
import { deleteUnkeptContent, type PoolClient } from '@postrider/db';

interface WaitingRecipient {
  readonly ordinal: number;
  readonly address: string;
  readonly organizationId: string;
}

const lockSql = `
WITH message AS MATERIALIZED (
  SELECT id, organization_id FROM messages WHERE id = $1 AND status = 'queued' FOR UPDATE
)
SELECT r.ordinal, r.address, r.organization_id AS "organizationId"
FROM message JOIN recipients r ON r.message_id = message.id
WHERE r.message_id = $1 AND r.status = 'queued'`;

const failSql = `
WITH message AS (
  UPDATE messages SET status = 'failed', final_at = now() WHERE id = $1
), moved AS (
  UPDATE recipients SET status = 'failed', detail = 'rejected', updated_at = now()
  WHERE message_id = $1 AND status = 'queued'
)
INSERT INTO email_events (id, message_id, organization_id, ordinal, recipient, type, identity, occurred_at, mode, detail)
SELECT e.id, $1, $2, e.ordinal, e.recipient, 'failed', 'review', now(), 'live', 'rejected'
FROM unnest($3::uuid[], $4::int[], $5::text[]) AS e(id, ordinal, recipient)
ON CONFLICT DO NOTHING`;

/**
 * Fails a held message with an event for each recipient. Webhooks and counters find the events by their own sweeps,
 * since whoever decides has no broker.
 * @returns false when it is no longer queued: canceled or expired
 */
export async function failRejected(client: PoolClient, messageId: string): Promise<boolean> {
  const { rows } = await client.query<WaitingRecipient>({
    name: 'review-lock-message',
    text: lockSql,
    values: [messageId],
  });
  const [first] = rows;
  if (first === undefined) return false;
  await client.query({
    name: 'review-fail-message',
    text: failSql,
    values: [
      ...[messageId, first.organizationId],
      ...[rows.map(() => newId()), rows.map(({ ordinal }) => ordinal), rows.map(({ address }) => address)],
    ],
  });
  await deleteUnkeptContent(client, [messageId]);
  return true;
}
