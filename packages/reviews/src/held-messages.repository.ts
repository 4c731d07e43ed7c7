import { newId } from '@postrider/contracts/ids';
import type { Lane } from '@postrider/contracts/statuses';
import { deleteUnkeptContent, type Pool, type PoolClient } from '@postrider/db';
import type { HeldMessage } from '@postrider/mail';

/** What is read of a message for its screening. */
export interface HeldRow extends Omit<HeldMessage, 'footer'> {
  readonly kind: string | null;
  /** What the legal footer of bulk kinds is made of. */
  readonly organizationName: string;
  readonly postalAddress: string | null;
}

/** Undefined: canceled, expired or gone meanwhile. */
export async function findHeldMessage(pool: Pool, messageId: string): Promise<HeldRow | undefined> {
  const { rows } = await pool.query<HeldRow>({
    name: 'reviews.find-held-message',
    text: `SELECT m.from_header AS "from", m.subject, m.kind, c.html, c.text, c.mime, o.name AS "organizationName",
             o.postal_address AS "postalAddress"
           FROM messages m
           JOIN organizations o ON o.id = m.organization_id
           LEFT JOIN message_contents c ON c.message_id = m.id
           WHERE m.id = $1 AND m.status = 'queued'`,
    values: [messageId],
  });
  return rows[0];
}

export async function isQueued(client: PoolClient, messageId: string): Promise<boolean> {
  const { rowCount } = await client.query({
    name: 'reviews.is-queued',
    text: `SELECT FROM messages WHERE id = $1 AND status = 'queued'`,
    values: [messageId],
  });
  return rowCount === 1;
}

/** A held message that may leave. */
export interface ReleasedMessage {
  readonly id: string;
  readonly organizationId: string;
  readonly lane: Lane;
  readonly dueAt: Date;
}

/**
 * Makes held messages due, now or at their time; the worker's sweep finds them. What is held for another reason too (by a
 * restoration) stays held. @returns those that were still queued
 */
export async function releaseMessages(
  client: PoolClient,
  messageIds: readonly string[],
): Promise<readonly ReleasedMessage[]> {
  const sorted = messageIds.toSorted();
  if (sorted.length === 0) return [];
  const { rows } = await client.query<ReleasedMessage>({
    name: 'reviews.release-messages',
    text: `UPDATE messages SET due_at = greatest(now(), scheduled_at)
           WHERE id = ANY($1::uuid[]) AND id >= $2 AND id <= $3 AND status = 'queued'
             AND NOT EXISTS (SELECT FROM message_holds h WHERE h.message_id = messages.id)
           RETURNING id, organization_id AS "organizationId", lane, due_at AS "dueAt"`,
    values: [sorted, sorted[0], sorted.at(-1)],
  });
  return rows;
}

interface QueuedRecipient {
  readonly ordinal: number;
  readonly address: string;
  readonly organizationId: string;
}

const lockQueuedRecipientsSql = `
WITH message AS MATERIALIZED (
  SELECT id, organization_id FROM messages WHERE id = $1 AND status = 'queued' FOR UPDATE
)
SELECT r.ordinal, r.address, r.organization_id AS "organizationId"
FROM message JOIN recipients r ON r.message_id = message.id
WHERE r.message_id = $1 AND r.status = 'queued'`;

const failMessageSql = `
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
 * since the operator's command has no broker.
 * @returns false when it is no longer queued: canceled or expired
 */
export async function failRejected(client: PoolClient, messageId: string): Promise<boolean> {
  const { rows } = await client.query<QueuedRecipient>({
    name: 'reviews.lock-queued-recipients',
    text: lockQueuedRecipientsSql,
    values: [messageId],
  });
  const [first] = rows;
  if (first === undefined) return false;
  await client.query({
    name: 'reviews.fail-message',
    text: failMessageSql,
    values: [
      ...[messageId, first.organizationId],
      ...[rows.map(() => newId()), rows.map(({ ordinal }) => ordinal), rows.map(({ address }) => address)],
    ],
  });
  await deleteUnkeptContent(client, [messageId]);
  return true;
}
